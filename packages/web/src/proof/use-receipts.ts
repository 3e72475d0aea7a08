// The reader's receipts, newest first, a page at a time: a page counts rows of the record, each of
// which may hold several things that happened.

import { type ReceiptEntry, requestReceipts } from "@truetick/contract/proof";
import { useCallback, useState } from "react";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { type Reading, useRead } from "../app/use-read.ts";

const ROWS_PER_PAGE = 20;

export type Receipts = {
  readonly first: Pick<Reading<readonly ReceiptEntry[]>, "state" | "again">;
  /** Those of further pages. */
  readonly older: readonly ReceiptEntry[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly loadMore: () => void;
};

export function useReceipts(): Receipts {
  const { server } = useApp();
  const tellFailure = useTellFailure();
  const reading = useRead(() => requestReceipts({ page: 1 }));
  const [older, setOlder] = useState<readonly ReceiptEntry[]>([]);
  const [page, setPage] = useState(1);
  const [isLoading, setIsLoading] = useState(false);
  const { state } = reading;
  const total = state.phase === "ready" ? state.value.total : 0;
  const loadMore = useCallback(async () => {
    setIsLoading(true);
    const answer = await server.read(requestReceipts({ page: page + 1 }));
    setIsLoading(false);
    if (!answer.isOk) return tellFailure(answer.failure);
    setOlder((known) => {
      const ids = new Set(known.map(({ id }) => id));
      return [...known, ...answer.value.data.filter(({ id }) => !ids.has(id))];
    });
    setPage(page + 1);
  }, [server, page, tellFailure]);
  return {
    first: {
      again: reading.again,
      state: state.phase === "ready" ? { phase: "ready", value: state.value.data } : state,
    },
    older,
    hasMore: page * ROWS_PER_PAGE < total,
    isLoading,
    loadMore: () => void loadMore(),
  };
}
