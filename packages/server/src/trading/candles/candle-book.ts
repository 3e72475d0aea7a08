// The bars of every market. What was recorded is a fold of the tape and of nothing else; where
// nothing was, as before the first start of a simulated market, bars are made from the seed and say
// so (H14, inv20). Longer bars are joined from minutes, so all periods agree. Invariant: nothing
// that lies ahead of the recorded quotes is ever answered.

import type { Period } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import { MINUTE_MS } from "../feed/simulator/time-grid.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { Bar, Side } from "./bar.ts";
import { type Bucket, bucketAt } from "./bucket.ts";
import type { CandleStore, StoredHour } from "./candle-store.ts";
import type { GeneratedHistory } from "./generated-history.ts";
import { joinBucket } from "./join-bucket.ts";
import { MinuteRing } from "./minute-ring.ts";

export type BarsWanted = {
  readonly period: Period;
  /** Only bars that open before this moment; null: up to now. */
  readonly beforeMs: number | null;
  readonly count: number;
  /** Without: of the bid. */
  readonly side?: Side;
};

export type RecordedTick = {
  readonly atMs: number;
  readonly bid: number;
  readonly ask: number;
  /** Its number on the tape. */
  readonly seq: number;
};

export type CandleBook = {
  /** Begins anew: what was not recorded up to and including this moment is the generated past. */
  readonly beginAt: (atMs: number) => void;
  readonly record: (market: TradedMarket, tick: RecordedTick) => void;
  /** Oldest first, without gaps while the market was open; the last one may still be growing. */
  readonly bars: (market: TradedMarket, wanted: BarsWanted) => Promise<Bar[]>;
  /** One bar of the bid over whole minutes of the last day; null when nothing was quoted then. */
  readonly join: (market: TradedMarket, bucket: Bucket) => Bar | null;
  /** The newest minute that has a quote; null before the first. */
  readonly lastMinuteMs: (market: TradedMarket) => number | null;
};

/** A market that is open a fifth of the time still fills a page. */
const EMPTY_BUCKETS_MAX = 4_000;
/** How long one chart may keep everybody else waiting. */
const TURN_MS = 8;
const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;
/** Hours read from the table at a time: a day with its minutes, or sixty days without. */
const HOURS_WITH_MINUTES = 24;
const HOURS_WITHOUT_MINUTES = 1_440;

type Shelf = {
  readonly history: GeneratedHistory;
  readonly clock: Clock;
  readonly store: CandleStore | null;
  readonly ringOf: (code: string) => MinuteRing;
  /** The first minute of which only what was recorded counts. */
  beginMinute: number;
  /** Stored trading days by their start: they never change, and are dear to make. */
  readonly days: Map<string, Map<number, Bar | null>>;
};

/** Begins now. With a store, what the tape has of the past is in it already. */
export function createCandleBook({
  history,
  clock,
  markets,
  store = null,
}: {
  history: GeneratedHistory;
  clock: Clock;
  markets: readonly TradedMarket[];
  store?: CandleStore | null | undefined;
}): CandleBook {
  const ringOf = store?.ringOf ?? createRings(markets);
  const shelf: Shelf = { history, clock, store, ringOf, beginMinute: 0, days: new Map() };
  const beginAt = (atMs: number) => {
    shelf.beginMinute = Math.floor(atMs / MINUTE_MS);
    // What they lack was filled in, or not, by the moment before.
    shelf.days.clear();
    if (store === null) for (const market of markets) beginMarket(shelf, market, atMs);
  };
  beginAt(clock.now());
  return {
    beginAt,
    record: ({ code }, { atMs, bid, ask, seq }) => ringOf(code).add(atMs, bid, ask, seq),
    bars: (market, wanted) => readBars(shelf, market, wanted),
    join: (market, bucket) => join(shelf, market, { bucket, side: "bid", hours: NO_HOURS }),
    lastMinuteMs: ({ code }) => {
      const { lastMinute } = ringOf(code);
      return lastMinute < 0 ? null : lastMinute * MINUTE_MS;
    },
  };
}

const NO_HOURS: ReadonlyMap<number, StoredHour> = new Map();

/** Where no tape is kept, the running minute is filled in from the generated past. */
function beginMarket(shelf: Shelf, market: TradedMarket, atMs: number): void {
  const ring = shelf.ringOf(market.code);
  ring.clear();
  const minuteMs = shelf.beginMinute * MINUTE_MS;
  for (const { bid, ask } of shelf.history.ticksOfMinute(market, minuteMs, atMs)) {
    ring.add(minuteMs, bid, ask, 0);
  }
}

