// The hours of a market by the reader's own clock: seven of his days from today on, each with the
// stretches that fall into it, and until when it is open right now. Pure: the time is handed in,
// the zone is the browser's.

import type { TradingSpan } from "@truetick/contract";

export type Stretch = { readonly fromMs: number; readonly toMs: number };

export type LocalDay = {
  readonly startMs: number;
  readonly endMs: number;
  readonly isToday: boolean;
  readonly stretches: readonly Stretch[];
};

const DAYS_SHOWN = 7;

/** Midnight of the reader's, so many days after today's. Days are not always 24 hours long. */
function midnight(nowMs: number, daysAhead: number): number {
  const now = new Date(nowMs);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysAhead).getTime();
}

export function localDays(spans: readonly TradingSpan[], nowMs: number): LocalDay[] {
  return Array.from({ length: DAYS_SHOWN }, (_, ahead) => {
    const startMs = midnight(nowMs, ahead);
    const endMs = midnight(nowMs, ahead + 1);
    const stretches = spans
      .map(({ from, to }) => ({
        fromMs: Math.max(from * 1_000, startMs),
        toMs: Math.min(to * 1_000, endMs),
      }))
      .filter(({ fromMs, toMs }) => fromMs < toMs);
    return { startMs, endMs, isToday: ahead === 0, stretches };
  });
}

/** It never closes, as far as was told. */
export function isAlwaysOpen(days: readonly LocalDay[]): boolean {
  return days.every(({ startMs, endMs, stretches }) => {
    const [only] = stretches;
    return stretches.length === 1 && only?.fromMs === startMs && only.toMs === endMs;
  });
}

/** When the stretch that holds this moment ends; null while it is closed. */
export function openUntilMs(spans: readonly TradingSpan[], nowMs: number): number | null {
  const span = spans.find(({ from, to }) => from * 1_000 <= nowMs && nowMs < to * 1_000);
  return span ? span.to * 1_000 : null;
}
