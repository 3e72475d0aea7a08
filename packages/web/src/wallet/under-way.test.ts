// What is decided, paid or given up is over; everything else is under way.

import type { Deposit, Withdrawal } from "@truetick/contract/cashier";
import { DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from "@truetick/contract/cashier";
import { expect, test } from "vitest";
import { depositsUnderWay, withdrawalsUnderWay } from "./under-way.ts";

test("of every state only those that wait are under way", () => {
  // Only the state is looked at.
  const deposits = DEPOSIT_STATUSES.map((status) => ({ status }) as Deposit);
  const withdrawals = WITHDRAWAL_STATUSES.map((status) => ({ status }) as Withdrawal);
  expect(depositsUnderWay(deposits).map(({ status }) => status)).toEqual(["unchecked"]);
  expect(withdrawalsUnderWay(withdrawals).map(({ status }) => status)).toEqual([
    "unconfirmed",
    "reviewing",
    "approved",
    "paying",
  ]);
});
