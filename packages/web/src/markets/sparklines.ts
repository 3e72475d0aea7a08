// The bars behind the sparklines: fetched for the rows that are on the screen, a few at a time,
// newest wish first, and fetched again when they have aged. A missing sparkline is no error.

import { type PeriodId, requestRecentCandles } from "@truetick/contract";
import type { Server } from "../api/server.ts";

export const SPARKLINES_AT_ONCE = 4;
export const SPARKLINE_AGE_MAX_MS = 5 * 60_000;
const PERIOD: PeriodId = "15min";

export type Sparklines = {
  /** The closes, oldest first; undefined until they have come. */
  readonly get: (marketId: string) => readonly number[] | undefined;
  readonly subscribe: (marketId: string, listener: () => void) => () => void;
  /** Says that a market's line is being looked at. */
  readonly want: (marketId: string) => void;
};

type Entry = { readonly closes: readonly number[]; readonly loadedAtMs: number };

export function createSparklines(server: Server, now: () => number = Date.now): Sparklines {
  const entries = new Map<string, Entry>();
  const listeners = new Map<string, Set<() => void>>();
  const wanted = new Set<string>();
  const underWay = new Set<string>();

  async function load(marketId: string): Promise<void> {
    const answer = await server.read(requestRecentCandles({ marketId, periodId: PERIOD }));
    underWay.delete(marketId);
    if (answer.isOk) {
      const closes = answer.value.map((candle) => Number(candle.close));
      entries.set(marketId, { closes, loadedAtMs: now() });
      for (const listener of [...(listeners.get(marketId) ?? [])]) listener();
    }
    advance();
  }

  function advance(): void {
    for (const marketId of [...wanted].reverse()) {
      if (underWay.size >= SPARKLINES_AT_ONCE) return;
      wanted.delete(marketId);
      underWay.add(marketId);
      void load(marketId);
    }
  }

  return {
    get: (marketId) => entries.get(marketId)?.closes,
    subscribe(marketId, listener) {
      const own = listeners.get(marketId) ?? new Set();
      listeners.set(marketId, own);
      own.add(listener);
      return () => {
        own.delete(listener);
      };
    },
    want(marketId) {
      const entry = entries.get(marketId);
      const isFresh = entry && now() - entry.loadedAtMs < SPARKLINE_AGE_MAX_MS;
      if (isFresh || underWay.has(marketId)) return;
      wanted.delete(marketId);
      wanted.add(marketId);
      advance();
    },
  };
}
