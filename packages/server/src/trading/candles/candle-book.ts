// The bars of every market: behind the moment of start they are generated, from then on they grow
// from the quotes themselves, and readers cannot tell where one becomes the other. Longer bars
// are always joined from minutes, so all periods agree. Invariant: nothing that lies ahead of
// the recorded quotes is ever answered.

import type { Period } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import { MINUTE_MS } from "../feed/simulator/time-grid.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { type Bar, joinBars } from "./bar.ts";
import { type Bucket, bucketAt } from "./bucket.ts";
import type { GeneratedHistory } from "./generated-history.ts";
import { addToMinute, beginMinutes, type LiveMinutes, minuteOf } from "./live-minutes.ts";

export type BarsWanted = {
  readonly period: Period;
  /** Only bars that open before this moment; null: up to now. */
  readonly beforeMs: number | null;
  readonly count: number;
};

export type CandleBook = {
  /** Begins anew: everything up to and including this moment is the generated past. */
  readonly beginAt: (atMs: number) => void;
  readonly record: (market: TradedMarket, tick: Tick) => void;
  /** Oldest first, without gaps while the market was open; the last one may still be growing. */
  readonly bars: (market: TradedMarket, wanted: BarsWanted) => Promise<Bar[]>;
  /** One bar over any whole minutes; null when nothing was quoted in them. */
  readonly join: (market: TradedMarket, bucket: Bucket) => Bar | null;
};

/** A market that is open a fifth of the time still fills a page. */
const EMPTY_BUCKETS_MAX = 4_000;
/** How long one chart may keep everybody else waiting. */
const TURN_MS = 8;

type Shelf = {
  readonly history: GeneratedHistory;
  readonly clock: Clock;
  readonly live: Map<string, LiveMinutes>;
  /** Finished trading days by their start: they never change, and are dear to make. */
  readonly days: Map<string, Map<number, Bar | null>>;
};

/** Begins now, with the running minute filled in from the past. */
export function createCandleBook({
  history,
  clock,
  markets,
}: {
  history: GeneratedHistory;
  clock: Clock;
  markets: readonly TradedMarket[];
}): CandleBook {
  const shelf: Shelf = { history, clock, live: new Map(), days: new Map() };
  const beginAt = (atMs: number) => {
    for (const market of markets) beginMarket(shelf, market, atMs);
  };
  beginAt(clock.now());
  return {
    beginAt,
    record: (market, { atMs, bid }) => addToMinute(liveOf(shelf, market), atMs, bid),
    bars: (market, wanted) => readBars(shelf, market, wanted),
    join: (market, bucket) => join(shelf, market, bucket),
  };
}

function beginMarket({ history, live }: Shelf, market: TradedMarket, atMs: number): void {
  const ticks = history.ticksOfMinute(market, minuteOf(atMs), atMs);
  const bids = ticks.map((tick) => tick.bid);
  live.set(market.code, beginMinutes(atMs, bids));
}

function liveOf({ live }: Pick<Shelf, "live">, market: TradedMarket): LiveMinutes {
  const minutes = live.get(market.code);
  if (!minutes) throw new Error(`Invariant: the book has taken up ${market.code}`);
  return minutes;
}

/** The generated part of a bucket, then the live one. */
function join({ history, live }: Shelf, market: TradedMarket, bucket: Bucket): Bar | null {
  const minutes = liveOf({ live }, market);
  const { fromMs, toMs } = bucket;
  const pastToMs = Math.min(toMs, minutes.fromMs);
  let joined = fromMs < pastToMs ? history.join(market, { fromMs, toMs: pastToMs }) : null;
  const endMs = Math.min(toMs, minutes.lastMs + MINUTE_MS);
  for (let atMs = Math.max(fromMs, minutes.fromMs); atMs < endMs; atMs += MINUTE_MS) {
    const bar = minutes.bars.get(atMs);
    if (bar) joined = joined ? joinBars(joined, bar) : bar;
  }
  return joined && { ...joined, atMs: fromMs };
}

function dayBar(shelf: Shelf, market: TradedMarket, bucket: Bucket): Bar | null {
  if (bucket.toMs > liveOf(shelf, market).fromMs) return join(shelf, market, bucket);
  const finished = shelf.days.get(market.code) ?? new Map<number, Bar | null>();
  shelf.days.set(market.code, finished);
  const known = finished.get(bucket.fromMs);
  if (known !== undefined) return known;
  const made = join(shelf, market, bucket);
  finished.set(bucket.fromMs, made);
  return made;
}

async function readBars(
  shelf: Shelf,
  market: TradedMarket,
  { period, beforeMs, count }: BarsWanted,
): Promise<Bar[]> {
  const { history, clock } = shelf;
  const barOf = period.id === "1day" ? dayBar : join;
  const nowMs = clock.now();
  const bars: Bar[] = [];
  let turnEndsMs = clock.monotonic() + TURN_MS;
  let endMs = Math.min(beforeMs ?? nowMs + 1, nowMs + 1);
  let empty = 0;
  while (bars.length < count && endMs > history.firstMs && empty < EMPTY_BUCKETS_MAX) {
    const bucket = bucketAt(period, market.dayCut, endMs - 1);
    const bar = barOf(shelf, market, bucket);
    if (bar) bars.push(bar);
    else empty += 1;
    endMs = bucket.fromMs;
    if (clock.monotonic() > turnEndsMs) {
      await new Promise(setImmediate);
      turnEndsMs = clock.monotonic() + TURN_MS;
    }
  }
  return bars.reverse();
}
