// One tab of orders for a screen: its first page, more of them, and what happens to them meanwhile.
// The live account shows the open ones at once; history is asked for again when something ended.

import { type OrderTab, requestOrders } from "@truetick/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { OpenBook } from "../account/account-book.ts";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import {
  emptyList,
  hasMore,
  nextPage,
  type OrderList,
  ROWS_PER_PAGE,
  takeFailure,
  takeLive,
  takePage,
} from "./order-list.ts";

/** Several may end in one breath. */
const ENDED_PAUSE_MS = 300;

export type Orders = {
  readonly list: OrderList;
  readonly isLoadingMore: boolean;
  /** Answers what went wrong, or null. */
  readonly refresh: () => Promise<Failure | null>;
  readonly loadMore: () => void;
};

/** What the live account can already show of a tab, before the first page. */
function listFrom(tab: OrderTab, open: OpenBook | null): OrderList {
  const empty = emptyList(tab);
  if (!open || tab === "history") return empty;
  const mine = [...open.orders.values()]
    .filter(({ status }) => status === tab)
    .sort((left, right) => Number(right.id) - Number(left.id));
  return {
    ...empty,
    phase: "ready",
    orders: mine.slice(0, ROWS_PER_PAGE),
    total: mine.length,
    profitTotal: tab === "holding" ? open.account.profit : empty.profitTotal,
    balance: open.account.balance,
  };
}

export function useOrders(tab: OrderTab): Orders {
  const { server, account } = useApp();
  const [list, setList] = useState(() => listFrom(tab, account.get()));
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const current = useRef(list);
  /** A further page is under way; it may well be the first again, when rows have left. */
  const isGrowing = useRef(false);
  const show = useCallback((next: OrderList) => {
    current.current = next;
    setList(next);
  }, []);
  const load = useCallback(
    async (page: number) => {
      const answer = await server.read(requestOrders({ tab, page }));
      if (current.current.tab !== tab) return null;
      if (!answer.isOk) {
        show(takeFailure(current.current, answer.failure));
        return answer.failure;
      }
      const next = takePage(current.current, answer.value, page === 1 && !isGrowing.current);
      show(
        takeLive(
          next,
          account.get()?.orders ?? new Map(next.orders.map((order) => [order.id, order])),
        ),
      );
      return null;
    },
    [server, account, tab, show],
  );
  const refresh = useCallback(() => load(1), [load]);

  useEffect(() => {
    show(listFrom(tab, account.get()));
    void refresh();
  }, [tab, account, refresh, show]);

  useEffect(() => {
    if (tab === "history") {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const leave = account.onEnded(() => {
        clearTimeout(timer);
        timer = setTimeout(() => void refresh(), ENDED_PAUSE_MS);
      });
      return () => {
        clearTimeout(timer);
        leave();
      };
    }
    return account.subscribe(() => {
      const open = account.get();
      if (!open) return;
      if (current.current.phase === "loading") show(listFrom(tab, open));
      else show(takeLive(current.current, open.orders));
    });
  }, [tab, account, refresh, show]);

  const loadMore = () => {
    if (isGrowing.current || !hasMore(current.current)) return;
    isGrowing.current = true;
    setIsLoadingMore(true);
    void load(nextPage(current.current)).finally(() => {
      isGrowing.current = false;
      setIsLoadingMore(false);
    });
  };
  return { list, isLoadingMore, refresh, loadMore };
}
