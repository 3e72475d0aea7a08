// Which withdrawals somebody still has to do something about, and what is to be looked at closely.
// Pure.

import type { WithdrawalStatus } from "@truetick/contract/cashier";
import type { WithdrawalCase } from "@truetick/contract/desk";

export const APPROVALS_NEEDED = 2;
/** A destination younger than this is new: most thefts use one at once. */
export const NEW_METHOD_SEC = 3 * 86_400;

export function isWithdrawalOpen(status: WithdrawalStatus): boolean {
  return status === "reviewing" || status === "approved" || status === "paying";
}

export type WithdrawalCheck = {
  readonly key: "name" | "age" | "known" | "covered" | "free";
  readonly isGood: boolean;
};

/** Whole cents suffice to compare; texts are decimals with a point. */
function millionths(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.slice(0, 6).padEnd(6, "0"));
}

/** What speaks for it and against it, from what the server shows. */
export function checksOf(shown: WithdrawalCase): readonly WithdrawalCheck[] {
  const paidBefore = shown.history.some(
    ({ status, isSameDestination }) => status === "paid" && isSameDestination,
  );
  const isPaid = shown.status === "paid";
  const out = millionths(shown.paidTotal) + (isPaid ? 0n : millionths(shown.amount));
  return [
    { key: "name", isGood: !shown.isThirdParty },
    { key: "known", isGood: paidBefore },
    { key: "age", isGood: shown.createdAt - shown.methodBoundAt >= NEW_METHOD_SEC },
    { key: "covered", isGood: out <= millionths(shown.depositedTotal) },
    { key: "free", isGood: shown.freezeReason === "" },
  ];
}
