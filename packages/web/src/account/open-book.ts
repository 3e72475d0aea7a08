// An account with its open orders, and what prices do to it by themselves told apart from news: the
// still book rests while only prices move.

import type { Account, Order } from "@truetick/contract";

export type OpenBook = {
  readonly account: Account;
  /** Pending and holding orders by id, all of them. */
  readonly orders: ReadonlyMap<string, Order>;
};

/** An order's market is the same for good, in another object each time. */
const MOVING_IN_ORDER: ReadonlySet<keyof Order> = new Set([
  "closingPrice",
  "profit",
  "trailingLevel",
  "market",
] as const);
const MOVING_IN_ACCOUNT: ReadonlySet<keyof Account> = new Set([
  "equity",
  "free",
  "profit",
  "available",
  "level",
  "riskRate",
] as const);

function isStill<T extends object>(now: T, before: T, moving: ReadonlySet<keyof T>): boolean {
  // All its own names, as an object literal of its type has them.
  const names = Object.keys(now) as (keyof T)[];
  return names.every((name) => moving.has(name) || now[name] === before[name]);
}

/**
 * The newest book with everything as it was before that only prices have moved since; the very same
 * as before when nothing else has happened.
 */
export function stillBook(now: OpenBook, before: OpenBook | null): OpenBook {
  if (!before) return now;
  const account = isStill(now.account, before.account, MOVING_IN_ACCOUNT)
    ? before.account
    : now.account;
  let isSame = account === before.account && now.orders.size === before.orders.size;
  const orders = new Map<string, Order>();
  for (const [id, order] of now.orders) {
    const known = before.orders.get(id);
    const still = known && isStill(order, known, MOVING_IN_ORDER) ? known : order;
    isSame &&= still === known;
    orders.set(id, still);
  }
  return isSame ? before : { account, orders };
}
