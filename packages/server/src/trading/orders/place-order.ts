// Places an order. The answer is made of the event alone (T01).

import { type PlacedOrder, placedOrderToWire } from "@truetick/contract";
import { type CALLS, orderDraftFromFields } from "@truetick/contract/calls";
import type { Event, OrderOpened, OrderPlaced } from "@truetick/engine";
import { formatLots, formatMoney, formatPrice } from "@truetick/money";
import { type Handler, isRefused } from "../../platform/handler.ts";
import type { KnownMarket } from "../markets/market-directory.ts";
import { eventOf, submitAttempt } from "../submit-attempt.ts";
import { levelText } from "./describe-order.ts";
import type { OrderParts } from "./orders.routes.ts";
import { readDraft } from "./read-draft.ts";

export function createPlaceOrder(parts: OrderParts): Handler<typeof CALLS.placeOrder> {
  return async (fields, context) => {
    const { accountId } = context.caller;
    const draft = orderDraftFromFields(fields);
    const drafted = readDraft(draft, { accountId, directory: parts.directory });
    if (isRefused(drafted)) return drafted;
    const { market, command } = drafted;
    const { pricePrecision } = market;
    const outcome = await submitAttempt(parts.submit, command, { context, pricePrecision });
    if (isRefused(outcome)) return outcome;
    return placedOrderToWire(describePlaced(eventOf(outcome.events.find(isPlacing)), market));
  };
}

function isPlacing(event: Event): event is OrderOpened | OrderPlaced {
  return event.type === "OrderOpened" || event.type === "OrderPlaced";
}

function describePlaced(event: OrderOpened | OrderPlaced, market: KnownMarket): PlacedOrder {
  const isHolding = event.type === "OrderOpened";
  const askedPrice = isHolding ? event.askedPrice : event.target;
  const expiresAtMs = isHolding ? null : event.expiresAtMs;
  return {
    id: String(event.orderId),
    status: isHolding ? "holding" : "pending",
    side: event.side,
    marketId: market.id,
    lots: formatLots(event.lots),
    leverage: event.leverage,
    askedPrice: formatPrice(askedPrice, market.pricePrecision),
    openPrice: isHolding ? formatPrice(event.openPrice, market.pricePrecision) : null,
    margin: formatMoney(event.margin),
    fee: formatMoney(event.fee),
    stopLoss: levelText(event.stopLoss, market),
    takeProfit: levelText(event.takeProfit, market),
    trailingDistance: event.trailingDistance,
    expiresAt: expiresAtMs === null ? null : Math.floor(expiresAtMs / 1_000),
    placedAt: event.atMs / 1_000,
    seq: isHolding ? event.fill.seq : event.seq,
  };
}
