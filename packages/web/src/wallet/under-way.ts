// Which deposits and withdrawals are not over yet. Pure.

import type { Deposit, Withdrawal, WithdrawalStatus } from "@truetick/contract/cashier";

const OPEN: readonly WithdrawalStatus[] = ["unconfirmed", "reviewing", "approved", "paying"];

export function depositsUnderWay(deposits: readonly Deposit[]): readonly Deposit[] {
  return deposits.filter(({ status }) => status === "unchecked");
}

export function withdrawalsUnderWay(withdrawals: readonly Withdrawal[]): readonly Withdrawal[] {
  return withdrawals.filter(({ status }) => OPEN.includes(status));
}
