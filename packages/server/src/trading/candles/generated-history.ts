// The past of simulated markets, made from the seed when someone looks at it: the bars that live
// ticks would have left behind, and the last tick before a moment. Invariant: it answers for
// whatever it is asked, the future included, so whoever shows it must ask only for what lies
// behind the clock (candle-book.ts does).

import { createBoundedCache } from "../bounded-cache.ts";
import { type BarColumns, foldDay } from "../feed/simulator/bar-columns.ts";
import type { MarketDay } from "../feed/simulator/market-day.ts";
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
import { type Bar, joinAll, type Side } from "./bar.ts";
import type { Bucket } from "./bucket.ts";

export type GeneratedHistory = {
  /** Nothing is older than this. */
  readonly firstMs: number;
  /** One bar over whole minutes; null when the market was closed all the time. */
  readonly join: (market: TradedMarket, bucket: Bucket, side?: Side) => Bar | null;
  /** Ticks of the minute that opens here, up to and including a moment. */
  readonly ticksOfMinute: (market: TradedMarket, minuteMs: number, untilMs: number) => Tick[];
  /** The last tick at or before a moment, however long ago; null when there was none. */
  readonly lastTick: (market: TradedMarket, atMs: number) => Tick | null;
};

const HOUR_MS = 3_600_000;
const MINUTES_PER_HOUR = HOUR_MS / MINUTE_MS;
const HOURS_PER_DAY = DAY_MS / HOUR_MS;
/** The longest a market stays shut: a weekend with holidays around it. */
const SHUT_DAYS_MAX = 10;

/** About 30 kB each: two days of every market. */
const MINUTE_DAYS_HELD = 160;
/** About 2 kB each. */
const HOUR_DAYS_HELD = 4_096;

type Needs = { readonly simulator: PriceSimulator; readonly isMarketOpen: MarketHours };

export function createGeneratedHistory({ simulator, isMarketOpen }: Needs): GeneratedHistory {
  const minuteDays = createBoundedCache<string, { bars: BarColumns | null }>(MINUTE_DAYS_HELD);
  const hourDays = createBoundedCache<string, readonly (Bar | null)[]>(HOUR_DAYS_HELD);

  function fold(market: TradedMarket, day: number, minutesPerBar: number): BarColumns | null {
    const made = day < FIRST_DAY ? null : simulator.marketDay(market, day);
    const startMs = day * DAY_MS;
    const isOpenAt = (minute: number) => isMarketOpen(market, startMs + minute * MINUTE_MS);
    return made && foldDay(made, minutesPerBar, isOpenAt);
  }

  function minutesOf(market: TradedMarket, day: number): BarColumns | null {
    const make = () => ({ bars: fold(market, day, 1) });
    return minuteDays.take(`${market.code}/${day}`, make).bars;
  }

  function hoursOf(market: TradedMarket, day: number): readonly (Bar | null)[] {
    return hourDays.take(`${market.code}/${day}`, () => {
      const columns = fold(market, day, MINUTES_PER_HOUR);
      return Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
        return columns && readBar(columns, hour, day * DAY_MS + hour * HOUR_MS);
      });
    });
  }

  /** The part of a bucket that lies in one UTC day. Hours are kept: years are made of them. */
  function joinInDay(market: TradedMarket, day: number, { fromMs, toMs }: Bucket): Bar | null {
    const startMs = day * DAY_MS;
    if (fromMs % HOUR_MS === 0 && toMs % HOUR_MS === 0) {
      const hours = hoursOf(market, day);
      return joinAll(hours.slice((fromMs - startMs) / HOUR_MS, (toMs - startMs) / HOUR_MS));
    }
    const minutes = minutesOf(market, day);
    const [from, to] = [(fromMs - startMs) / MINUTE_MS, (toMs - startMs) / MINUTE_MS];
    return minutes && joinMinutes(minutes, { day, from, to });
  }

  function ticksOfMinute(market: TradedMarket, minuteMs: number, untilMs: number): Tick[] {
    const day = dayOf(minuteMs);
    const made = simulator.marketDay(market, day);
    if (!made || !isMarketOpen(market, minuteMs)) return [];
    const firstSlot = (minuteMs - day * DAY_MS) / SLOT_MS;
    return Array.from({ length: SLOTS_PER_MINUTE }, (_, i) => slotTicks(made, firstSlot + i))
      .flat()
      .filter((tick) => tick.atMs <= untilMs)
      .map((tick) => ({ code: market.code, ...tick }));
  }

  return {
    firstMs: FIRST_DAY * DAY_MS,
    ticksOfMinute,
    join(market, { fromMs, toMs }, side = "bid") {
      const parts: (Bar | null)[] = [];
      for (let day = dayOf(fromMs); day * DAY_MS < toMs; day += 1) {
        const [startMs, endMs] = [day * DAY_MS, (day + 1) * DAY_MS];
        const inDay = { fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, endMs) };
        const made = side === "bid" ? null : simulator.marketDay(market, day);
        const minutes = made && minutesOf(market, day);
        parts.push(
          made && minutes
            ? joinWidened(made, minutes, { ...inDay, side })
            : joinInDay(market, day, inDay),
        );
      }
      return joinAll(parts);
    },
    lastTick: (market, atMs) => findLastTick(ticksOfMinute, market, atMs),
  };
}

