// The past of simulated markets, made from the seed when someone looks at it: the bars that live
// ticks would have left behind, minute by minute and hour by hour, and the last tick before a
// moment. Invariant: it answers for whatever it is asked, the future included, so whoever shows
// it must ask only for what lies behind the clock (candle-book.ts does).

import { type BoundedCache, createBoundedCache } from "../bounded-cache.ts";
import { type MinuteBars, minuteBars } from "../feed/simulator/minute-bars.ts";
import type { PriceSimulator } from "../feed/simulator/price-simulator.ts";
import { slotTicks } from "../feed/simulator/slot-ticks.ts";
import {
  DAY_MS,
  dayOf,
  FIRST_DAY,
  MINUTE_MS,
  SLOT_MS,
  SLOTS_PER_MINUTE,
} from "../feed/simulator/time-grid.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { MarketHours } from "../sessions/market-hours.ts";
import { type Bar, joinBars } from "./bar.ts";

export type GeneratedHistory = {
  /** Nothing is older than this. */
  readonly firstMs: number;
  /** The bar that opens at this minute; null when the market was closed. */
  readonly minuteBar: (market: TradedMarket, atMs: number) => Bar | null;
  readonly hourBar: (market: TradedMarket, atMs: number) => Bar | null;
  /** Ticks of the minute that opens here, up to and including a moment. */
  readonly ticksOfMinute: (market: TradedMarket, minuteMs: number, untilMs: number) => Tick[];
  /** The last tick at or before a moment, however long ago; null when there was none. */
  readonly lastTick: (market: TradedMarket, atMs: number) => Tick | null;
};

export const HOUR_MS = 3_600_000;
const MINUTES_PER_HOUR = HOUR_MS / MINUTE_MS;
const HOURS_PER_DAY = DAY_MS / HOUR_MS;
/** The longest a market stays shut: a weekend with holidays around it. */
const SHUT_DAYS_MAX = 10;

/** About 30 kB each: two days of every market. */
const MINUTE_DAYS_HELD = 160;
/** About 2 kB each. */
const HOUR_DAYS_HELD = 4_096;

type Needs = { readonly simulator: PriceSimulator; readonly isMarketOpen: MarketHours };

export function createGeneratedHistory(needs: Needs): GeneratedHistory {
  const minuteDays = createBoundedCache<string, MinuteBars>(MINUTE_DAYS_HELD);
  const hourDays: BoundedCache<string, readonly (Bar | null)[]> =
    createBoundedCache(HOUR_DAYS_HELD);

  function minutesOf(market: TradedMarket, day: number): MinuteBars | null {
    const made = day < FIRST_DAY ? null : needs.simulator.marketDay(market, day);
    if (!made) return null;
    return minuteDays.take(`${market.code}/${day}`, () => {
      return minuteBars(made, (minute) => {
        return needs.isMarketOpen(market, day * DAY_MS + minute * MINUTE_MS);
      });
    });
  }

  function minuteBar(market: TradedMarket, atMs: number): Bar | null {
    const day = dayOf(atMs);
    const minutes = minutesOf(market, day);
    return minutes && readMinute(minutes, { day, minute: (atMs - day * DAY_MS) / MINUTE_MS });
  }

  function hourBar(market: TradedMarket, atMs: number): Bar | null {
    const day = dayOf(atMs);
    const hours = hourDays.take(`${market.code}/${day}`, () => {
      const minutes = minutesOf(market, day);
      return Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
        return minutes && joinHour(minutes, { day, hour });
      });
    });
    return hours[(atMs - day * DAY_MS) / HOUR_MS] ?? null;
  }

  function ticksOfMinute(market: TradedMarket, minuteMs: number, untilMs: number): Tick[] {
    const day = dayOf(minuteMs);
    const made = needs.simulator.marketDay(market, day);
    if (!made || !needs.isMarketOpen(market, minuteMs)) return [];
    const firstSlot = (minuteMs - day * DAY_MS) / SLOT_MS;
    return Array.from({ length: SLOTS_PER_MINUTE }, (_, i) => slotTicks(made, firstSlot + i))
      .flat()
      .filter((tick) => tick.atMs <= untilMs)
      .map((tick) => ({ code: market.code, ...tick }));
  }

  return {
    firstMs: FIRST_DAY * DAY_MS,
    minuteBar,
    hourBar,
    ticksOfMinute,
    lastTick(market, atMs) {
      const oldestMs = Math.max(FIRST_DAY * DAY_MS, atMs - SHUT_DAYS_MAX * DAY_MS);
      let minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
      for (; minuteMs >= oldestMs; minuteMs -= MINUTE_MS) {
        if (!needs.isMarketOpen(market, minuteMs)) continue;
        const tick = ticksOfMinute(market, minuteMs, atMs).at(-1);
        if (tick) return tick;
      }
      return null;
    },
  };
}

function readMinute(
  { open, high, low, close, ticks }: MinuteBars,
  { day, minute }: { day: number; minute: number },
): Bar | null {
  const count = ticks[minute] ?? 0;
  if (count === 0) return null;
  return {
    atMs: day * DAY_MS + minute * MINUTE_MS,
    open: open[minute] ?? 0,
    high: high[minute] ?? 0,
    low: low[minute] ?? 0,
    close: close[minute] ?? 0,
    ticks: count,
  };
}

function joinHour(minutes: MinuteBars, { day, hour }: { day: number; hour: number }): Bar | null {
  let joined: Bar | null = null;
  const first = hour * MINUTES_PER_HOUR;
  for (let minute = first; minute < first + MINUTES_PER_HOUR; minute += 1) {
    const bar = readMinute(minutes, { day, minute });
    if (bar) joined = joined ? joinBars(joined, bar) : bar;
  }
  return joined && { ...joined, atMs: day * DAY_MS + hour * HOUR_MS };
}
