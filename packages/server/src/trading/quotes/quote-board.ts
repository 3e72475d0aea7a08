// The newest quote of every market, numbered without gaps. Fed by the quote gate, read by the
// socket, the market list and later the engine. Every change raises one version, so that a
// reader asks "what changed since mine" and gets each market once (conflation, never a queue).
// Prices are whole points as safe-integer numbers; decimal text is made only for readers.

import type { QuoteUpdate } from "@truetick/contract";
import { assert } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { DayRange } from "./day-range.ts";
import {
  emptyEntry,
  forgetTick,
  type QuoteEntry,
  readEntry,
  recordTick,
  refreshEntry,
  resumeTick,
  takeUpDay,
} from "./quote-entry.ts";
import { SOURCE_SILENT_AFTER_MS } from "./source-book.ts";

export type QuoteBoard = {
  /**
   * Records a tick that passed the gate, under the number the tape gave it, else the next one.
   * Answers that number.
   */
  readonly record: (tick: Tick, seq?: number) => number;
  /** Shows the newest of the tape as it was before the start, for as long as nobody speaks. */
  readonly resume: (tick: Tick) => void;
  /** What was shown of a market is not on its tape: the next quote is like the first. */
  readonly forget: (code: string) => void;
  /** Takes up the trading day of a moment: what it has been while nobody here was watching. */
  readonly takeUpDay: (code: string, atMs: number, day: DayRange) => void;
  /** Some source is alive, whether or not it had anything to say. */
  readonly hear: () => void;
  /** Looks at the clock: who has gone stale, opened or closed since the last look. */
  readonly refresh: () => void;
  readonly version: () => number;
  /** Each market that changed after that version, with its newest quote; after 0: all. */
  readonly changedSince: (version: number) => readonly QuoteUpdate[];
  /** Null before its first quote. */
  readonly updateOf: (code: string) => QuoteUpdate | null;
  readonly isOpen: (code: string) => boolean;
  /** Null while it is open, or where nobody can say. */
  readonly opensAtMs: (code: string) => number | null;
  /** As the last look at the clock found it. */
  readonly isStale: (code: string) => boolean;
  /** Milliseconds since the newest quote of all was recorded; null before the first. */
  readonly newestAgeMs: () => number | null;
  /** True after neither tick nor heartbeat of any source for too long. */
  readonly isSourceSilent: () => boolean;
  readonly recorded: () => number;
};

type Needs = {
  readonly markets: readonly TradedMarket[];
  readonly clock: Clock;
  readonly isMarketOpen: (market: TradedMarket, atMs: number) => boolean;
  /** Asked of markets that are closed. */
  readonly opensAtMs?: (market: TradedMarket, atMs: number) => number | null;
  /** Whether people can only leave it, for as long as it is open. */
  readonly isClosingOnly?: (market: TradedMarket) => boolean;
  /** The head of the market's tape: the first quote from now on has the next number. */
  readonly lastSeq: (market: TradedMarket) => number;
  /** Whether a market's sources cannot be relied on. Without: whether nobody was heard at all. */
  readonly isSilent?: (market: TradedMarket) => boolean;
  /** Where another process hears the sources: whether it finds the market's price stale. */
  readonly isStaleThere?: ((market: TradedMarket) => boolean) | undefined;
};

export function createQuoteBoard(needs: Needs): QuoteBoard {
  const { clock } = needs;
  const { entries, entryOf } = emptyEntries(needs);
  let version = 0;
  let recorded = 0;
  let heardAtMs = clock.monotonic();
  let newestAtMs: number | null = null;

  const isSourceSilent = () => clock.monotonic() - heardAtMs > SOURCE_SILENT_AFTER_MS;
  const isSilent = needs.isStaleThere ?? needs.isSilent ?? isSourceSilent;
  const keepsSilence = needs.isStaleThere === undefined;

  function refresh(): void {
    const [wallMs, nowMs] = [clock.now(), clock.monotonic()];
    for (const entry of entries) {
      const { market } = entry;
      const heard = { isSilent: isSilent(market), keepsSilence, nowMs };
      const sight = { ...sightOf(needs, market, wallMs), ...heard };
      if (refreshEntry(entry, sight)) change(entry);
    }
  }

  function change(entry: QuoteEntry): void {
    version += 1;
    entry.version = version;
    entry.update = null;
  }

  function alter(code: string, act: (entry: QuoteEntry) => void): void {
    const entry = entryOf(code);
    act(entry);
    change(entry);
  }

  refresh();
  return {
    record(tick, seq) {
      const entry = entryOf(tick.code);
      heardAtMs = clock.monotonic();
      newestAtMs = heardAtMs;
      recorded += 1;
      const lateMs = clock.now() - tick.atMs;
      recordTick(entry, tick, { seq: seq ?? entry.seq + 1, recordedAtMs: heardAtMs, lateMs });
      change(entry);
      return entry.seq;
    },
    resume(tick) {
      const madeAtMs = clock.monotonic() - Math.max(0, clock.now() - tick.atMs);
      alter(tick.code, (entry) => resumeTick(entry, tick, madeAtMs));
    },
    forget: (code) => alter(code, forgetTick),
    takeUpDay: (code, atMs, day) => alter(code, (entry) => takeUpDay(entry, atMs, day)),
    hear() {
      heardAtMs = clock.monotonic();
    },
    refresh,
    version: () => version,
    changedSince: (since) =>
      entries.filter((entry) => entry.version > since).flatMap((entry) => readEntry(entry) ?? []),
    updateOf: (code) => readEntry(entryOf(code)),
    isOpen: (code) => entryOf(code).isOpen,
    opensAtMs: (code) => entryOf(code).opensAtMs,
    isStale: (code) => entryOf(code).isStale,
    newestAgeMs: () => (newestAtMs === null ? null : clock.monotonic() - newestAtMs),
    isSourceSilent,
    recorded: () => recorded,
  };
}

function emptyEntries({ markets, clock, isMarketOpen, lastSeq }: Needs) {
  const startMs = clock.now();
  const entries = markets.map((each) =>
    emptyEntry(each, isMarketOpen(each, startMs), lastSeq(each)),
  );
  const byCode = new Map(entries.map((entry) => [entry.market.code, entry]));
  const entryOf = (code: string): QuoteEntry => {
    const entry = byCode.get(code);
    assert(entry !== undefined, "Invariant: only markets of the list come this far");
    return entry;
  };
  return { entries, entryOf };
}

/** How a market stands by its calendar and by what was ordered of it. */
function sightOf(
  { isMarketOpen, opensAtMs, isClosingOnly }: Needs,
  market: TradedMarket,
  wallMs: number,
) {
  const isOpen = isMarketOpen(market, wallMs);
  return {
    isOpen,
    opensAtMs: isOpen ? null : (opensAtMs?.(market, wallMs) ?? null),
    isClosingOnly: isClosingOnly?.(market) ?? false,
  };
}
