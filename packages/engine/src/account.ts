// A trading account: cash, what is held against it, and the limits its owner set.
// The engine knows accounts by number only: no name, group or history (H01).
import type { Money, Rate } from "@truetick/money";

export type AccountId = number & { readonly kind: "AccountId" };

export function accountId(id: number): AccountId {
  return id as AccountId;
}

/** Real and demo money live in separate books; nothing moves between them. */
export type Book = "real" | "demo";

/** Which position a stop-out takes first. */
export type StopOutOrder = "most-margin" | "most-losing";

/** What the owner of an account has set for it. Null means none. */
export type AccountLimits = {
  readonly dailyLossMax: Money | null;
  readonly coolOffUntilMs: number | null;
  readonly selfExcludedUntilMs: number | null;
  readonly leverageMax: number | null;
  readonly stopOutOrder: StopOutOrder;
};

export const NO_LIMITS: AccountLimits = {
  dailyLossMax: null,
  coolOffUntilMs: null,
  selfExcludedUntilMs: null,
  leverageMax: null,
  stopOutOrder: "most-margin",
};

/** An account marked to the newest quotes. All figures are exact. */
export type AccountView = {
  readonly accountId: AccountId;
  readonly book: Book;
  /** The ledger balance. */
  readonly cash: Money;
  /** Sum of the margins of holding orders. */
  readonly used: Money;
  /** Margin and fee set aside for pending orders. */
  readonly reserved: Money;
  /** Withdrawals under review; already out of cash. */
  readonly held: Money;
  readonly floating: Money;
  /** cash + floating ("net value"). */
  readonly equity: Money;
  /** equity - used - reserved. */
  readonly free: Money;
  /** equity / used, cut; null when nothing is used ("prepayment ratio"). */
  readonly level: Rate | null;
  /** cash - used - reserved: what can be spent. */
  readonly balance: Money;
  /** used + reserved + held. */
  readonly lockedBalance: Money;
  /** What may be withdrawn or put into a new order: min(balance, free), never below 0. */
  readonly available: Money;
  readonly isMarginCalled: boolean;
  readonly limits: AccountLimits;
};
