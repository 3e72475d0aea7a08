// One tab of orders for a screen: its first page, more of them, and what happens to them meanwhile.
// The live account shows the open ones at once; history is asked for again when something ended.

import {
  type HistoryFilter,
  type OrderPage,
  type OrderTab,
  requestOrders,
} from "@truetick/contract";
import { createStore, useStore } from "@truetick/ui/state";
import { useCallback, useEffect, useRef, useState } from "react";
import type { OpenBook } from "../account/open-book.ts";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import {
  emptyList,
  hasMore,
  nextPage,
  type OrderList,
  ROWS_PER_PAGE,
  takeFailure,
  takeLive,
  takeNewest,
  takePage,
} from "./order-list.ts";

/** Several may end in one breath. */
const ENDED_PAUSE_MS = 300;

export type Orders = {
  readonly list: OrderList;
  readonly isLoadingMore: boolean;
  /** Answers what went wrong, or null. */
  readonly refresh: () => Promise<Failure | null>;
  /** Tells by itself what went wrong. */
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

/** Which rows an asking brings: the newest, or those after the ones that are there. */
type Asking = "first" | "more";

function requestOf(list: OrderList, asking: Asking, filter: HistoryFilter | null) {
  const { tab } = list;
  const page = asking === "first" ? 1 : nextPage(list);
  if (tab !== "history") return requestOrders({ tab, page });
  const last = asking === "more" ? list.orders.at(-1) : undefined;
  return requestOrders({
    tab,
    page,
    ...(filter && { filter }),
    ...(last && { before: last.id }),
  });
}

/** Rows that have been read stay when the newest are asked for again. */
function takeEnded(before: OrderList, page: OrderPage, isFirst: boolean): OrderList {
  const isAgain = isFirst && before.phase === "ready" && before.orders.length > 0;
  return isAgain ? takeNewest(before, page) : takePage(before, page, isFirst);
}

/** What happens meanwhile: open orders move with the account, history grows when one ends. */
function useNews(
  tab: OrderTab,
  {
    refresh,
    takeNews,
  }: { readonly refresh: Orders["refresh"]; readonly takeNews: (open: OpenBook) => void },
): void {
  const { account } = useApp();
  useEffect(() => {
    if (tab !== "history") {
      return account.still.subscribe(() => {
        const open = account.still.get();
        if (open) takeNews(open);
      });
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = account.onEnded(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), ENDED_PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [tab, account, refresh, takeNews]);
}

/** `filter` is of the history; null asks for nothing until the reader's days are a period. */
export function useOrders(tab: OrderTab, filter: HistoryFilter | null): Orders {
  const { server, account } = useApp();
  const tellFailure = useTellFailure();
  // A store, so that rows are drawn together with everything else that follows the account.
  const [store] = useState(() => createStore(listFrom(tab, account.still.get())));
  const list = useStore(store);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  /** A further page is under way; it may well be the first again, when rows have left. */
  const isGrowing = useRef(false);
  /** Whoever asks for something else makes earlier answers worthless. */
  const question = useRef(0);
  const isAsking = tab !== "history" || filter !== null;
  const load = useCallback(
    async (asking: Asking) => {
      if (!isAsking) return null;
      const asked = question.current;
      const answer = await server.read(requestOf(store.get(), asking, filter));
      if (question.current !== asked) return null;
      const before = store.get();
      if (!answer.isOk) {
        store.set(takeFailure(before, answer.failure));
        return answer.failure;
      }
      const isFirst = asking === "first";
      if (tab === "history") store.set(takeEnded(before, answer.value, isFirst));
      else {
        const next = takePage(before, answer.value, isFirst && !isGrowing.current);
        const known = new Map(next.orders.map((order) => [order.id, order]));
        store.set(takeLive(next, account.still.get()?.orders ?? known));
      }
      return null;
    },
    [server, account, tab, filter, isAsking, store],
  );
  const refresh = useCallback(() => load("first"), [load]);

  useEffect(() => {
    question.current += 1;
    isGrowing.current = false;
    setIsLoadingMore(false);
    store.set(listFrom(tab, account.still.get()));
    void refresh();
  }, [tab, account, refresh, store]);

  const takeNews = useCallback(
    (open: OpenBook) => {
      const isNew = store.get().phase === "loading";
      store.set(isNew ? listFrom(tab, open) : takeLive(store.get(), open.orders));
    },
    [tab, store],
  );
  useNews(tab, { refresh, takeNews });

  const loadMore = () => {
    if (isGrowing.current || !hasMore(store.get())) return;
    const asked = question.current;
    isGrowing.current = true;
    setIsLoadingMore(true);
    const grow = async () => {
      const failure = await load("more");
      if (failure) tellFailure(failure);
    };
    void grow().finally(() => {
      if (question.current !== asked) return;
      isGrowing.current = false;
      setIsLoadingMore(false);
    });
  };
  return { list, isLoadingMore, refresh, loadMore };
}
