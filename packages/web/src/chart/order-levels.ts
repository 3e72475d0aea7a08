// The prices of a market's open orders that the chart draws as lines: where they opened or wait,
// their stops, and where a trailing stop stands. Also what a line becomes when it is dragged, and
// what is sent for it. Pure; the account book is the only source.

import {
  type Order,
  requestAmendOrder,
  requestSetStops,
  type WriteRequest,
} from "@truetick/contract";
import { parsePrice } from "@truetick/money";

/** More lines than these nobody can tell apart; the list of orders has them all. */
const ORDERS_DRAWN_MAX = 20;

export type MovableRole = "target" | "stopLoss" | "takeProfit";
export type LevelRole = MovableRole | "entry" | "trailing";

export type OrderLevel = {
  readonly order: Order;
  readonly role: LevelRole;
  /** A decimal of the wire. */
  readonly price: string;
};

export function levelKey({ order, role }: Pick<OrderLevel, "order" | "role">): string {
  return `${order.id}-${role}`;
}

function levelsOfOrder(order: Order): readonly OrderLevel[] {
  const isPending = order.status === "pending";
  const roles: readonly (readonly [LevelRole, string | null])[] = [
    isPending ? ["target", order.askedPrice] : ["entry", order.openPrice],
    ["stopLoss", order.stopLoss],
    ["takeProfit", order.takeProfit],
    ["trailing", order.trailingLevel],
  ];
  return roles.flatMap(([role, price]) => (price === null ? [] : [{ order, role, price }]));
}

/** Of the newest orders of the market, the newest first. */
export function levelsOf(orders: Iterable<Order>, marketId: string): readonly OrderLevel[] {
  return [...orders]
    .filter(({ market, status }) => market.id === marketId && OPEN.has(status))
    .sort((left, right) => Number(right.id) - Number(left.id))
    .slice(0, ORDERS_DRAWN_MAX)
    .flatMap(levelsOfOrder);
}

const OPEN = new Set<Order["status"]>(["pending", "holding"]);

/**
 * What a line becomes at a price. A stop or a target stays what it is; out of an entry comes the
 * stop that can stand there: on the losing side of the price that would close the order now a stop
 * loss, on the other a take profit. Null when it can become nothing.
 */
export function roleAt({ order, role }: OrderLevel, price: string): MovableRole | null {
  if (role === "trailing") return null;
  if (role !== "entry") return role;
  const { pricePrecision } = order.market;
  const level = parsePrice(price, pricePrecision);
  const now = order.closingPrice === null ? null : parsePrice(order.closingPrice, pricePrecision);
  if (level === null || now === null || level === now) return null;
  return level > now === (order.side === "buy") ? "takeProfit" : "stopLoss";
}

/** The levels with one of them at another price, or drawn in addition. */
export function withMoved(
  levels: readonly OrderLevel[],
  moved: OrderLevel | null,
): readonly OrderLevel[] {
  if (!moved) return levels;
  const key = levelKey(moved);
  const isKnown = levels.some((level) => levelKey(level) === key);
  if (!isKnown) return [...levels, moved];
  return levels.map((level) =>
    levelKey(level) === key ? { ...level, price: moved.price } : level,
  );
}

/** The request that moves a level of an order to a price; its other terms stay. */
export function requestMove(
  order: Order,
  { role, price }: { readonly role: MovableRole; readonly price: string },
): WriteRequest<unknown> {
  const stops = { stopLoss: order.stopLoss, takeProfit: order.takeProfit };
  if (role === "target") {
    const { id: orderId, expiresAt } = order;
    return requestAmendOrder({ orderId, target: price, ...stops, expiresAt });
  }
  return requestSetStops({ id: order.id, ...stops, [role]: price });
}
