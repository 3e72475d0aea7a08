// The open orders in the order the reader has asked for: by a column, up or down. Pure. Sorted once
// per choice and not per tick: a row that moved under the pointer would be closed by mistake.

import type { Order } from "@truetick/contract";

export const SORT_COLUMNS = [
  "market",
  "side",
  "lots",
  "open",
  "margin",
  "financing",
  "profit",
  "target",
  "placed",
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export type Sort = { readonly column: SortColumn; readonly isDown: boolean };

const WORDS: ReadonlySet<SortColumn> = new Set(["market", "side"]);

function worthOf(order: Order, column: SortColumn): string | number {
  switch (column) {
    case "market":
      return order.market.displayCode;
    case "side":
      return order.side;
    case "lots":
      return Number(order.lots);
    case "open":
      return Number(order.openPrice ?? 0);
    case "margin":
      return Number(order.margin);
    case "financing":
      return Number(order.financing);
    case "profit":
      return Number(order.profit);
    case "target":
      return Number(order.askedPrice);
    case "placed":
      return order.placedAt;
  }
}

/** Equal ones stand newest first. */
export function sortOrders(orders: readonly Order[], { column, isDown }: Sort): readonly Order[] {
  const sign = isDown ? -1 : 1;
  return [...orders].sort((left, right) => {
    const [one, other] = [worthOf(left, column), worthOf(right, column)];
    if (one === other) return Number(right.id) - Number(left.id);
    return one < other ? -sign : sign;
  });
}

/** Figures begin with the biggest, words with A; the third press gives the newest first again. */
export function nextSort(sort: Sort | null, column: SortColumn): Sort | null {
  const isDownFirst = !WORDS.has(column);
  if (sort?.column !== column) return { column, isDown: isDownFirst };
  return sort.isDown === isDownFirst ? { column, isDown: !isDownFirst } : null;
}

/** The rows of an earlier sort as they are now: gone ones left out, new ones on top. */
export function keepSort(ids: readonly string[], orders: readonly Order[]): readonly Order[] {
  const places = new Map(ids.map((id, at) => [id, at]));
  return [...orders].sort((left, right) => {
    return (places.get(left.id) ?? -1) - (places.get(right.id) ?? -1);
  });
}