function findLastTick(
  ticksOfMinute: GeneratedHistory["ticksOfMinute"],
  market: TradedMarket,
  atMs: number,
): Tick | null {
  const oldestMs = Math.max(FIRST_DAY * DAY_MS, atMs - SHUT_DAYS_MAX * DAY_MS);
  let minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  for (; minuteMs >= oldestMs; minuteMs -= MINUTE_MS) {
    const tick = ticksOfMinute(market, minuteMs, atMs).at(-1);
    if (tick) return tick;
  }
  return null;
}

/** Bars of the ask and the mid: the bid's, each minute by the spread that is usual in it. */
function joinWidened(
  { day, spread, breath }: MarketDay,
  columns: BarColumns,
  { fromMs, toMs, side }: Bucket & { readonly side: Side },
): Bar | null {
  const bars: (Bar | null)[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += MINUTE_MS) {
    const minute = (atMs - day * DAY_MS) / MINUTE_MS;
    const wide = Math.max(1, Math.round(spread * (breath[minute] ?? 1)));
    bars.push(widened(readBar(columns, minute, atMs), wide, side));
  }
  return joinAll(bars);
}

function widened(bar: Bar | null, spread: number, side: Side): Bar | null {
  if (!bar) return null;
  const [times, added] = side === "mid" ? [2, spread] : [1, spread];
  const { open, high, low, close } = bar;
  const [o, h, l, c] = [open, high, low, close].map((bid) => times * bid + added);
  return { ...bar, open: o ?? 0, high: h ?? 0, low: l ?? 0, close: c ?? 0 };
}

function readBar(columns: BarColumns, index: number, atMs: number): Bar | null {
  const { open, high, low, close, ticks } = columns;
  const count = ticks[index] ?? 0;
  if (count === 0) return null;
  return {
    atMs,
    open: open[index] ?? 0,
    high: high[index] ?? 0,
    low: low[index] ?? 0,
    close: close[index] ?? 0,
    ticks: count,
    isGenerated: true,
  };
}

/** Straight from the columns: a page of half hours would otherwise make 15,000 minutes. */
function joinMinutes(
  { open, high, low, close, ticks }: BarColumns,
  { day, from, to }: { day: number; from: number; to: number },
): Bar | null {
  let first = from;
  while (first < to && ticks[first] === 0) first += 1;
  if (first === to) return null;
  let [highest, lowest, last, count] = [high[first] ?? 0, low[first] ?? 0, first, 0];
  for (let minute = first; minute < to; minute += 1) {
    const added = ticks[minute] ?? 0;
    if (added === 0) continue;
    highest = Math.max(highest, high[minute] ?? 0);
    lowest = Math.min(lowest, low[minute] ?? 0);
    last = minute;
    count += added;
  }
  return {
    atMs: day * DAY_MS + first * MINUTE_MS,
    open: open[first] ?? 0,
    high: highest,
    low: lowest,
    close: close[last] ?? 0,
    ticks: count,
    isGenerated: true,
  };
}
