// Which stretch of time a bar of a period covers: days follow the market's trading day, all
// shorter periods stand on the grid of Unix time.

import type { Period } from "@truetick/contract";
import { type DayCut, tradingDayEnd, tradingDayStart } from "../sessions/trading-day.ts";

/** From (included) to (excluded), Unix milliseconds. */
export type Bucket = { readonly fromMs: number; readonly toMs: number };

export function bucketAt(period: Period, cut: DayCut, atMs: number): Bucket {
  if (period.id === "1day") {
    return { fromMs: tradingDayStart(cut, atMs), toMs: tradingDayEnd(cut, atMs) };
  }
  const lengthMs = period.seconds * 1_000;
  const fromMs = Math.floor(atMs / lengthMs) * lengthMs;
  return { fromMs, toMs: fromMs + lengthMs };
}
