// What is new about an account or an order beside what prices do to it by themselves: such news is
// shown at once, the rest at the pace of eyes.

import type { Account, Order } from "@truetick/contract";

/** Whether nothing but what moves with the price is different. */
export function isStillOrder(now: Order, before: Order): boolean {
  const { closingPrice, profit, trailingLevel, market } = now;
  const moved: Order = { ...before, closingPrice, profit, trailingLevel, market };
  return market.id === before.market.id && isSame(now, moved);
}

export function isStillAccount(now: Account, before: Account): boolean {
  const { equity, free, profit, available, level, riskRate } = now;
  return isSame(now, { ...before, equity, free, profit, available, level, riskRate });
}

function isSame<T extends object>(now: T, before: T): boolean {
  // All its own names, as an object literal of its type has them.
  const names = Object.keys(now) as (keyof T)[];
  return names.every((name) => now[name] === before[name]);
}
