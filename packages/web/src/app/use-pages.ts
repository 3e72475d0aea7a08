// A list that a screen asks for page by page: the first when it opens, the next when the reader
// wants more, and all that are shown again when something has changed.

import type { ReadRequest } from "@truetick/contract";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { onLineBack } from "../live/watch-line.ts";
import { useApp } from "./app.ts";
import {
  EMPTY_LIST,
  hasMore,
  type Page,
  type PageList,
  takeAnew,
  takeFailure,
  takeNext,
} from "./page-list.ts";
import { useTellFailure } from "./use-failure.ts";

/** Asked for again at once; who has read further loads the rest as before. */
const PAGES_AGAIN_MAX = 5;

export type Pages<Row> = {
  readonly list: PageList<Row>;
  readonly isLoadingMore: boolean;
  /** Answers what went wrong; null when nothing did. */
  readonly refresh: () => Promise<Failure | null>;
  /** An answer is under way, which a refresh would give up. */
  readonly isAsking: () => boolean;
  /** Tells by itself what went wrong. */
  readonly loadMore: () => void;
};

/** `request` is looked at again whenever `key` changes. */
export function usePages<Row extends { readonly id: string }>(
  request: (page: number) => ReadRequest<Page<Row>>,
  key = "",
): Pages<Row> {
  const { server, live } = useApp();
  const tellFailure = useTellFailure();
  const [list, setList] = useState<PageList<Row>>(EMPTY_LIST);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  const current = useRef<PageList<Row>>(list);
  /** Grows with every new beginning: an answer to an older one is nobody's any more. */
  const round = useRef(0);
  /** The round whose answer is awaited; zero when it has come. */
  const awaited = useRef(0);
  const latest = useRef(request);
  latest.current = request;
  const show = useCallback((next: PageList<Row>) => {
    current.current = next;
    setList(next);
  }, []);
  const refresh = useCallback(async (): Promise<Failure | null> => {
    round.current += 1;
    const mine = round.current;
    awaited.current = mine;
    const wanted = Math.min(Math.max(1, current.current.pages), PAGES_AGAIN_MAX);
    const pages: Page<Row>[] = [];
    for (let page = 1; page <= wanted; page += 1) {
      const answer = await server.read(latest.current(page));
      if (mine !== round.current) return null;
      if (!answer.isOk) {
        awaited.current = 0;
        show(takeFailure(current.current, answer.failure));
        return answer.failure;
      }
      pages.push(answer.value);
    }
    awaited.current = 0;
    show(takeAnew(pages));
    return null;
  }, [server, show]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    show(EMPTY_LIST);
    void refresh();
    return () => {
      round.current += 1;
    };
  }, [key, refresh, show]);
  const hasFailed = list.phase === "failed";
  useEffect(() => {
    if (hasFailed) return onLineBack(live, () => void refresh());
    return undefined;
  }, [hasFailed, live, refresh]);
  const loadMore = () => {
    if (isLoadingMore || !hasMore(current.current)) return;
    const mine = round.current;
    setIsLoadingMore(true);
    void server.read(latest.current(current.current.pages + 1)).then((answer) => {
      setIsLoadingMore(false);
      if (mine !== round.current) return;
      if (answer.isOk) {
        show(takeNext(current.current, answer.value));
        return;
      }
      show(takeFailure(current.current, answer.failure));
      tellFailure(answer.failure);
    });
  };
  const isAsking = () => isLoadingMore || awaited.current === round.current;
  return { list, isLoadingMore, refresh, isAsking, loadMore };
}
