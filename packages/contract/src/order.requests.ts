// The calls about orders as an app makes them: path, fields in the wire's spelling, and how the
// answer is read. Writes go as POST with an `idempotency-key` of the app's. Browser-safe: no schema
// library. `order.requests.test.ts` holds them to the declared calls.

import type { ReadRequest } from "./market.requests.ts";
import { type OrderPage, type OrderPageWire, orderPageFromWire, type Side } from "./order.ts";
import {
  type AmendedOrder,
  type AmendedOrderWire,
  amendedOrderFromWire,
  type ClosedOrder,
  type ClosedOrders,
  type ClosedOrdersWire,
  type ClosedOrderWire,
  closedOrderFromWire,
  closedOrdersFromWire,
  type OrderPreview,
  type OrderPreviewWire,
  type OrderStops,
  type OrderStopsWire,
  orderPreviewFromWire,
  orderStopsFromWire,
  type PlacedOrder,
  type PlacedOrderWire,
  placedOrderFromWire,
  type TrailingStop,
  type TrailingStopWire,
  trailingStopFromWire,
} from "./order-answer.ts";
import {
  type HistoryFilter,
  historyFields,
  type OrderFile,
  type OrderFileWire,
  orderFileFromWire,
} from "./order-history.ts";

export type WriteRequest<T> = {
  readonly path: `/${string}`;
  readonly fields: Readonly<Record<string, string>>;
  readonly read: (wire: unknown) => T;
};

/** An order as a form has it. Numbers are the texts that were typed; null is none. */
export type NewOrder = {
  readonly marketId: string;
  readonly side: Side;
  readonly lots: string;
  readonly leverage: number;
  /** Null: at the market. */
  readonly target: string | null;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly trailingDistance: number | null;
  /** The price on the screen, and how many points worse it may become; for market orders. */
  readonly seenPrice: string | null;
  readonly maxDeviation: number | null;
  /** Unix seconds; for pending orders. */
  readonly expiresAt: number | null;
};

function orderFields(order: NewOrder): Record<string, string> {
  return withoutNull({
    type: order.side === "buy" ? "1" : "2",
    cont: order.lots,
    forex_id: order.marketId,
    status: order.target === null ? "1" : "0",
    multiple: String(order.leverage),
    target_price: order.target,
    stop_loss_price: order.stopLoss,
    target_profit_price: order.takeProfit,
    trailing_distance: order.trailingDistance,
    seen_price: order.seenPrice,
    max_deviation: order.maxDeviation,
    expire_time: order.expiresAt,
  });
}

const FIELD_OF_NAME: Readonly<Record<string, keyof NewOrder>> = {
  cont: "lots",
  multiple: "leverage",
  target_price: "target",
  stop_loss_price: "stopLoss",
  target_profit_price: "takeProfit",
};

/** Which part of an order a refusal speaks of, by the wire's name of it; null: none of these. */
export function orderFieldOf(name: unknown): keyof NewOrder | null {
  return FIELD_OF_NAME[String(name)] ?? null;
}

export function requestPlaceOrder(order: NewOrder): WriteRequest<PlacedOrder> {
  return {
    path: "/v1/api/forex/submit",
    fields: orderFields(order),
    read: (wire) => placedOrderFromWire(wire as PlacedOrderWire),
  };
}

export function requestOrderPreview(order: NewOrder): ReadRequest<OrderPreview> {
  return {
    path: "/v1/api/forex/order_preview",
    query: orderFields(order),
    read: (wire) => orderPreviewFromWire(wire as OrderPreviewWire),
  };
}

export type OrderTab = "pending" | "holding" | "history";

