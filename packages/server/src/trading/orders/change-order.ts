// Cancels an order, or changes its stops, its trailing stop or its terms. Answers are made of the
// event alone (T01). An order of somebody else is as unknown as one that never was (T56).

import { amendedOrderToWire, orderStopsToWire, trailingStopToWire } from "@truetick/contract";
import {
  amendmentFromFields,
  type CALLS,
  orderIdFromFields,
  stopsFromFields,
  trailingFromFields,
} from "@truetick/contract/calls";
import { type AccountId, type OrderId, orderId } from "@truetick/engine";
import { formatMoney, formatPrice } from "@truetick/money";
import { type Handler, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { type KnownMarket, marketOf } from "../markets/market-directory.ts";
import { eventOf, submitAttempt } from "../submit-attempt.ts";
import { levelText } from "./describe-order.ts";
import { findMarketOfOrder } from "./order-history.ts";
import type { OrderParts } from "./orders.routes.ts";
import { readLevel } from "./read-draft.ts";

export function createCancelOrder(parts: OrderParts): Handler<typeof CALLS.cancelOrder> {
  return async (fields, context) => {
    const id = orderId(orderIdFromFields(fields));
    const { accountId } = context.caller;
    const command = { type: "CancelOrder", accountId, orderId: id } as const;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision: null });
    return isRefused(outcome) ? outcome : { Id: String(id) };
  };
}

export function createSetStops(parts: OrderParts): Handler<typeof CALLS.setStops> {
  return async (fields, context) => {
    const change = stopsFromFields(fields);
    const id = orderId(change.orderId);
    const { accountId } = context.caller;
    const market = await findMarket(parts, { orderId: id, accountId });
    if (isRefused(market)) return market;
    const stopLoss = readLevel(change.stopLoss, "stopLoss", market);
    const takeProfit = readLevel(change.takeProfit, "takeProfit", market);
    if (isRefused(stopLoss)) return stopLoss;
    if (isRefused(takeProfit)) return takeProfit;
    if (!mayEdit(parts, context)) return refuse("TOO_MANY");
    const command = { type: "SetStops", accountId, orderId: id, stopLoss, takeProfit } as const;
    const { pricePrecision } = market;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision });
    if (isRefused(outcome)) return outcome;
    const set = eventOf(outcome.events.find((event) => event.type === "StopsSet"));
    return orderStopsToWire({
      id: String(set.orderId),
      stopLoss: levelText(set.stopLoss, market),
      takeProfit: levelText(set.takeProfit, market),
    });
  };
}

export function createSetTrailing(parts: OrderParts): Handler<typeof CALLS.setTrailingStop> {
  return async (fields, context) => {
    const { orderId: number, distance } = trailingFromFields(fields);
    const id = orderId(number);
    const { accountId } = context.caller;
    const market = await findMarket(parts, { orderId: id, accountId });
    if (isRefused(market)) return market;
    if (!mayEdit(parts, context)) return refuse("TOO_MANY");
    const command = { type: "SetTrailing", accountId, orderId: id, distance } as const;
    const { pricePrecision } = market;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision });
    if (isRefused(outcome)) return outcome;
    const set = eventOf(outcome.events.find((event) => event.type === "TrailingSet"));
    return trailingStopToWire({
      id: String(set.orderId),
      distance: set.trailingDistance,
      level: levelText(set.trailingLevel, market),
    });
  };
}

export function createAmendOrder(parts: OrderParts): Handler<typeof CALLS.amendOrder> {
  return async (fields, context) => {
    const amendment = amendmentFromFields(fields);
    const id = orderId(amendment.orderId);
    const { accountId } = context.caller;
    const market = await findMarket(parts, { orderId: id, accountId });
    if (isRefused(market)) return market;
    const target = readLevel(amendment.target, "target", market);
    const stopLoss = readLevel(amendment.stopLoss, "stopLoss", market);
    const takeProfit = readLevel(amendment.takeProfit, "takeProfit", market);
    if (isRefused(target)) return target;
    if (isRefused(stopLoss)) return stopLoss;
    if (isRefused(takeProfit)) return takeProfit;
    if (target === null) return refuse("TARGET_REQUIRED");
    if (!mayEdit(parts, context)) return refuse("TOO_MANY");
    const expiresAtMs = amendment.expiresAt === null ? null : amendment.expiresAt * 1_000;
    const levels = { target, stopLoss, takeProfit, expiresAtMs };
    const command = { type: "AmendOrder", accountId, orderId: id, ...levels } as const;
    const { pricePrecision } = market;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision });
    if (isRefused(outcome)) return outcome;
    const amended = eventOf(outcome.events.find((event) => event.type === "OrderAmended"));
    return amendedOrderToWire({
      id: String(amended.orderId),
      askedPrice: formatPrice(amended.target, pricePrecision),
      stopLoss: levelText(amended.stopLoss, market),
      takeProfit: levelText(amended.takeProfit, market),
      expiresAt: amended.expiresAtMs === null ? null : Math.floor(amended.expiresAtMs / 1_000),
      margin: formatMoney(amended.margin),
      fee: formatMoney(amended.fee),
    });
  };
}

/** Spamming edits is refused long before it costs anybody anything (T59). */
function mayEdit(
  { edits }: OrderParts,
  { caller, attempt }: { caller: { accountId: AccountId }; attempt: { key: string } | null },
): boolean {
  return edits.allows(String(caller.accountId), attempt?.key);
}

/**
 * The market of an order, without which its prices cannot be read. Asked of the blotter, which
 * also knows orders that have ended: a repeated attempt must be read as it was the first time.
 */
async function findMarket(
  parts: OrderParts,
  order: { readonly orderId: OrderId; readonly accountId: AccountId },
): Promise<KnownMarket | Refused> {
  const id = await findMarketOfOrder(parts.database, order);
  return id === null ? refuse("ORDER_UNKNOWN") : marketOf(parts.directory, id);
}
