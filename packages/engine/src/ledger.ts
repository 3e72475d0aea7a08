// Movements of money: double entry, per book. Events carry them ready to be written, with the
// running balance of both sides. Invariant: the postings of a movement sum to zero (inv01).
import type { Money } from "@truetick/money";
import type { AccountId, Book } from "./account.ts";

/** The other side of every movement that is not between two accounts. One set per book. */
export const HOUSE_ACCOUNTS = [
  /** Takes the traders' losses and pays their profits. */
  "trading",
  "fees",
  "financing",
  /** Pays for negative balance protection, and nothing else (inv40). */
  "protection",
  /** Withdrawals under review. */
  "withdrawals",
  /** The world outside: what came in by deposit and went out by payout. */
  "clearing",
  "adjustments",
  /** Play money of demo accounts. */
  "grants",
] as const;

export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

/** Its place among them. Nearly always one of the first two: a built-in takes longer to begin. */
export function placeOfHouse(account: HouseAccount): number {
  let place = 0;
  while (HOUSE_ACCOUNTS[place] !== account) place += 1;
  return place;
}

/** A trader's account by number, or a house account by name. */
export type LedgerAccount = AccountId | HouseAccount;

export type MovementCause =
  | "profit"
  | "fee"
  | "financing"
  | "protection"
  | "deposit"
  | "withdrawal-hold"
  | "withdrawal-release"
  | "withdrawal-payout"
  | "transfer"
  | "copy-transfer"
  | "adjustment"
  | "demo-grant"
  | "withdrawal-fee";

export type Posting = {
  readonly account: LedgerAccount;
  readonly amount: Money;
  /** Balance of that account in that book after this posting. */
  readonly balance: Money;
};

export type Movement = {
  /** Counts up by the engine's id step; unique within the journal. */
  readonly movementId: number;
  readonly book: Book;
  readonly cause: MovementCause;
  /** The order, deposit, withdrawal, transfer or adjustment it belongs to. */
  readonly causeId: number;
  readonly postings: readonly [Posting, Posting];
};