function createRings(markets: readonly TradedMarket[]): (code: string) => MinuteRing {
  const rings = new Map(markets.map(({ code }) => [code, new MinuteRing()]));
  return (code) => {
    const ring = rings.get(code);
    if (!ring) throw new Error(`Invariant: the book has taken up ${code}`);
    return ring;
  };
}

type Wish = {
  readonly bucket: Bucket;
  readonly side: Side;
  readonly hours: ReadonlyMap<number, StoredHour>;
};

function join(shelf: Shelf, market: TradedMarket, wish: Wish): Bar | null {
  const { history, beginMinute } = shelf;
  return joinBucket({ market, history, ring: shelf.ringOf(market.code), beginMinute, ...wish });
}

function dayBar(shelf: Shelf, market: TradedMarket, wish: Wish): Bar | null {
  const { bucket, side } = wish;
  const { firstMinute } = shelf.ringOf(market.code);
  if (bucket.toMs > firstMinute * MINUTE_MS) return join(shelf, market, wish);
  const key = `${market.code}/${side}`;
  const finished = shelf.days.get(key) ?? new Map<number, Bar | null>();
  shelf.days.set(key, finished);
  const known = finished.get(bucket.fromMs);
  if (known !== undefined) return known;
  const made = join(shelf, market, wish);
  finished.set(bucket.fromMs, made);
  return made;
}

async function readBars(
  shelf: Shelf,
  market: TradedMarket,
  { period, beforeMs, count, side = "bid" }: BarsWanted,
): Promise<Bar[]> {
  const { clock } = shelf;
  // Before the first read: what is stored by now is in what it finds. The last hour before a
  // weekend is neither in memory nor stored for a minute after the first quote that follows it.
  const storedUntilMs = shelf.store?.storedUntilMs(market) ?? Number.POSITIVE_INFINITY;
  const nowMs = clock.now();
  const oldestMs = oldestOf(shelf, market);
  const reader = createHourReader(shelf, market, period);
  const bars: Bar[] = [];
  let turnEndsMs = clock.monotonic() + TURN_MS;
  let endMs = Math.min(beforeMs ?? nowMs + 1, nowMs + 1);
  let empty = 0;
  while (bars.length < count && endMs > oldestMs && empty < EMPTY_BUCKETS_MAX) {
    const bucket = bucketAt(period, market.dayCut, endMs - 1);
    const hours = await reader(bucket);
    const isKept = period.id === "1day" && bucket.toMs <= storedUntilMs;
    const bar = (isKept ? dayBar : join)(shelf, market, { bucket, side, hours });
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

/** Nothing of the market is older than this. */
function oldestOf(shelf: Shelf, market: TradedMarket): number {
  const ring = shelf.ringOf(market.code);
  const firstHour = shelf.store?.firstHour(market) ?? Number.POSITIVE_INFINITY;
  const inMemoryMs = ring.lastMinute < 0 ? Number.POSITIVE_INFINITY : ring.firstMinute * MINUTE_MS;
  return Math.min(shelf.history.firstMs, firstHour * HOUR_MS, inMemoryMs);
}

type HourReader = (bucket: Bucket) => Promise<ReadonlyMap<number, StoredHour>>;

/** Reads the stored hours that a page comes to, a stretch at a time, newest first. */
function createHourReader(
  { store, ringOf }: Shelf,
  market: TradedMarket,
  period: Period,
): HourReader {
  const firstHour = store?.firstHour(market) ?? null;
  const needsMinutes = period.seconds < HOUR_SECONDS;
  const span = needsMinutes ? HOURS_WITH_MINUTES : HOURS_WITHOUT_MINUTES;
  let hours: ReadonlyMap<number, StoredHour> = NO_HOURS;
  let readFrom = Number.POSITIVE_INFINITY;
  return async ({ fromMs, toMs }) => {
    const inMemoryMs = ringOf(market.code).firstMinute * MINUTE_MS;
    const [from, to] = [Math.floor(fromMs / HOUR_MS), Math.ceil(toMs / HOUR_MS)];
    const isStored = firstHour !== null && fromMs < inMemoryMs && to > firstHour;
    if (!store || !isStored || from >= readFrom) return hours;
    readFrom = Math.max(Math.min(from, to - span), Math.min(firstHour, from));
    const splitHour = Math.floor(inMemoryMs / HOUR_MS);
    const rows = await store.readHours(market, { from: readFrom, to, needsMinutes, splitHour });
    hours = new Map(rows.map((row) => [row.hour, row]));
    return hours;
  };
}
