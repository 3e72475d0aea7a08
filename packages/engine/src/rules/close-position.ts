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
import { type Fill, type FillRule, RULES_VERSION } from "../fill.ts";
import type { CloseReason, OrderId } from "../order.ts";
import { f64, i32 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { Draft, OrderDraft } from "./draft.ts";
import { profitOf } from "./equity.ts";
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

/** Closes all of it. Then, when the account is flat below zero, the house protects it. */
export function closePosition(draft: Draft, slot: number, closing: Closing): void {
  const order = draft.order(slot);
  assert(order.status === "holding", "Invariant: only a position is closed (P15)");
  const { orders } = draft.state;
  const id = f64(orders.orderId, slot) as OrderId;
  const { account, market, isSell, profit } = valuePart(draft, order, order.lots);
  const fill = closingFill(market, draft.prices, isSell, closing);
  const movement = draft.moveFromHouse(account, "trading", profit, {
    cause: "profit",
    causeId: id,
  });
  account.used = money(account.used - order.margin);
  account.holdingCount -= 1;
  // A flat account is under no call; `apply` clears it likewise.
  if (account.holdingCount === 0) account.isMarginCalled = false;
  order.status = "gone";
  draft.emit({
    type: "OrderClosed",
    atMs: draft.atMs,
    orderId: id,
    accountId: account.accountId,
    book: account.book,
    marketId: market.terms.marketId,
    side: isSell ? "sell" : "buy",
    lots: lotsOf(order.lots),
    openPrice: price(order.openPrice),
    closePrice: fill.price,
    reason: closing.reason,
    profit,
    margin: order.margin,
    fee: order.fee,
    fill,
    movements: [movement],
  });
  draft.protect(account);
}

/** Closes `lots` of it; the closed part becomes an order of its own in history. */
export function reducePosition(draft: Draft, slot: number, lots: number, closing: Closing): void {
  const order = draft.order(slot);
  assert(order.status === "holding", "Invariant: only a position is reduced (P15)");
  assert(lots > 0 && lots < order.lots, "Invariant: a part is less than the whole");
  const { orders } = draft.state;
  const closedOrderId = draft.takeOrderId();
  const { account, market, isSell, profit } = valuePart(draft, order, lots);
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
function valuePart(draft: Draft, { slot, openPrice }: OrderDraft, lots: number) {
  const { state, prices } = draft;
  const { orders } = state;
  const market = state.marketAt(i32(orders.market, slot));
  assert(prices.isTradable(market), "Invariant: only an open and fresh market fills");
  const isSell = orders.isSell(slot);
  const profit = profitOf(market, { isSell, lots, openPrice }, prices);
  assert(profit !== null, "Invariant: a position that was opened can be converted");
  return { account: draft.account(i32(orders.account, slot)), market, isSell, profit };
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
