// The minutes of one market that were recorded while this process was watching. Everything before
// `fromMs` belongs to the generated past; from there on only what was recorded counts.

import { MINUTE_MS } from "../feed/simulator/time-grid.ts";
import { addTick, type Bar, startBar } from "./bar.ts";

export type LiveMinutes = {
  /** The first minute that is answered from here. */
  fromMs: number;
  /** The newest minute that has been seen. */
  lastMs: number;
  readonly bars: Map<number, Bar>;
};

/** Kept per market; older ones are generated again when asked for. */
const LIVE_MINUTES_MAX = 1_500;

export function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}

/** Begins at the minute of a moment with the bids that were quoted in it so far. */
export function beginMinutes(atMs: number, bids: readonly number[]): LiveMinutes {
  const fromMs = minuteOf(atMs);
  const minutes: LiveMinutes = { fromMs, lastMs: fromMs, bars: new Map() };
  for (const bid of bids) addToMinute(minutes, fromMs, bid);
  return minutes;
}

export function addToMinute(minutes: LiveMinutes, atMs: number, bid: number): void {
  const minuteMs = minuteOf(atMs);
  const bar = minutes.bars.get(minuteMs);
  minutes.bars.set(minuteMs, bar ? addTick(bar, bid) : startBar(minuteMs, bid));
  minutes.lastMs = Math.max(minutes.lastMs, minuteMs);
  if (minutes.bars.size > LIVE_MINUTES_MAX) forgetOldest(minutes);
}

function forgetOldest(minutes: LiveMinutes): void {
  for (const oldestMs of minutes.bars.keys()) {
    minutes.bars.delete(oldestMs);
    minutes.fromMs = oldestMs + MINUTE_MS;
    return;
  }
}
