// Everything that can be asked of the engine. One file per command decides it. The sequencer
// numbers and stamps commands; the engine takes its time from `atMs` and from nowhere else (P17).
import type { Lots, Money, Price } from "@truetick/money";
import type { AccountId, AccountLimits, Book } from "./account.ts";
import type { MarketId, MarketSession, MarketTerms } from "./market.ts";
import type { OrderId, RequestedCloseReason, Side } from "./order.ts";

type At = { readonly atMs: number };

export type PlaceOrder = At & {
  readonly type: "PlaceOrder";
  readonly accountId: AccountId;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** Null: a market order, filled now. Otherwise a pending order at this price. */
  readonly target: Price | null;
  /** The quote the trader saw, for market orders; null: the price at the fill. */
  readonly askedPrice: Price | null;
  /** Points a market order may fill worse than `askedPrice`, which it needs; null: any. */
  readonly maxDeviation: number | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: number | null;
  /** When a pending order lapses; null: good till cancelled. */
  readonly expiresAtMs: number | null;
};

export type CloseOrder = At & {
  readonly type: "CloseOrder";
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /** Null: all of it. */
  readonly lots: Lots | null;
  readonly reason: RequestedCloseReason;
};

/** Closes every position whose market is open and fresh; the others stay. */
export type CloseAll = At & {
  readonly type: "CloseAll";
  readonly accountId: AccountId;
  /** Null: in every market. */
  readonly marketId: MarketId | null;
  readonly reason: RequestedCloseReason;
  readonly isCancellingPending: boolean;
};

export type CancelOrder = At & {
  readonly type: "CancelOrder";
  readonly accountId: AccountId;
  readonly orderId: OrderId;
};

/** Sets both stops of a pending or holding order; null takes one off. */
export type SetStops = At & {
  readonly type: "SetStops";
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
};

export type SetTrailing = At & {
  readonly type: "SetTrailing";
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /** Points; null takes it off. */
  readonly distance: number | null;
};

/** Changes a pending order; every field is the new value. */
export type AmendOrder = At & {
  readonly type: "AmendOrder";
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly target: Price;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly expiresAtMs: number | null;
};

/** Cancels what has lapsed. Every quote does so too; this is for times without quotes. */
export type ExpireOrders = At & { readonly type: "ExpireOrders" };

/** One row of the tape. */
export type TakeQuote = At & {
  readonly type: "TakeQuote";
  readonly marketId: MarketId;
  readonly seq: number;
  readonly bid: Price;
  readonly ask: Price;
  /** When the source quoted it, where that was long before `atMs`; absent: at `atMs`. */
  readonly quotedAtMs?: number;
};

/** The source of a market went silent: stale until its next quote. */
export type MarkStale = At & { readonly type: "MarkStale"; readonly marketId: MarketId };

export type DefineMarket = At & { readonly type: "DefineMarket"; readonly terms: MarketTerms };

export type SetMarketSession = At & {
  readonly type: "SetMarketSession";
  readonly marketId: MarketId;
  readonly session: Exclude<MarketSession, "delisted">;
};

/** Closes every position of the market and cancels its pending orders, for good. */
export type DelistMarket = At & { readonly type: "DelistMarket"; readonly marketId: MarketId };

/** Overnight financing of one market at one New York cut, once per (market, cutDate). */
export type ChargeFinancing = At & {
  readonly type: "ChargeFinancing";
  readonly marketId: MarketId;
  /** The New York date of the cut, as the number yyyymmdd. */
  readonly cutDate: number;
  /** The moment of the cut, at the latest now: what opened since then is not charged for it. */
  readonly cutAtMs: number;
  /** The New York weekday of the cut, 0 Sunday … 6 Saturday. */
  readonly weekday: number;
};

/** The New York cut for accounts: daily loss limits count from here. */
export type StartDay = At & { readonly type: "StartDay"; readonly cutDate: number };

export type OpenAccount = At & {
  readonly type: "OpenAccount";
  readonly accountId: AccountId;
  /** Accounts of one owner may transfer between each other; the number means nothing else. */
  readonly ownerId: number;
  readonly book: Book;
  /** A demo that is filled from another account of its owner gets no play money of its own. */
  readonly isGranted?: false;
};

export type SetLimits = At & {
  readonly type: "SetLimits";
  readonly accountId: AccountId;
  readonly limits: AccountLimits;
  /** The next New York cut, which the engine does not know: a refusal to loosen names it. */
  readonly dayEndsAtMs: number;
};

export type ResetDemo = At & { readonly type: "ResetDemo"; readonly accountId: AccountId };

/** A deposit, or an operator's adjustment (which may be negative). Each causeId counts once. */
export type Credit = At & {
  readonly type: "Credit";
  readonly accountId: AccountId;
  readonly cause: "deposit" | "adjustment";
  readonly causeId: number;
  readonly amount: Money;
};

/** Sets money aside for a withdrawal under review. */
export type Hold = At & {
  readonly type: "Hold";
  readonly accountId: AccountId;
  readonly withdrawalId: number;
  readonly amount: Money;
};

/** The withdrawal was rejected: the money returns. */
export type Release = At & { readonly type: "Release"; readonly withdrawalId: number };

/** The withdrawal was paid: the money has left, but for the fee, which the house keeps. */
export type Settle = At & {
  readonly type: "Settle";
  readonly withdrawalId: number;
  /** Part of what was held: from nothing to all of it. */
  readonly fee: Money;
};

/** Between two accounts of one owner in one book. */
export type Transfer = At & {
  readonly type: "Transfer";
  readonly transferId: number;
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly amount: Money;
  readonly cause: "transfer" | "copy-transfer";
};

export type Command =
  | PlaceOrder
  | CloseOrder
  | CloseAll
  | CancelOrder
  | SetStops
  | SetTrailing
  | AmendOrder
  | ExpireOrders
  | TakeQuote
  | MarkStale
  | DefineMarket
  | SetMarketSession
  | DelistMarket
  | ChargeFinancing
  | StartDay
  | OpenAccount
  | SetLimits
  | ResetDemo
  | Credit
  | Hold
  | Release
  | Settle
  | Transfer;
