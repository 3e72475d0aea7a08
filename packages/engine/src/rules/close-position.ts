// Closes a position, or part of it, at the price the quote gives: the one way profit is booked.
// Used by the trader's own close, by stops, by the stop-out, by demo reset and by delisting.
import {
  assert,
  lots as lotsOf,
  type Money,
  money,
  type Price,
  price,
  shareDown,
} from "@truetick/money";
import type { OrderClosed } from "../event.ts";
import { type Fill, type FillRule, RULES_VERSION } from "../fill.ts";
import type { Movement } from "../ledger.ts";
import type { CloseReason, OrderId } from "../order.ts";
import { f64, i32 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { type Draft, draftOrder, type OrderDraft } from "./draft.ts";
import { profitOf } from "./equity.ts";
import { onlyMovement } from "./only-movement.ts";
import type { Prices } from "./prices.ts";

export type Closing = {
  readonly reason: CloseReason;
  readonly rule: FillRule;
  /** The stop that fired; null when none did. */
  readonly level: Price | null;
};

const RULE_OF_REASON: Readonly<Record<CloseReason, FillRule>> = {
  user: "close",
  copy: "close",
  "copy-stop-loss": "close",
  "copy-stopped": "close",
  "take-profit": "take-profit",
  "stop-loss": "stop-loss",
  "trailing-stop": "trailing-stop",
  "stop-out": "stop-out",
  "demo-reset": "demo-reset",
  delisted: "delisting",
};

export function closingFor(reason: CloseReason, level: Price | null = null): Closing {
  return { reason, rule: RULE_OF_REASON[reason], level };
}

/** What a trader closes himself. */
export const CLOSED_BY_USER: Closing = closingFor("user");

/** Closes all of it. Then, when the account is flat below zero, the house protects it. */
export function closePosition(draft: Draft, slot: number, closing: Closing): void {
  const { state, prices } = draft;
  const order = draft.order(slot);
  assert(order.status === "holding", "Invariant: only a position is closed (P15)");
  const causeId = f64(state.orders.orderId, slot);
  const account = draft.account(i32(state.orders.account, slot));
  const profit = profitOfPart(state, prices, order, order.lots);
  const why = { cause: "profit", causeId } as const;
  const movement = draft.moveFromHouse(account, "trading", profit, why);
  account.used = money(account.used - order.margin);
  account.holdingCount -= 1;
  // A flat account is under no call; `apply` clears it likewise.
  if (account.holdingCount === 0) account.isMarginCalled = false;
  order.status = "gone";
  draft.emit(closedEvent(state, prices, order, { closing, profit, movement }));
  draft.protect(account);
}

/**
 * The event of closing all of it, for a decision of nothing else. Null when the house would have to
 * protect the account: that is a second event.
 */
export function closeAlone(
  state: State,
  slot: number,
  prices: Prices,
  closing: Closing,
): OrderClosed | null {
  const { accounts, orders } = state;
  const account = i32(orders.account, slot);
  const order = draftOrder(orders, slot);
  const profit = profitOfPart(state, prices, order, order.lots);
  const isLast = accounts.holdingCount(account) === 1;
  if (isLast && accounts.cash(account) + profit < 0n) return null;
  const movement = onlyMovement(state, account, {
    from: "trading",
    amount: profit,
    cause: "profit",
    causeId: f64(orders.orderId, slot),
  });
  return closedEvent(state, prices, order, { closing, profit, movement });
}

function closedEvent(
  state: State,
  prices: Prices,
  order: OrderDraft,
  closed: { closing: Closing; profit: Money; movement: Movement },
): OrderClosed {
  const { accounts, orders } = state;
  const { closing, movement } = closed;
  const { slot } = order;
  const account = i32(orders.account, slot);
  const market = state.marketAt(i32(orders.market, slot));
  const isSell = orders.isSell(slot);
  const fill = closingFill(market, prices, isSell, closing);
  return {
    type: "OrderClosed",
    atMs: prices.atMs,
    orderId: f64(orders.orderId, slot) as OrderId,
    accountId: accounts.accountId(account),
    book: accounts.book(account),
    marketId: market.terms.marketId,
    side: isSell ? "sell" : "buy",
    lots: lotsOf(order.lots),
    openPrice: price(order.openPrice),
    closePrice: fill.price,
    reason: closing.reason,
    profit: closed.profit,
    margin: order.margin,
    fee: order.fee,
    fill,
    movements: [movement],
  };
}

/** Closes `lots` of it; the closed part becomes an order of its own in history. */
export function reducePosition(draft: Draft, slot: number, lots: number, closing: Closing): void {
  const order = draft.order(slot);
  assert(order.status === "holding", "Invariant: only a position is reduced (P15)");
  assert(lots > 0 && lots < order.lots, "Invariant: a part is less than the whole");
  const { state } = draft;
  const { orders } = state;
  const closedOrderId = draft.takeOrderId();
  const account = draft.account(i32(orders.account, slot));
  const market = state.marketAt(i32(orders.market, slot));
  const isSell = orders.isSell(slot);
  const profit = profitOfPart(state, draft.prices, order, lots);
  const fill = closingFill(market, draft.prices, isSell, closing);
  const movement = draft.moveFromHouse(account, "trading", profit, {
    cause: "profit",
    causeId: closedOrderId,
  });
  const split = splitOrder(order, lots);
  account.used = money(account.used - split.margin);
  order.lots -= lots;
  order.margin = money(order.margin - split.margin);
  order.fee = money(order.fee - split.fee);
  draft.emit({
    type: "OrderReduced",
    atMs: draft.atMs,
    orderId: f64(orders.orderId, slot) as OrderId,
    accountId: account.accountId,
    book: account.book,
    marketId: market.terms.marketId,
    closedOrderId,
    side: isSell ? "sell" : "buy",
    leverage: i32(orders.leverage, slot),
    askedPrice: price(f64(orders.askedPrice, slot)),
    openedAtMs: f64(orders.openedAtMs, slot) || draft.atMs,
    stopLoss: priceOrNull(f64(orders.stopLoss, slot)),
    takeProfit: priceOrNull(f64(orders.takeProfit, slot)),
    lots: lotsOf(lots),
    openPrice: price(order.openPrice),
    closePrice: fill.price,
    reason: closing.reason,
    profit,
    margin: split.margin,
    fee: split.fee,
    lotsLeft: lotsOf(order.lots),
    marginLeft: order.margin,
    feeLeft: order.fee,
    fill,
    movements: [movement],
  });
}

/** The part's share of margin and fee; what does not divide stays with the rest. */
export function splitOrder(
  order: { margin: Money; fee: Money; lots: number },
  lots: number,
): { margin: Money; fee: Money } {
  return {
    margin: shareDown(order.margin, lots, order.lots),
    fee: shareDown(order.fee, lots, order.lots),
  };
}

export function priceOrNull(points: number): Price | null {
  return points === 0 ? null : price(points);
}

/** What `lots` of the order are worth at the price that closes. */
function profitOfPart(state: State, prices: Prices, order: OrderDraft, lots: number): Money {
  const { orders } = state;
  const { slot, openPrice } = order;
  const market = state.marketAt(i32(orders.market, slot));
  assert(prices.isTradable(market), "Invariant: only an open and fresh market fills");
  const profit = profitOf(market, { isSell: orders.isSell(slot), lots, openPrice }, prices);
  assert(profit !== null, "Invariant: a position that was opened can be converted");
  return profit;
}

function closingFill(
  market: MarketSlot,
  prices: Prices,
  isSell: boolean,
  { rule, level }: Closing,
): Fill {
  return {
    marketId: market.terms.marketId,
    seq: prices.seqOf(market),
    bid: price(prices.bidOf(market)),
    ask: price(prices.askOf(market)),
    price: prices.closingOf(market, isSell),
    rule,
    level,
    rulesVersion: RULES_VERSION,
    termsVersion: market.terms.version,
    quoteConversion: prices.convert(market.quotePath)?.path ?? [],
    baseConversion: [],
  };
}
