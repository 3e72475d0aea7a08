// The newest quote of every market, numbered without gaps. Fed by the quote gate, read by the
// socket, the market list and later the engine. Every change raises one version, so that a
// reader asks "what changed since mine" and gets each market once (conflation, never a queue).
// Prices are whole points as safe-integer numbers; decimal text is made only for readers.

import type { Quote, QuoteUpdate } from "@truetick/contract";
import { assert, formatPrice, price } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { MarketHours } from "../sessions/market-hours.ts";
import { tradingDayEnd } from "../sessions/trading-day.ts";
import { type DayRange, dayChange, extendDay, startDay } from "./day-range.ts";

export type QuoteBoard = {
  /** Records a tick that passed the gate; answers its number on the market's tape. */
  readonly record: (tick: Tick) => number;
  /** The same for the quote of the moment of start, whose day has begun before. */
  readonly prime: (tick: Tick, day: DayRange) => void;
  /** The source is alive, whether or not it had anything to say. */
  readonly hear: () => void;
  /** Looks at the clock: who has gone stale, opened or closed since the last look. */
  readonly refresh: () => void;
  readonly version: () => number;
  /** Each market that changed after that version, with its newest quote; after 0: all. */
  readonly changedSince: (version: number) => readonly QuoteUpdate[];
  readonly updateOf: (code: string) => QuoteUpdate | null;
  readonly isOpen: (code: string) => boolean;
  /** Milliseconds since the newest quote of all was recorded; null before the first. */
  readonly newestAgeMs: () => number | null;
  /** True after neither tick nor heartbeat for too long. */
  readonly isSourceSilent: () => boolean;
  readonly recorded: () => number;
};

/** Neither tick nor heartbeat for this long, and no price can be trusted. */
const SOURCE_SILENT_AFTER_MS = 10_000;

type Entry = {
  readonly market: TradedMarket;
  tick: Tick | null;
  seq: number;
  day: DayRange;
  dayEndsAtMs: number;
  /** Monotonic, so that a wall clock that jumps makes nothing stale (F10). */
  recordedAtMs: number;
  isOpen: boolean;
  isStale: boolean;
  version: number;
  /** The reader's form of all the above; null when it must be made anew. */
  update: QuoteUpdate | null;
};

type Needs = {
  readonly markets: readonly TradedMarket[];
  readonly clock: Clock;
  readonly isMarketOpen: MarketHours;
  /** The number before the first quote. Until a tape is kept it must rise with every start. */
  readonly lastSeq: number;
};

export function createQuoteBoard({ markets, clock, isMarketOpen, lastSeq }: Needs): QuoteBoard {
  const startedAtMs = clock.now();
  const entries = new Map<string, Entry>(
    markets.map((market) => [
      market.code,
      emptyEntry(market, isMarketOpen(market, startedAtMs), lastSeq),
    ]),
  );
  let version = 0;
  let recorded = 0;
  let heardAtMs = clock.monotonic();
  let newestAtMs: number | null = null;

  const isSourceSilent = () => clock.monotonic() - heardAtMs > SOURCE_SILENT_AFTER_MS;

  function changed(entry: Entry): void {
    version += 1;
    entry.version = version;
    entry.update = null;
  }

  function write(tick: Tick, day: DayRange | null): number {
    const entry = entries.get(tick.code);
    assert(entry !== undefined, "Invariant: only ticks of known markets pass the gate");
    const nowMs = clock.monotonic();
    applyTick(entry, tick, day);
    entry.recordedAtMs = nowMs;
    entry.isStale = false;
    heardAtMs = nowMs;
    newestAtMs = nowMs;
    recorded += 1;
    changed(entry);
    return entry.seq;
  }

  function refresh(): void {
    const nowMs = clock.monotonic();
    const wallMs = clock.now();
    const isSilent = isSourceSilent();
    for (const entry of entries.values()) {
      const isOpen = isMarketOpen(entry.market, wallMs);
      // A closed market has an old price by right; it is not stale.
      const isStale = isOpen && entry.tick !== null && (isSilent || isOld(entry, nowMs));
      if (isOpen === entry.isOpen && isStale === entry.isStale) continue;
      entry.isOpen = isOpen;
      entry.isStale = isStale;
      changed(entry);
    }
  }

  return {
    record: (tick) => write(tick, null),
    prime: (tick, day) => void write(tick, day),
    hear: () => {
      heardAtMs = clock.monotonic();
    },
    refresh,
    version: () => version,
    changedSince: (since) =>
      [...entries.values()]
        .filter((entry) => entry.version > since)
        .flatMap((entry) => readEntry(entry) ?? []),
    updateOf: (code) => readEntry(entries.get(code)),
    isOpen: (code) => entries.get(code)?.isOpen ?? false,
    newestAgeMs: () => (newestAtMs === null ? null : clock.monotonic() - newestAtMs),
    isSourceSilent,
    recorded: () => recorded,
  };
}

function emptyEntry(market: TradedMarket, isOpen: boolean, seq: number): Entry {
  return {
    market,
    tick: null,
    seq,
    day: startDay(0),
    dayEndsAtMs: 0,
    recordedAtMs: 0,
    isOpen,
    isStale: false,
    version: 0,
    update: null,
  };
}

function isOld({ market, recordedAtMs }: Entry, nowMs: number): boolean {
  return nowMs - recordedAtMs > market.staleAfterMs;
}

function applyTick(entry: Entry, tick: Tick, day: DayRange | null): void {
  const isNewDay = tick.atMs >= entry.dayEndsAtMs;
  assert(
    entry.tick === null || tick.atMs >= entry.tick.atMs,
    "Invariant: the time of a market's quotes never goes back",
  );
  if (isNewDay) entry.dayEndsAtMs = tradingDayEnd(entry.market.dayCut, tick.atMs);
  entry.day = day ?? (isNewDay ? startDay(tick.bid) : extendDay(entry.day, tick.bid));
  entry.tick = tick;
  entry.seq += 1;
}

function readEntry(entry: Entry | undefined): QuoteUpdate | null {
  if (!entry?.tick) return null;
  entry.update ??= {
    marketId: entry.market.id,
    code: entry.market.code,
    isOpen: entry.isOpen,
    isStale: entry.isStale,
    quote: toQuote(entry, entry.tick),
  };
  return entry.update;
}

function toQuote({ market, day, seq }: Entry, tick: Tick): Quote {
  const shown = (points: number) => formatPrice(price(points), market.pricePrecision);
  return {
    bid: shown(tick.bid),
    ask: shown(tick.ask),
    dayOpen: shown(day.open),
    dayHigh: shown(day.high),
    dayLow: shown(day.low),
    dayChange: dayChange(day, tick.bid),
    time: tick.atMs / 1_000,
    seq,
  };
}
