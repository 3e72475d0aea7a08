// The ticks of many simulated markets in one line, ordered by time. The live feed takes what has
// fallen due every few milliseconds; a simulated run takes minutes at a time. Both get the same.

import type { Tick } from "../tick.ts";
import type { MarketDay } from "./market-day.ts";
import type { PriceSimulator, SimulatedMarket } from "./price-simulator.ts";
import { type SlotTick, slotTicks } from "./slot-ticks.ts";
import { DAY_MS, dayOf, SLOT_MS } from "./time-grid.ts";

export type TickStream = {
  /** Every tick after the last call up to and including this moment, oldest first. */
  readonly takeUntil: (atMs: number) => Tick[];
};

type Cursor = {
  readonly market: SimulatedMarket;
  /** Held here, so that nobody who reads old charts can push the running day out of the cache. */
  marketDay: MarketDay;
  slotStartMs: number;
  ticks: readonly SlotTick[];
  /** Which of `ticks` is the first not taken. */
  next: number;
};

/** Starts with the first tick at or after `fromMs`. Markets without a model never tick. */
export function createTickStream(
  simulator: PriceSimulator,
  markets: readonly SimulatedMarket[],
  fromMs: number,
): TickStream {
  const cursors = markets.flatMap((market) => cursorAt(simulator, market, fromMs) ?? []);
  return {
    takeUntil(atMs) {
      const due: Tick[] = [];
      for (const cursor of cursors) {
        takeFromSlot(cursor, atMs, due);
        while (cursor.slotStartMs + SLOT_MS <= atMs) {
          enterNextSlot(simulator, cursor);
          takeFromSlot(cursor, atMs, due);
        }
      }
      // Stable: ticks of one moment keep the order of the markets.
      return due.sort((a, b) => a.atMs - b.atMs);
    },
  };
}

function cursorAt(
  simulator: PriceSimulator,
  market: SimulatedMarket,
  fromMs: number,
): Cursor | null {
  const marketDay = simulator.marketDay(market, dayOf(fromMs));
  if (!marketDay) return null;
  const slotStartMs = Math.floor(fromMs / SLOT_MS) * SLOT_MS;
  const ticks = slotTicks(marketDay, slotOf(slotStartMs));
  const first = ticks.findIndex((tick) => tick.atMs >= fromMs);
  return { market, marketDay, slotStartMs, ticks, next: first === -1 ? ticks.length : first };
}

function takeFromSlot(cursor: Cursor, atMs: number, due: Tick[]): void {
  for (;;) {
    const tick = cursor.ticks[cursor.next];
    if (!tick || tick.atMs > atMs) return;
    due.push({ code: cursor.market.code, ...tick });
    cursor.next += 1;
  }
}

function enterNextSlot(simulator: PriceSimulator, cursor: Cursor): void {
  cursor.slotStartMs += SLOT_MS;
  const day = dayOf(cursor.slotStartMs);
  if (day !== cursor.marketDay.day) {
    const marketDay = simulator.marketDay(cursor.market, day);
    if (!marketDay) throw new Error("Invariant: a market that has a model keeps it");
    cursor.marketDay = marketDay;
  }
  cursor.ticks = slotTicks(cursor.marketDay, slotOf(cursor.slotStartMs));
  cursor.next = 0;
}

function slotOf(slotStartMs: number): number {
  return (slotStartMs - dayOf(slotStartMs) * DAY_MS) / SLOT_MS;
}
