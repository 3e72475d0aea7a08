// One tab of orders as state: pages from the server, kept true between them by what the live
// account says. Pure; `use-orders.ts` feeds it. Invariant: the rows are the newest of the tab
// without a hole, so that the next page begins where they end.

import type { Order, OrderPage, OrderTab } from "@truetick/contract";
import type { Failure } from "../api/server.ts";

export const ROWS_PER_PAGE = 20;

export type OrderList = {
  readonly tab: OrderTab;
  readonly phase: "loading" | "ready" | "failed";
  readonly orders: readonly Order[];
  readonly total: number;
  /** Over all pages; 6 decimals. */
  readonly profitTotal: string;
  /** What can be spent; 2 decimals. */
  readonly balance: string;
  /** Of the last asking; null when it went well. */
  readonly failure: Failure | null;
};

export function emptyList(tab: OrderTab): OrderList {
  return {
    tab,
    phase: "loading",
    orders: [],
    total: 0,
    profitTotal: "0.000000",
    balance: "0.00",
    failure: null,
  };
}

export function hasMore({ orders, total }: OrderList): boolean {
  return orders.length < total;
}

/** Rows may have left since they were fetched; then the next page overlaps with what is known. */
export function nextPage({ orders }: OrderList): number {
  return Math.floor(orders.length / ROWS_PER_PAGE) + 1;
}

/** The first page again: what ended since leads, and what has been read stays where it is. */
export function takeNewest(list: OrderList, page: OrderPage): OrderList {
  const known = new Set(list.orders.map(({ id }) => id));
  const isJoined = page.orders.some(({ id }) => known.has(id));
  // More has ended than a page holds: there would be a hole, so the rows begin anew.
  if (!isJoined) return takePage(list, page, true);
  const fresh = page.orders.filter(({ id }) => !known.has(id));
  return { ...takePage(list, page, true), orders: [...fresh, ...list.orders] };
}

export function takePage(list: OrderList, page: OrderPage, isFirst: boolean): OrderList {
  const known = isFirst ? [] : list.orders;
  const ids = new Set(known.map(({ id }) => id));
  return {
    ...list,
    phase: "ready",
    orders: [...known, ...page.orders.filter(({ id }) => !ids.has(id))],
    total: page.total,
    profitTotal: page.profitTotal,
    balance: page.balance,
    failure: null,
  };
}

export function takeFailure(list: OrderList, failure: Failure): OrderList {
  // What is on the screen stays; only a list that never came has failed.
  return { ...list, phase: list.phase === "loading" ? "failed" : list.phase, failure };
}

/** What the live account says of this tab: changed rows change, gone ones leave, new ones lead. */
export function takeLive(list: OrderList, open: ReadonlyMap<string, Order>): OrderList {
  if (list.tab === "history" || list.phase !== "ready") return list;
  const mine = [...open.values()].filter(({ status }) => status === list.tab);
  const kept = list.orders.flatMap(({ id }) => {
    const now = open.get(id);
    return now?.status === list.tab ? [now] : [];
  });
  // What is newer than the last row belongs among the rows; a later page brings the rest. Without
  // a row there is no way to a later page: then all of them come.
  const isCut = kept.length > 0 && list.orders.length < list.total;
  const oldest = isCut ? Number(list.orders.at(-1)?.id ?? 0) : 0;
  const ids = new Set(kept.map(({ id }) => id));
  const added = mine.filter(({ id }) => !ids.has(id) && Number(id) > oldest);
  const orders = [...added, ...kept].sort((left, right) => Number(right.id) - Number(left.id));
  const isSame =
    mine.length === list.total &&
    orders.length === list.orders.length &&
    orders.every((order, at) => order === list.orders[at]);
  return isSame ? list : { ...list, orders, total: mine.length };
}
