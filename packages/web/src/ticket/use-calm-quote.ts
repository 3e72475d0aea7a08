// The quote of a market as state, a few times a second at most: for figures that are computed from
// it and need not follow every tick. Prices themselves are painted by live-figures.tsx.

import type { Quote } from "@truetick/contract";
import { useEffect, useState } from "react";
import { useApp } from "../app/app.ts";

const CALM_MS = 250;

export type Sides = Pick<Quote, "bid" | "ask">;

export function useCalmQuote(marketId: string): Sides | null {
  const { board } = useApp().live;
  const [seen, setSeen] = useState<{ readonly marketId: string; readonly quote: Sides } | null>(
    null,
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      const quote = board.get(marketId)?.quote;
      if (quote) setSeen({ marketId, quote });
    };
    look();
    const leave = board.subscribe(marketId, () => {
      timer ??= setTimeout(look, CALM_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [board, marketId]);
  return seen?.marketId === marketId ? seen.quote : (board.get(marketId)?.quote ?? null);
}
