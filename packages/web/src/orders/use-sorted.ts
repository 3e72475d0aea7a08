// The rows of a tab as the reader wants them sorted, and what all of the tab come to. The live
// account knows every open order, so a sort is over all of them and not only over what is loaded.
// What open positions make in all moves with the prices and is painted (order-table.tsx).

import type { Order, OrderTab } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useCallback, useMemo, useState } from "react";
import { useApp } from "../app/app.ts";
import type { OrderList } from "./order-list.ts";
import type { Sums } from "./order-table.tsx";
import { keepSort, type Sort, sortOrders } from "./sort-orders.ts";
import { sumMoney } from "./sum-money.ts";

type Sorted = {
  readonly rows: readonly Order[];
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
};

export function useSorted(tab: OrderTab, list: OrderList): Sorted {
  const { account } = useApp();
  const book = useStore(account.still);
  const [sort, chooseSort] = useState<Sort | null>(null);
  /** As it was when the sort was chosen: rows do not move under the pointer. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const rows = useMemo(() => {
    if (tab === "history" || sort === null || !book) return list.orders;
    const mine = [...book.orders.values()].filter(({ status }) => status === tab);
    return keepSort(places, mine).slice(0, Math.max(list.orders.length, 1));
  }, [tab, sort, book, places, list.orders]);
  // The same function for as long as the tab is: the headings rest while prices move.
  const setSort = useCallback(
    (next: Sort | null) => {
      chooseSort(next);
      const mine = [...(account.get()?.orders.values() ?? [])].filter(
        ({ status }) => status === tab,
      );
      setPlaces(next === null ? [] : sortOrders(mine, next).map(({ id }) => id));
    },
    [account, tab],
  );
  return { rows, sort, setSort };
}

/**
 * Of everything in the tab that prices do not move. History has its total from the server, over all
 * its pages.
 */
export function useSums(tab: OrderTab, list: OrderList): Sums {
  const book = useStore(useApp().account.still);
  return useMemo(() => {
    if (tab === "history") return { profit: list.profitTotal };
    const mine = [...(book?.orders.values() ?? [])].filter(({ status }) => status === tab);
    const sum = (of: (order: Order) => string) => sumMoney(mine.map(of));
    // Together what a pending order has reserved.
    const reserved = { margin: sum(({ margin }) => margin), fee: sum(({ fee }) => fee) };
    if (tab === "pending") return reserved;
    return {
      ...reserved,
      financing: sum(({ financing }) => financing),
    };
  }, [tab, list.profitTotal, book]);
}
