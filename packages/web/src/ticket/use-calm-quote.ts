// The quote of a market as state, a few times a second at most: for figures that are computed from
// it and need not follow every tick. Prices themselves are painted by live-figures.tsx.

import type { Quote } from "@truetick/contract";
import { type ReadableStore, useStore } from "@truetick/ui/state";
import { useMemo } from "react";
import { useApp } from "../app/app.ts";
import type { QuoteBoard } from "../live/quote-board.ts";

const CALM_MS = 250;
/** So long no new price came: then the last one is taken by itself. */
const LATE_MS = 400;

export type Sides = Pick<Quote, "bid" | "ask">;

/** Changes together with the prices, in a frame that is drawn anyway. */
export function createCalmQuote(
  board: Pick<QuoteBoard, "get" | "subscribe">,
  marketId: string,
): ReadableStore<Sides | null> {
  let seen: Sides | null = board.get(marketId)?.quote ?? null;
  let seenAtMs = performance.now();
  return {
    get: () => seen,
    subscribe(listener) {
      let late: ReturnType<typeof setTimeout> | undefined;
      const look = () => {
        clearTimeout(late);
        late = undefined;
        seenAtMs = performance.now();
        const quote = board.get(marketId)?.quote ?? null;
        if (quote === seen) return;
        seen = quote;
        listener();
      };
      look();
      const leave = board.subscribe(marketId, () => {
        if (seen === null || performance.now() - seenAtMs >= CALM_MS) look();
        else late ??= setTimeout(look, LATE_MS);
      });
      return () => {
        clearTimeout(late);
        leave();
      };
    },
  };
}

export function useCalmQuote(marketId: string): Sides | null {
  const { board } = useApp().live;
  return useStore(useMemo(() => createCalmQuote(board, marketId), [board, marketId]));
}
