// An order: from pending or at once to holding, then into history. Every order is its own
// position (hedging). Invariant: only the moves of NEXT_STATUS happen (P15).
import type { Lots, Money, Price } from "@truetick/money";
import type { AccountId } from "./account.ts";
import type { MarketId } from "./market.ts";

export type OrderId = number & { readonly kind: "OrderId" };

export function orderId(id: number): OrderId {
  return id as OrderId;
}

export type Side = "buy" | "sell";
export type OrderStatus = "pending" | "holding" | "closed" | "cancelled";

/** A limit waits for an equal or better price, a stop for an equal or worse one. */
export type PendingKind = "limit" | "stop";

export type CloseReason =
  | "user"
  | "take-profit"
  | "stop-loss"
  | "trailing-stop"
  | "stop-out"
  | "copy"
  | "copy-stop-loss"
  | "copy-stopped"
  | "demo-reset"
  | "delisted";

/** Reasons a command may give; the others are found by the engine. */
export type RequestedCloseReason = "user" | "copy" | "copy-stop-loss" | "copy-stopped";

export type CancelReason =
  | "user"
  | "expired"
  /** Triggered, but margin and fee at the fill no longer fit. */
  | "margin"
  /** Triggered, but the account may take no new exposure (margin call or its own limits). */
  | "no-new-exposure"
  /** Triggered, but the leverage is no longer offered. */
  | "leverage"
  | "stop-out"
  | "demo-reset"
  | "copy-stopped"
  | "delisted";

/** Why a position stays open when all of an account's are closed. */
export type LeftReason = "MARKET_CLOSED" | "MARKET_HALTED" | "MARKET_DELISTED" | "QUOTE_STALE";

/** Every legal move. A pair that is not here cannot happen. */
export const NEXT_STATUS: Readonly<
  Record<OrderStatus, Readonly<Partial<Record<OrderMove, OrderStatus>>>>
> = {
  pending: { OrderOpened: "holding", OrderCancelled: "cancelled" },
  holding: { OrderReduced: "holding", OrderClosed: "closed" },
  closed: {},
  cancelled: {},
};

export type OrderMove = "OrderOpened" | "OrderCancelled" | "OrderReduced" | "OrderClosed";

/** A live order as read from the state; history lives in the blotter, not in the engine. */
export type Order = {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly marketId: MarketId;
  readonly status: "pending" | "holding";
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  /** The price asked for: the quote seen, or the target of a pending order. */
  readonly askedPrice: Price;
  /** Null while pending. */
  readonly openPrice: Price | null;
  /** Null while holding. */
  readonly pendingKind: PendingKind | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  /** Points the trailing stop keeps behind the best price; null when there is none. */
  readonly trailingDistance: number | null;
  readonly trailingLevel: Price | null;
  /** Margin held, or reserved while pending. */
  readonly margin: Money;
  /** Fee paid, or reserved while pending. */
  readonly fee: Money;
  readonly expiresAtMs: number | null;
  readonly placedAtMs: number;
  readonly openedAtMs: number | null;
  /** Tape number and terms of the fill; 0 while pending. */
  readonly openSeq: number;
  readonly termsVersion: number;
};

/** A live order marked to the newest quote. */
export type OrderView = Order & {
  /** The price that would close it now; null while pending or before the first quote. */
  readonly closingPrice: Price | null;
  /** Floating profit, exact to the millionth it would be booked at. */
  readonly profit: Money;
};
