// The newest quote of every market, for whoever paints it. Updates of one frame of the screen are
// collected and told at once, to the listeners of the markets that changed and nobody else.
// Invariant: within one connection a market's quotes only ever get newer.

import type { QuoteUpdate } from "@truetick/contract";

export type QuoteBoard = {
  readonly get: (marketId: string) => QuoteUpdate | undefined;
  readonly subscribe: (marketId: string, listener: () => void) => () => void;
  /** What the socket brings. A snapshot replaces what is known, whatever its numbers. */
  readonly apply: (updates: readonly QuoteUpdate[], options: { isSnapshot: boolean }) => void;
};

export type FrameScheduler = (paint: () => void) => void;

/** One paint per frame of the screen; a hidden page waits until it is seen again. */
const onNextFrame: FrameScheduler = (paint) => {
  requestAnimationFrame(paint);
};

export function createQuoteBoard(schedule: FrameScheduler = onNextFrame): QuoteBoard {
  const quotes = new Map<string, QuoteUpdate>();
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  let isScheduled = false;

  function tell(): void {
    isScheduled = false;
    const marketIds = [...changed];
    changed.clear();
    for (const marketId of marketIds) {
      const own = listeners.get(marketId);
      if (own) for (const listener of [...own]) listener();
    }
  }

  return {
    get: (marketId) => quotes.get(marketId),
    subscribe(marketId, listener) {
      const own = listeners.get(marketId) ?? new Set();
      listeners.set(marketId, own);
      own.add(listener);
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(marketId) === own) listeners.delete(marketId);
      };
    },
    apply(updates, { isSnapshot }) {
      for (const update of updates) {
        const known = quotes.get(update.marketId);
        if (known && !isSnapshot && update.quote.seq < known.quote.seq) continue;
        quotes.set(update.marketId, update);
        changed.add(update.marketId);
      }
      if (changed.size === 0 || isScheduled) return;
      isScheduled = true;
      schedule(tell);
    },
  };
}
