// The private frame of the live socket that says: something about your money or your identity has
// changed, look again. It names kinds and nothing else; what changed is read by the calls (T76).
// Browser-safe.

export const TOPIC_CASHIER = "CASHIER";

export const CASHIER_KINDS = ["deposit", "withdrawal", "identity", "method"] as const;
export type CashierKind = (typeof CASHIER_KINDS)[number];

/** Not numbered: a missed one is made good by looking again after every reconnect. */
export type CashierFrame = {
  readonly type: typeof TOPIC_CASHIER;
  readonly kinds: readonly CashierKind[];
};
