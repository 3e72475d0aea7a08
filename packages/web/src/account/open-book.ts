// An account with its open orders, and what prices do to it by themselves told apart from news: the
// still book rests while only prices move.

import type { Account, Order } from "@truetick/contract";

export type OpenBook = {
  readonly account: Account;
  /** Pending and holding orders by id, all of them. */
  readonly orders: ReadonlyMap<string, Order>;
};

/**
 * The newest book with everything as it was before that only prices have moved since; the very same
 * as before when nothing else has happened.
 */
export function stillBook(now: OpenBook, before: OpenBook | null): OpenBook {
  if (!before) return now;
  const account = isStillAccount(now.account, before.account) ? before.account : now.account;
  let isSame = account === before.account && now.orders.size === before.orders.size;
  const orders = new Map<string, Order>();
  for (const [id, order] of now.orders) {
    const known = before.orders.get(id);
    const still = known && isStillOrder(order, known) ? known : order;
    isSame &&= still === known;
    orders.set(id, still);
  }
  return isSame ? before : { account, orders };
}

function isStillOrder(now: Order, before: Order): boolean {
  if (now === before) return true;
  const { closingPrice, profit, trailingLevel, market } = now;
  const moved: Order = { ...before, closingPrice, profit, trailingLevel, market };
  return market.id === before.market.id && isSame(now, moved);
}

function isStillAccount(now: Account, before: Account): boolean {
  const { equity, free, profit, available, level, riskRate } = now;
  return isSame(now, { ...before, equity, free, profit, available, level, riskRate });
}

function isSame<T extends object>(now: T, before: T): boolean {
  // All its own names, as an object literal of its type has them.
  const names = Object.keys(now) as (keyof T)[];
  return names.every((name) => now[name] === before[name]);
}
