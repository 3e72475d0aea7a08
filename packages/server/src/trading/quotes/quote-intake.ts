// The way of a tick through the house: gate, sources, markup, tape, board, candles, then whoever
// listens. The only door by which a price comes in, for every feed and for simulated runs alike.
// Invariants: nobody sees a quote that the tape did not take, nor under another number than the
// tape's; the time of a market's quotes never goes back, whichever source they come from.

import type { CandleBook } from "../candles/candle-book.ts";
import type { DiscardReason } from "../feed/feed.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { SteadyTime } from "../sequencer/steady-time.ts";
import type { RawQuote } from "./derive-quote.ts";
import { addMarkup } from "./markup.ts";
import type { QuoteBoard } from "./quote-board.ts";
import type { GateReason, QuoteGate } from "./quote-gate.ts";
import type { SourceBook } from "./source-book.ts";

/** A quote with its number on the market's tape. Points, not text. */
export type RecordedQuote = {
  readonly market: TradedMarket;
  readonly seq: number;
  readonly atMs: number;
  readonly bid: number;
  readonly ask: number;
};

export type MadeQuote = RecordedQuote & {
  /** What it was made of: the word of its sources, and the market's markup on each side. */
  readonly raw: RawQuote;
  readonly markupPoints: number;
};

export type QuoteListener = (quote: MadeQuote) => void;

/** Everything a source sent that was a tick, and what became of it; the tape keeps them. */
export type SourceTick = {
  readonly source: string;
  readonly tick: Tick;
  readonly outcome: TickOutcome;
};

/** Null: it became a quote. STANDBY: good, but another source is the market's quote now. */
export type TickOutcome = GateReason | "NOT_ON_TAPE" | "STANDBY" | null;

/** Puts a quote on its market's tape; answers its number there, null when it was not taken. */
export type PutOnTape = (quote: Omit<MadeQuote, "seq">) => number | null;

export type QuoteIntake = {
  /** Null: it was taken. Otherwise why it was not. Without a source: the first of the plan. */
  readonly take: (tick: Tick, source?: string) => TickOutcome;
  /** A price from before the start: on the tape and the board, for nobody to act on. */
  readonly takeLast: (tick: Tick) => TickOutcome;
  /** A source sent something that was no tick. */
  readonly discard: (reason: DiscardReason, source: string) => void;
  /** Looks at the clock: a market whose sources have changed places is quoted anew. */
  readonly reconsider: () => void;
  /** Calls back for every quote taken from now on; answers how to stop that. */
  readonly subscribe: (listener: QuoteListener) => () => void;
  /** The same for every tick of every source. */
  readonly watchSources: (listener: (tick: SourceTick) => void) => () => void;
};

type Needs = {
  readonly markets: readonly TradedMarket[];
  readonly gate: QuoteGate;
  readonly sources: SourceBook;
  readonly board: QuoteBoard;
  /** None where the candles follow the tape itself. */
  readonly book: Pick<CandleBook, "record"> | null;
  /** The same as its feeds', where they are in this process. */
  readonly time: SteadyTime;
  /** When what is on the market's tape from before the start was quoted. */
  readonly endedAtMs?: ((code: string) => number | null) | undefined;
  /** Without: the board numbers them. */
  readonly putOnTape?: PutOnTape | undefined;
};

/** What a market was last quoted at, when that was made, and whose word it was. */
type Last = { readonly atMs: number; readonly madeAtMs: number; readonly sources: string };

export function createQuoteIntake(needs: Needs): QuoteIntake {
  const { markets, gate, sources, time } = needs;
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const [firstSource = ""] = sources.readings().map(({ source }) => source);
  const last = new Map<string, Last>();
  const listeners = new Set<QuoteListener>();
  const watchers = new Set<(tick: SourceTick) => void>();

  /** Judges a tick and, when it makes a quote, records that; answers the quote or why none. */
  function quoteOf(tick: Tick, source: string): MadeQuote | Exclude<TickOutcome, null> {
    const refusal = gate.judge(tick, time.now(), source);
    const market = byCode.get(tick.code);
    if (refusal !== null || !market) return refusal ?? "UNKNOWN_MARKET";
    sources.put(source, tick);
    const raw = sources.derive(market, source);
    if (typeof raw === "string") {
      gate.count(raw, source);
      return raw;
    }
    if (!raw.sources.includes(source)) return "STANDBY";
    return record(needs, last, { market, raw, atMs: tick.atMs, source });
  }

  function tell(quote: MadeQuote): void {
    needs.book?.record(quote.market, quote);
    for (const listener of listeners) listener(quote);
  }

  function outcomeOf(tick: Tick, source: string): TickOutcome {
    const quote = quoteOf(tick, source);
    if (typeof quote === "string") return quote;
    tell(quote);
    return null;
  }

  return {
    take(tick, source = firstSource) {
      const outcome = outcomeOf(tick, source);
      for (const watcher of watchers) watcher({ source, tick, outcome });
      return outcome;
    },
    takeLast(tick) {
      const quote = quoteOf(tick, firstSource);
      return typeof quote === "string" ? quote : null;
    },
    discard: (reason, source) => gate.count(reason, source),
    reconsider() {
      // Looked at while nobody speaks too: a step back of the wall clock is not missed (F10).
      time.now();
      for (const market of markets) {
        const known = last.get(market.code);
        const raw = known ? sources.derive(market) : "NO_FRESH_SOURCE";
        if (!known || typeof raw === "string" || raw.sources.join() === known.sources) continue;
        const source = raw.sources[0] ?? firstSource;
        const quote = record(needs, last, { market, raw, atMs: known.madeAtMs, source });
        if (typeof quote !== "string") tell(quote);
      }
    },
    subscribe: (listener) => addTo(listeners, listener),
    watchSources: (watcher) => addTo(watchers, watcher),
  };
}

type Made = {
  readonly market: TradedMarket;
  readonly raw: RawQuote;
  readonly atMs: number;
  readonly source: string;
};

/** Onto the tape, then onto the board. */
function record(
  { gate, board, putOnTape, endedAtMs }: Needs,
  last: Map<string, Last>,
  { market, raw, atMs: madeAtMs, source }: Made,
): MadeQuote | "NOT_POSITIVE" | "NOT_ON_TAPE" {
  const { code, markupPoints } = market;
  const sides = addMarkup(raw, markupPoints);
  if (sides === null) {
    gate.count("NOT_POSITIVE", source);
    return "NOT_POSITIVE";
  }
  const { bid, ask } = sides;
  const before = last.get(code);
  const atMs = Math.max(madeAtMs, before?.atMs ?? endedAtMs?.(code) ?? 0);
  const quote = { market, atMs, bid, ask, raw, markupPoints };
  // Whether it may be dealt at goes by when it was made, not by what was shown before it.
  const toldAtMs = Math.max(madeAtMs, before?.madeAtMs ?? 0);
  const given = putOnTape?.({ ...quote, atMs: toldAtMs });
  if (given === null) return "NOT_ON_TAPE";
  const seq = board.record({ code, bid, ask, atMs, sourceSeq: given ?? 0 }, given);
  last.set(code, { atMs, madeAtMs: toldAtMs, sources: raw.sources.join() });
  return { ...quote, seq };
}

function addTo<T>(set: Set<T>, one: T): () => void {
  set.add(one);
  return () => void set.delete(one);
}
