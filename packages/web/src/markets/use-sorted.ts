// A list of markets in the order its reader asked for. By change it is put in order again every few
// seconds, but never under a mouse or a focus: a row that one is about to press stays.

import type { Market } from "@truetick/contract";
import { useEffect, useMemo, useState } from "react";
import { useApp } from "../app/app.ts";
import { type Sort, sortMarkets } from "./market-sort.ts";

const RESORT_MS = 5_000;

export function useSorted(markets: readonly Market[], sort: Sort | null): readonly Market[] {
  const { board } = useApp().live;
  const [turn, setTurn] = useState(0);
  const isLive = sort?.by === "change";
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => {
      if (!document.querySelector("tbody:hover, tbody:focus-within")) setTurn((was) => was + 1);
    }, RESORT_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads the prices of then
  return useMemo(
    () => sortMarkets(markets, sort, (id) => board.get(id)?.quote.dayChange ?? null),
    [markets, sort, board, turn],
  );
}
