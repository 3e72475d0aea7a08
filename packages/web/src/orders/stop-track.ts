// Where a position stands between its stop loss and its take profit, as parts of a bar. Loss is
// always left and gain right, for buys and sells alike. Without one of the two that end is open,
// and as far away as it takes to show the way that the price has come.

import type { Order } from "@truetick/contract";

export type Track = {
  /** From 0 to 100. */
  readonly entry: number;
  readonly now: number;
  readonly hasStopLoss: boolean;
  readonly hasTakeProfit: boolean;
};

const OPEN_END = 1.5;

/** Null while there is nothing between which it could stand. */
export function trackOf(order: Order): Track | null {
  const { openPrice, closingPrice, side } = order;
  if (openPrice === null || closingPrice === null) return null;
  const open = Number(openPrice);
  const sign = side === "buy" ? 1 : -1;
  const along = (price: string | null) => (price === null ? null : (Number(price) - open) * sign);
  const now = along(closingPrice) ?? 0;
  const stop = along(order.trailingLevel ?? order.stopLoss);
  const target = along(order.takeProfit);
  if (stop === null && target === null) return null;
  const reach = Math.abs(stop ?? target ?? now);
  const low = Math.min(stop ?? -Math.max(reach, -now * OPEN_END), now, 0);
  const high = Math.max(target ?? Math.max(reach, now * OPEN_END), now, 0);
  if (high <= low) return null;
  const place = (value: number) => ((value - low) / (high - low)) * 100;
  return {
    entry: place(0),
    now: place(now),
    hasStopLoss: stop !== null,
    hasTakeProfit: target !== null,
  };
}
