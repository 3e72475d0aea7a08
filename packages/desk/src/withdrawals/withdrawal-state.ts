// Which withdrawals somebody still has to do something about, and what is to be looked at closely.
// Pure.

import type { WithdrawalStatus } from "@truetick/contract/cashier";
import type { WithdrawalCase } from "@truetick/contract/desk";
import { parseMoney } from "@truetick/money";

export const APPROVALS_NEEDED = 2;
/** A destination younger than this is new: most thefts use one at once. */
export const NEW_METHOD_SEC = 3 * 86_400;

export function isWithdrawalOpen(status: WithdrawalStatus): boolean {
  return status === "reviewing" || status === "approved" || status === "paying";
}

export type WithdrawalCheck = {
  readonly key: "name" | "age" | "known" | "covered" | "card" | "free";
  readonly isGood: boolean;
};

function moneyOf(text: string): bigint {
  const amount = parseMoney(text);
  if (amount === null) throw new Error("Invariant: the server sends amounts of USD");
  return amount;
}

/** What speaks for it and against it, from what the server shows. */
export function checksOf(shown: WithdrawalCase): readonly WithdrawalCheck[] {
  const paidBefore = shown.history.some(
    ({ status, isSameDestination }) => status === "paid" && isSameDestination,
  );
  const isPaid = shown.status === "paid";
  const out = moneyOf(shown.paidTotal) + (isPaid ? 0n : moneyOf(shown.amount));
  return [
    { key: "name", isGood: !shown.isThirdParty },
    { key: "known", isGood: paidBefore },
    { key: "age", isGood: shown.createdAt - shown.methodBoundAt >= NEW_METHOD_SEC },
    { key: "covered", isGood: out <= moneyOf(shown.depositedTotal) },
    { key: "card", isGood: shown.reversedDeposits.length === 0 },
    { key: "free", isGood: shown.freezeReason === "" },
  ];
}
