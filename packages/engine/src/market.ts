// A market: the public terms under which it is traded, its session, and its newest quote.
// Terms have a version; a fill names the version it used (T55).
import type { Lots, Price, Rate } from "@truetick/money";

export type MarketId = number & { readonly kind: "MarketId" };

export function marketId(id: number): MarketId {
  return id as MarketId;
}

/**
 * "halted" is closed by hand, "delisted" is closed for good. "closing-only" is open for whatever
 * takes risk away, and for nothing that adds it; "closed-closing-only" is closed by the calendar
 * and will be closing-only, not open, when it comes back.
 */
export type MarketSession =
  | "open"
  | "closed"
  | "halted"
  | "delisted"
  | "closing-only"
  | "closed-closing-only";

/** Whether positions are closed, stopped and valued by live quotes: nothing triggers unless so. */
export function isDealt(session: MarketSession): boolean {
  return session === "open" || session === "closing-only";
}

/** "fixed" margins units of the base currency; "floating" margins the notional at the fill. */
export type MarginMode = "fixed" | "floating";

/** What the fee rate multiplies: the margin, the lots (USD per lot), or the notional. */
export type FeeType = "margin" | "lots" | "notional";

export type MarketTerms = {
  readonly marketId: MarketId;
  /** Counts up with every change; never reused. */
  readonly version: number;
  /** Null for markets that are not a pair: shares, indices, energies. */
  readonly baseCurrency: string | null;
  readonly quoteCurrency: string;
  readonly pricePrecision: number;
  readonly unitsPerLot: number;
  readonly lotsMin: Lots;
  readonly lotsMax: Lots;
  readonly lotStep: Lots;
  readonly leverages: readonly number[];
  readonly marginMode: MarginMode;
  readonly feeType: FeeType;
  readonly feeRate: Rate;
  /** A quote older than this, while the market is open, is stale. */
  readonly priceAgeMaxMs: number;
  /** Annual financing rates as the trader sees them: negative is paid, positive is received. */
  readonly longRate: Rate;
  readonly shortRate: Rate;
  /** New York weekday (0 Sunday … 6) charged three times; null: every day of the week, once. */
  readonly tripleDay: number | null;
};

/** The newest quote of a market. Comes from the tape; no part of the durable state. */
export type Quote = {
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  readonly atMs: number;
};
