// A statement on the screen: its sums with the first lines, more of them when the reader wants, and
// all of them when it is to be printed.

import {
  requestStatement,
  type Statement,
  type StatementLine,
  type StatementPeriod,
} from "@truetick/contract/cashier";
import { useEffect, useRef, useState } from "react";
import type { Failure } from "../api/server.ts";
import { useApp } from "../app/app.ts";
import { type Reading, useRead } from "../app/use-read.ts";

export type StatementLines = {
  readonly lines: readonly StatementLine[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly loadMore: () => Promise<Failure | null>;
  /** Asks until all lines, or so many, are there. */
  readonly loadAll: (linesMax: number) => Promise<Failure | null>;
};

export function useStatement(period: StatementPeriod): Reading<Statement> {
  return useRead(() => requestStatement(period, ""), `${period.from}-${period.to}`);
}

export function useStatementLines(first: Statement): StatementLines {
  const { server } = useApp();
  const [later, setLater] = useState<readonly StatementLine[]>([]);
  const [next, setNext] = useState(first.next);
  const [isLoading, setIsLoading] = useState(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const load = async (linesMax: number): Promise<Failure | null> => {
    setIsLoading(true);
    let cursor = next;
    let known = later;
    let failure: Failure | null = null;
    while (cursor !== "" && first.lines.length + known.length < linesMax) {
      const answer = await server.read(requestStatement(first, cursor));
      if (isLeft.current) return null;
      if (!answer.isOk) {
        failure = answer.failure;
        break;
      }
      known = [...known, ...answer.value.lines];
      cursor = answer.value.next;
      setLater(known);
      setNext(cursor);
    }
    setIsLoading(false);
    return failure;
  };
  const lines = [...first.lines, ...later];
  return {
    lines,
    hasMore: next !== "",
    isLoading,
    loadMore: () => load(lines.length + 1),
    loadAll: load,
  };
}
