// One market's place on the quote board: its newest tick, its day, and whether it can be relied
// upon. Only the board holds these.

import type { Quote, QuoteUpdate } from "@truetick/contract";
import { assert, formatPrice, price } from "@truetick/money";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { tradingDayEnd } from "../sessions/trading-day.ts";
import { type DayRange, dayChange, extendDay, startDay } from "./day-range.ts";
import { SOURCE_SILENT_AFTER_MS } from "./source-book.ts";

export type QuoteEntry = {
  readonly market: TradedMarket;
  tick: Tick | null;
  seq: number;
  day: DayRange;
  dayEndsAtMs: number;
  /** Monotonic, so that a wall clock that jumps makes nothing stale (F10). */
  recordedAtMs: number;
  isOpen: boolean;
  isClosingOnly: boolean;
  /** When it opens; null while it is open, or where nobody can say. */
  opensAtMs: number | null;
  isStale: boolean;
  /** Its tick is the tape's last from before the start. */
  isResumed: boolean;
  /** Its sources were silent since that tick: stale until the next one, as in the engine. */
  isSilenced: boolean;
  version: number;
  /** The reader's form of all the above; null when it must be made anew. */
  update: QuoteUpdate | null;
};

export function emptyEntry(market: TradedMarket, isOpen: boolean, seq: number): QuoteEntry {
  return {
    market,
    tick: null,
    seq,
    day: startDay(0),
    dayEndsAtMs: 0,
    recordedAtMs: 0,
    isOpen,
    isClosingOnly: false,
    opensAtMs: null,
    isStale: false,
    isResumed: false,
    isSilenced: false,
    version: 0,
    update: null,
  };
}

export function recordTick(
  entry: QuoteEntry,
  tick: Tick,
  { seq, recordedAtMs, lateMs }: { seq: number; recordedAtMs: number; lateMs: number },
): void {
  assert(seq > entry.seq, "Invariant: the numbers of a market's quotes never go back");
  assert(
    entry.tick === null || tick.atMs >= entry.tick.atMs,
    "Invariant: the time of a market's quotes never goes back",
  );
  showTick(entry, tick);
  entry.seq = seq;
  // One that was late is older than its arrival, and grows stale the sooner.
  entry.recordedAtMs = recordedAtMs - Math.max(0, lateMs);
  entry.isStale = false;
  entry.isResumed = false;
  entry.isSilenced = false;
}

/** The newest of the tape, whose number the entry has: as old as it is. */
export function resumeTick(entry: QuoteEntry, tick: Tick, madeAtMs: number): void {
  showTick(entry, tick);
  entry.recordedAtMs = madeAtMs;
  entry.isResumed = true;
}

/** It is not on the tape that goes on: the next has a number and a time of its own. */
export function forgetTick(entry: QuoteEntry): void {
  entry.tick = null;
  entry.seq = 0;
  entry.dayEndsAtMs = 0;
}

function showTick(entry: QuoteEntry, tick: Tick): void {
  if (tick.atMs >= entry.dayEndsAtMs) takeUpDay(entry, tick.atMs, startDay(tick.bid));
  else entry.day = extendDay(entry.day, tick.bid);
  entry.tick = tick;
}

/** The trading day of a moment begins, or is found to have begun, with this range. */
export function takeUpDay(entry: QuoteEntry, atMs: number, day: DayRange): void {
  entry.day = day;
  entry.dayEndsAtMs = tradingDayEnd(entry.market.dayCut, atMs);
}

type Sight = {
  readonly isOpen: boolean;
  readonly isClosingOnly: boolean;
  readonly opensAtMs: number | null;
  readonly isSilent: boolean;
  /** Whether silence lasts until the next quote; not where another process tells of its end. */
  readonly keepsSilence: boolean;
  readonly nowMs: number;
};

/** Answers whether anything changed. A closed market has an old price by right: never stale. */
export function refreshEntry(entry: QuoteEntry, sight: Sight): boolean {
  const { isOpen, isClosingOnly, opensAtMs, nowMs } = sight;
  const ageMs = nowMs - entry.recordedAtMs;
  const isOld = ageMs > entry.market.staleAfterMs;
  // Nobody was listening before the start: the last quote was the source's last sign of life.
  const isSilent = sight.isSilent && (!entry.isResumed || ageMs > SOURCE_SILENT_AFTER_MS);
  const isQuoted = isOpen && entry.tick !== null;
  entry.isSilenced ||= isQuoted && isSilent && sight.keepsSilence;
  const isStale = isQuoted && (isSilent || entry.isSilenced || isOld);
  const isSame = isOpen === entry.isOpen && opensAtMs === entry.opensAtMs;
  const isAsFree = isClosingOnly === entry.isClosingOnly;
  if (isSame && isAsFree && isStale === entry.isStale) return false;
  entry.isOpen = isOpen;
  entry.isClosingOnly = isClosingOnly;
  entry.opensAtMs = opensAtMs;
  entry.isStale = isStale;
  return true;
}

/** Null before the first quote. */
export function readEntry(entry: QuoteEntry): QuoteUpdate | null {
  if (!entry.tick) return null;
  entry.update ??= {
    marketId: entry.market.id,
    code: entry.market.code,
    isOpen: entry.isOpen,
    isClosingOnly: entry.isClosingOnly,
    opensAt: entry.opensAtMs === null ? null : entry.opensAtMs / 1_000,
    isStale: entry.isStale,
    quote: toQuote(entry, entry.tick),
  };
  return entry.update;
}

function toQuote({ market, day, seq }: QuoteEntry, tick: Tick): Quote {
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