export function requestOrders(wanted: {
  readonly tab: OrderTab;
  readonly page: number;
  /** Of the history only, as is the order to go on from instead of a page. */
  readonly filter?: HistoryFilter;
  readonly before?: string;
}): ReadRequest<OrderPage> {
  const { tab, page, filter, before } = wanted;
  const statuses = { pending: "0", holding: "1", history: "3" } as const;
  const chosen = tab === "history" && filter ? historyFields(filter) : {};
  const place: Record<string, string> = before === undefined ? { page: String(page) } : { before };
  return {
    path: "/v1/api/forex/my_deal",
    query: { status: statuses[tab], ...place, ...chosen },
    read: (wire) => orderPageFromWire(wire as OrderPageWire),
  };
}

/** One order of the caller's, open or ended, with how it was filled. */
export function requestOrder(orderId: string): ReadRequest<OrderFile> {
  return {
    path: "/v1/api/forex/order",
    query: { id: orderId },
    read: (wire) => orderFileFromWire(wire as OrderFileWire),
  };
}

/** The address of the CSV: to be fetched with the session's header. */
export function ordersCsvPath(filter: HistoryFilter): string {
  const query = String(new URLSearchParams(historyFields(filter)));
  return `/v1/api/forex/my_deal/csv${query === "" ? "" : `?${query}`}`;
}

/** Closes a part when `lots` says how much, otherwise all of it. */
export function requestCloseOrder(closing: {
  readonly orderId: string;
  readonly lots: string | null;
}): WriteRequest<ClosedOrder> {
  return {
    path: "/v1/api/forex/close",
    fields: withoutNull({ id: closing.orderId, cont: closing.lots }),
    read: (wire) => closedOrderFromWire(wire as ClosedOrderWire),
  };
}

export function requestCloseAll(closing: {
  /** Null: in every market. */
  readonly marketId: string | null;
  readonly isCancellingPending: boolean;
}): WriteRequest<ClosedOrders> {
  const { marketId, isCancellingPending } = closing;
  return {
    path: "/v1/api/forex/close_all",
    fields: withoutNull({ forex_id: marketId, with_pending: isCancellingPending ? "1" : null }),
    read: (wire) => closedOrdersFromWire(wire as ClosedOrdersWire),
  };
}

export function requestCancelOrder(orderId: string): WriteRequest<void> {
  return {
    path: "/v1/api/forex/cancel_trade",
    fields: { id: orderId },
    read: () => undefined,
  };
}

/** Sets both: what is null is taken off. */
export function requestSetStops(stops: OrderStops): WriteRequest<OrderStops> {
  return {
    path: "/v1/api/forex/set_stop_price",
    fields: {
      id: stops.id,
      stop_loss_price: stops.stopLoss ?? "0",
      target_profit_price: stops.takeProfit ?? "0",
    },
    read: (wire) => orderStopsFromWire(wire as OrderStopsWire),
  };
}

export function requestSetTrailing(trailing: {
  readonly orderId: string;
  /** Points; null takes it off. */
  readonly distance: number | null;
}): WriteRequest<TrailingStop> {
  return {
    path: "/v1/api/forex/set_trailing_stop",
    fields: { id: trailing.orderId, trailing_distance: String(trailing.distance ?? 0) },
    read: (wire) => trailingStopFromWire(wire as TrailingStopWire),
  };
}

/** Every field is the new value: what is null is taken off. */
export function requestAmendOrder(amendment: {
  readonly orderId: string;
  readonly target: string;
  readonly stopLoss: string | null;
  readonly takeProfit: string | null;
  readonly expiresAt: number | null;
}): WriteRequest<AmendedOrder> {
  return {
    path: "/v1/api/forex/amend_trade",
    fields: {
      id: amendment.orderId,
      target_price: amendment.target,
      stop_loss_price: amendment.stopLoss ?? "0",
      target_profit_price: amendment.takeProfit ?? "0",
      expire_time: String(amendment.expiresAt ?? 0),
    },
    read: (wire) => amendedOrderFromWire(wire as AmendedOrderWire),
  };
}

function withoutNull(fields: Readonly<Record<string, string | number | null>>) {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) given[name] = String(value);
  }
  return given;
}
