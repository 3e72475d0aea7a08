// Closes an order or a part of it, or everything at once. Answers are made of events alone (T01).

import { type ClosedOrder, closedOrdersToWire, closedOrderToWire } from "@truetick/contract";
import { type CALLS, closingFromFields, closingOfAllFromFields } from "@truetick/contract/calls";
import {
  type Event,
  marketId,
  type OrderCancelled,
  type OrderClosed,
  type OrderLeftOpen,
  type OrderReduced,
  orderId,
} from "@truetick/engine";
import { formatLots, formatMoney, formatPrice, money, ZERO_LOTS } from "@truetick/money";
import { type Handler, isRefused, refuse } from "../../platform/handler.ts";
import { type MarketDirectory, marketOf } from "../markets/market-directory.ts";
import { eventOf, submitAttempt } from "../submit-attempt.ts";
import type { OrderParts } from "./orders.routes.ts";
import { readLots } from "./read-draft.ts";

export function createCloseOrder(parts: OrderParts): Handler<typeof CALLS.closeOrder> {
  return async (fields, context) => {
    const closing = closingFromFields(fields);
    const lots = closing.lots === null ? null : readLots(closing.lots);
    if (isRefused(lots)) return lots;
    const { accountId } = context.caller;
    const id = orderId(closing.orderId);
    const command = { type: "CloseOrder", accountId, orderId: id, lots, reason: "user" } as const;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision: null });
    if (isRefused(outcome)) return outcome;
    const closed = outcome.events.filter(isClosing).find((event) => event.orderId === id);
    return closedOrderToWire(describeClosed(eventOf(closed), parts.directory));
  };
}

export function createCloseAll(parts: OrderParts): Handler<typeof CALLS.closeAllOrders> {
  return async (fields, context) => {
    const { marketId: wanted, isCancelling } = closingOfAllFromFields(fields);
    if (wanted !== null && !parts.directory(wanted)) return refuse("MARKET_UNKNOWN");
    const command = {
      type: "CloseAll",
      accountId: context.caller.accountId,
      marketId: wanted === null ? null : marketId(wanted),
      reason: "user",
      isCancellingPending: isCancelling,
    } as const;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision: null });
    if (isRefused(outcome)) return outcome;
    // A stop-out that follows in the same breath is no part of what was asked for.
    const closed = outcome.events.filter(isClosing).filter(({ reason }) => reason === "user");
    const profit = closed.reduce((sum, event) => sum + event.profit, 0n);
    return closedOrdersToWire({
      orders: closed.map((event) => describeClosed(event, parts.directory)),
      profitTotal: formatMoney(money(profit)),
      cancelledIds: outcome.events.filter(isUserCancel).map((event) => String(event.orderId)),
      left: outcome.events.filter(isLeft).map(({ orderId: id, reason }) => {
        return { id: String(id), reason };
      }),
    });
  };
}

function isClosing(event: Event): event is OrderClosed | OrderReduced {
  return event.type === "OrderClosed" || event.type === "OrderReduced";
}

function isUserCancel(event: Event): event is OrderCancelled {
  return event.type === "OrderCancelled" && event.reason === "user";
}

function isLeft(event: Event): event is OrderLeftOpen {
  return event.type === "OrderLeftOpen";
}

function describeClosed(
  event: OrderClosed | OrderReduced,
  directory: MarketDirectory,
): ClosedOrder {
  const { pricePrecision } = marketOf(directory, event.marketId);
  const isPart = event.type === "OrderReduced";
  return {
    id: String(isPart ? event.closedOrderId : event.orderId),
    orderId: String(event.orderId),
    lots: formatLots(event.lots),
    lotsLeft: formatLots(isPart ? event.lotsLeft : ZERO_LOTS),
    openPrice: formatPrice(event.openPrice, pricePrecision),
    closingPrice: formatPrice(event.closePrice, pricePrecision),
    profit: formatMoney(event.profit),
    margin: formatMoney(event.margin),
    fee: formatMoney(event.fee),
    closedAt: event.atMs / 1_000,
    seq: event.fill.seq,
  };
}
