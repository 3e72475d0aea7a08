// The newest quote of every market, numbered without gaps. Fed by the quote gate, read by the
// socket, the market list and later the engine. Every change raises one version, so that a
// reader asks "what changed since mine" and gets each market once (conflation, never a queue).
// Prices are whole points as safe-integer numbers; decimal text is made only for readers.

import type { QuoteUpdate } from "@truetick/contract";
import { assert } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { MarketHours } from "../sessions/market-hours.ts";
import type { DayRange } from "./day-range.ts";
import {
  emptyEntry,
  type QuoteEntry,
  readEntry,
  recordTick,
  refreshEntry,
  takeUpDay,
} from "./quote-entry.ts";

export type QuoteBoard = {
  /**
   * Records a tick that passed the gate, under the number the tape gave it, else the next one.
   * Answers that number.
   */
  readonly record: (tick: Tick, seq?: number) => number;
  /** Takes up the trading day of a moment: what it has been while nobody here was watching. */
  readonly takeUpDay: (code: string, atMs: number, day: DayRange) => void;
  /** The source is alive, whether or not it had anything to say. */
  readonly hear: () => void;
  /** Looks at the clock: who has gone stale, opened or closed since the last look. */
  readonly refresh: () => void;
  readonly version: () => number;
  /** Each market that changed after that version, with its newest quote; after 0: all. */
  readonly changedSince: (version: number) => readonly QuoteUpdate[];
  /** Null before its first quote. */
  readonly updateOf: (code: string) => QuoteUpdate | null;
  readonly isOpen: (code: string) => boolean;
  /** As the last look at the clock found it. */
  readonly isStale: (code: string) => boolean;
  /** Milliseconds since the newest quote of all was recorded; null before the first. */
  readonly newestAgeMs: () => number | null;
  /** True after neither tick nor heartbeat for too long. */
  readonly isSourceSilent: () => boolean;
  readonly recorded: () => number;
};

/** Neither tick nor heartbeat for this long, and no price can be trusted. */
const SOURCE_SILENT_AFTER_MS = 10_000;

type Needs = {
  readonly markets: readonly TradedMarket[];
  readonly clock: Clock;
  readonly isMarketOpen: MarketHours;
  /** The head of the market's tape: the first quote from now on has the next number. */
  readonly lastSeq: (market: TradedMarket) => number;
};

export function createQuoteBoard({ markets, clock, isMarketOpen, lastSeq }: Needs): QuoteBoard {
  const startMs = clock.now();
  const entries = markets.map((each) =>
    emptyEntry(each, isMarketOpen(each, startMs), lastSeq(each)),
  );
  const byCode = new Map(entries.map((entry) => [entry.market.code, entry]));
  let version = 0;
  let recorded = 0;
  let heardAtMs = clock.monotonic();
  let newestAtMs: number | null = null;

  const isSourceSilent = () => clock.monotonic() - heardAtMs > SOURCE_SILENT_AFTER_MS;

  function entryOf(code: string): QuoteEntry {
    const entry = byCode.get(code);
    assert(entry !== undefined, "Invariant: only markets of the list come this far");
    return entry;
  }

  function change(entry: QuoteEntry): void {
    version += 1;
    entry.version = version;
    entry.update = null;
  }

  return {
    record(tick, seq) {
      const entry = entryOf(tick.code);
      heardAtMs = clock.monotonic();
      newestAtMs = heardAtMs;
      recorded += 1;
      recordTick(entry, tick, { seq: seq ?? entry.seq + 1, recordedAtMs: heardAtMs });
      change(entry);
      return entry.seq;
    },
    takeUpDay(code, atMs, day) {
      const entry = entryOf(code);
      takeUpDay(entry, atMs, day);
      change(entry);
    },
    hear() {
      heardAtMs = clock.monotonic();
    },
    refresh() {
      const [wallMs, nowMs, isSilent] = [clock.now(), clock.monotonic(), isSourceSilent()];
      for (const entry of entries) {
        const isOpen = isMarketOpen(entry.market, wallMs);
        if (refreshEntry(entry, { isOpen, isSilent, nowMs })) change(entry);
      }
    },
    version: () => version,
    changedSince: (since) =>
      entries.filter((entry) => entry.version > since).flatMap((entry) => readEntry(entry) ?? []),
    updateOf: (code) => readEntry(entryOf(code)),
    isOpen: (code) => entryOf(code).isOpen,
    isStale: (code) => entryOf(code).isStale,
    newestAgeMs: () => (newestAtMs === null ? null : clock.monotonic() - newestAtMs),
    isSourceSilent,
    recorded: () => recorded,
  };
}
