// The evidence of a fill: which row of the tape, which rule, under which terms. Written on every
// opening and closing so that anyone can check it against the public tape (H02, inv10, inv36).
import type { Price } from "@truetick/money";
import type { MarketId } from "./market.ts";

/** Version of trading-rules as this engine carries them out. */
export const RULES_VERSION = 1;

export type FillRule =
  | "market"
  | "limit"
  | "stop"
  | "close"
  | "take-profit"
  | "stop-loss"
  | "trailing-stop"
  | "stop-out"
  | "demo-reset"
  | "delisting";

/** One quote used to convert a currency, at its mid; `isInverse` when the mid divides. */
export type ConversionLeg = {
  readonly marketId: MarketId;
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  readonly isInverse: boolean;
};

/** The legs from a currency to the account currency; empty when it is the account currency. */
export type ConversionPath = readonly ConversionLeg[];

export type Fill = {
  readonly marketId: MarketId;
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  /** bid or ask, never anything else. */
  readonly price: Price;
  readonly rule: FillRule;
  /** The level that fired; null when no level did. */
  readonly level: Price | null;
  readonly rulesVersion: number;
  readonly termsVersion: number;
  /** Converts profit, notional and fee. */
  readonly quoteConversion: ConversionPath;
  /** Converts fixed margin; empty on closings and in floating mode. */
  readonly baseConversion: ConversionPath;
};
