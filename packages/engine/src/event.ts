// Everything that has happened. Events carry every number, so that journal, ledger and blotter
// write rows without computing anything, and so that a fold of events is the state (P03).
// QuoteTaken and MarketWentStale are the two that are not durable: the tape is their record.
import type { Lots, Money, Price, Rate } from "@truetick/money";
import type { AccountId, AccountLimits, Book } from "./account.ts";
import type { ConversionPath, Fill } from "./fill.ts";
import type { Movement } from "./ledger.ts";
import type { MarketId, MarketSession, MarketTerms } from "./market.ts";
import type { CancelReason, CloseReason, LeftReason, OrderId, PendingKind, Side } from "./order.ts";

type At = { readonly atMs: number };

/** What every event of an order repeats, so that a row needs no look-up. */
type OfOrder = At & {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly book: Book;
  readonly marketId: MarketId;
};

/** A pending order now waits; margin and fee at its target are reserved. */
export type OrderPlaced = OfOrder & {
  readonly type: "OrderPlaced";
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly target: Price;
  readonly pendingKind: PendingKind;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: number | null;
  readonly expiresAtMs: number | null;
  readonly margin: Money;
  readonly fee: Money;
  readonly seq: number;
  readonly termsVersion: number;
};

/** A market order filled, or a pending one triggered: the order holds. */
export type OrderOpened = OfOrder & {
  readonly type: "OrderOpened";
  readonly wasPending: boolean;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly askedPrice: Price;
  readonly openPrice: Price;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: number | null;
  readonly trailingLevel: Price | null;
  readonly margin: Money;
  readonly fee: Money;
  readonly fill: Fill;
  /** The fee; empty when there is none. */
  readonly movements: readonly Movement[];
};

/** All of the order was closed; it is history. */
export type OrderClosed = OfOrder & {
  readonly type: "OrderClosed";
  readonly side: Side;
  readonly lots: Lots;
  readonly openPrice: Price;
  readonly closePrice: Price;
  readonly reason: CloseReason;
  readonly profit: Money;
  /** Margin set free. */
  readonly margin: Money;
  readonly fee: Money;
  readonly fill: Fill;
  readonly movements: readonly Movement[];
};

/** Part of the order was closed: the part is history under its own id, the rest holds on. */
export type OrderReduced = OfOrder & {
  readonly type: "OrderReduced";
  readonly closedOrderId: OrderId;
  readonly side: Side;
  readonly leverage: number;
  readonly askedPrice: Price;
  readonly openedAtMs: number;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Of the closed part. */
  readonly lots: Lots;
  readonly openPrice: Price;
  readonly closePrice: Price;
  readonly reason: CloseReason;
  readonly profit: Money;
  readonly margin: Money;
  readonly fee: Money;
  /** Of the rest. */
  readonly lotsLeft: Lots;
  readonly marginLeft: Money;
  readonly feeLeft: Money;
  readonly fill: Fill;
  readonly movements: readonly Movement[];
};

export type OrderCancelled = OfOrder & {
  readonly type: "OrderCancelled";
  readonly reason: CancelReason;
  /** Margin and fee set free. */
  readonly margin: Money;
  readonly fee: Money;
  /** The quote that triggered it, when one did. */
  readonly seq: number | null;
};

export type OrderAmended = OfOrder & {
  readonly type: "OrderAmended";
  readonly target: Price;
  readonly pendingKind: PendingKind;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly expiresAtMs: number | null;
  readonly margin: Money;
  readonly fee: Money;
  readonly seq: number;
};

export type StopsSet = OfOrder & {
  readonly type: "StopsSet";
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Newest quote at the edit: only later ones can fire it (T59). */
  readonly seq: number;
};

/** Everything was to be closed, and this position could not be. Changes nothing. */
export type OrderLeftOpen = OfOrder & {
  readonly type: "OrderLeftOpen";
  readonly reason: LeftReason;
};

export type TrailingSet = OfOrder & {
  readonly type: "TrailingSet";
  readonly trailingDistance: number | null;
  /** Null while pending: the level starts at the fill. */
  readonly trailingLevel: Price | null;
  readonly seq: number;
};

/** Every trailing stop of this side of the market now stands at least `distance` behind `price`. */
export type TrailingAdvanced = At & {
  readonly type: "TrailingAdvanced";
  readonly marketId: MarketId;
  readonly side: Side;
  readonly seq: number;
  readonly price: Price;
};

export type MarginCalled = At & {
  readonly type: "MarginCalled";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly equity: Money;
  readonly used: Money;
  readonly level: Rate;
};

export type MarginRestored = At & {
  readonly type: "MarginRestored";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly equity: Money;
  readonly used: Money;
};

/** The evidence of a stop-out (inv35); the closings follow as their own events. */
export type StoppedOut = At & {
  readonly type: "StoppedOut";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly cash: Money;
  readonly equity: Money;
  readonly used: Money;
  readonly level: Rate;
  /** Every quote the equity was computed from. */
  readonly quotes: readonly {
    readonly marketId: MarketId;
    readonly seq: number;
    readonly bid: Price;
    readonly ask: Price;
  }[];
};

/** Flat below zero: the house paid the difference to exactly zero (inv40). */
export type BalanceProtected = At & {
  readonly type: "BalanceProtected";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

export type FinancingCharged = OfOrder & {
  readonly type: "FinancingCharged";
  readonly cutDate: number;
  readonly days: number;
  readonly lots: Lots;
  readonly annualRate: Rate;
  /** The quote whose mid was used. */
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  readonly quoteConversion: ConversionPath;
  /** Negative is paid by the trader. */
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

/** The market's cut of this date is done. */
export type MarketCut = At & {
  readonly type: "MarketCut";
  readonly marketId: MarketId;
  readonly cutDate: number;
  readonly days: number;
};

/** The New York cut for accounts of this date is done; the equities follow. */
export type DayStarted = At & { readonly type: "DayStarted"; readonly cutDate: number };

/** Daily loss of this account counts from this equity. */
export type DayEquitySet = At & {
  readonly type: "DayEquitySet";
  readonly accountId: AccountId;
  readonly equity: Money;
};

export type AccountOpened = At & {
  readonly type: "AccountOpened";
  readonly accountId: AccountId;
  readonly ownerId: number;
  readonly book: Book;
};

export type LimitsSet = At & {
  readonly type: "LimitsSet";
  readonly accountId: AccountId;
  readonly limits: AccountLimits;
  /** Equity the daily loss counts from: that of the last cut, whatever the limit. */
  readonly dayEquity: Money | null;
};

/** The demo account was brought back to its starting balance; closings precede it. */
export type DemoReset = At & {
  readonly type: "DemoReset";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly movements: readonly Movement[];
};

export type FundsCredited = At & {
  readonly type: "FundsCredited";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly cause: "deposit" | "adjustment" | "demo-grant";
  readonly causeId: number;
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

export type FundsHeld = At & {
  readonly type: "FundsHeld";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly withdrawalId: number;
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

export type HoldReleased = At & {
  readonly type: "HoldReleased";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly withdrawalId: number;
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

export type HoldSettled = At & {
  readonly type: "HoldSettled";
  readonly accountId: AccountId;
  readonly book: Book;
  readonly withdrawalId: number;
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

export type FundsTransferred = At & {
  readonly type: "FundsTransferred";
  readonly transferId: number;
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly book: Book;
  readonly cause: "transfer" | "copy-transfer";
  readonly amount: Money;
  readonly movements: readonly Movement[];
};

export type MarketDefined = At & { readonly type: "MarketDefined"; readonly terms: MarketTerms };

export type MarketSessionChanged = At & {
  readonly type: "MarketSessionChanged";
  readonly marketId: MarketId;
  readonly session: MarketSession;
};

export type QuoteTaken = At & {
  readonly type: "QuoteTaken";
  readonly marketId: MarketId;
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
};

export type MarketWentStale = At & {
  readonly type: "MarketWentStale";
  readonly marketId: MarketId;
};

export type OrderEvent =
  | OrderPlaced
  | OrderOpened
  | OrderClosed
  | OrderReduced
  | OrderCancelled
  | OrderAmended
  | StopsSet
  | TrailingSet
  | OrderLeftOpen;

export type AccountEvent =
  | MarginCalled
  | MarginRestored
  | StoppedOut
  | BalanceProtected
  | FinancingCharged
  | DayEquitySet
  | AccountOpened
  | LimitsSet
  | DemoReset
  | FundsCredited
  | FundsHeld
  | HoldReleased
  | HoldSettled
  | FundsTransferred;

export type MarketEvent =
  | MarketDefined
  | MarketSessionChanged
  | MarketCut
  | DayStarted
  | TrailingAdvanced
  | QuoteTaken
  | MarketWentStale;

export type Event = OrderEvent | AccountEvent | MarketEvent;

const NO_MOVEMENTS: readonly Movement[] = [];

/** The ledger movements of an event, in order; empty when it moves no money. */
export function movementsOf(event: Event): readonly Movement[] {
  return "movements" in event ? event.movements : NO_MOVEMENTS;
}

/** Whether the journal must keep it. The others are on the tape and no part of encodeState. */
export function isDurable(event: Event): boolean {
  return event.type !== "QuoteTaken" && event.type !== "MarketWentStale";
}
