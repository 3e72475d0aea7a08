// Everything between the feeds and their readers, put together: gate, sources, board, candles,
// intake, and the simulator where prices are made up. Built by trading.ts on the real clock and by
// seeded runs on theirs. Needs no database and starts no timer: whoever builds it calls
// `quoteLast`, then `poll` or lets feeds talk to `sinkOf`.

import type { Clock } from "../platform/clock.ts";
import { type CandleBook, createCandleBook, type RecordedTick } from "./candles/candle-book.ts";
import type { CandleStore } from "./candles/candle-store.ts";
import { createGeneratedHistory, type GeneratedHistory } from "./candles/generated-history.ts";
import type { FeedSink } from "./feed/feed.ts";
import { createSimFeed, type SimFeed } from "./feed/sim-feed.ts";
import { createPriceSimulator, type PriceSimulator } from "./feed/simulator/price-simulator.ts";
import type { Tick } from "./feed/tick.ts";
import type { TradedMarket } from "./markets/traded-market.ts";
import { createQuoteBoard, type QuoteBoard } from "./quotes/quote-board.ts";
import { createQuoteGate, type QuoteGate } from "./quotes/quote-gate.ts";
import { createQuoteIntake, type PutOnTape, type QuoteIntake } from "./quotes/quote-intake.ts";
import { createSourceBook, type SourceBook, type SourcePlan } from "./quotes/source-book.ts";
import { SteadyTime } from "./sequencer/steady-time.ts";
import { HELD_BY_NOBODY, type Held } from "./sessions/hand-orders.ts";
import { createOpeningTimes, type OpeningTimes, opensAtMs } from "./sessions/market-hours.ts";
import { tradingDayStart } from "./sessions/trading-day.ts";

export type PriceRoom = {
  readonly gate: QuoteGate;
  readonly sources: SourceBook;
  readonly board: QuoteBoard;
  readonly book: CandleBook;
  readonly intake: QuoteIntake;
  /** Quotes the last prices before the start. Once the markets' sessions are those of now. */
  readonly quoteLast: () => void;
  /** Takes in whatever the simulator has due. */
  readonly poll: () => void;
  /** Where a feed of the plan says what it knows. */
  readonly sinkOf: (source: string) => FeedSink;
  /** Made-up prices up to and including this moment were left out. */
  readonly skip: (untilMs: number) => void;
  /** Looks at the clock: who has gone stale, opened, closed, or lost a source. */
  readonly refresh: () => void;
  /** The simulator's ticks that have fallen due, for a caller that takes them in itself. */
  readonly takeDue: () => Tick[];
};

type TapeQuote = {
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly atMs: number;
};

/** Where quotes go once they are believed: the tape, and through it the engine. */
export type TapeEnd = {
  readonly lastSeq: (market: TradedMarket) => number;
  /** The newest on the market's tape: what a source's first word is measured by. */
  readonly newest?: (market: TradedMarket) => TapeQuote | null;
  readonly take: PutOnTape;
  /** Calls back for every quote as it stands on the tape, under the market's id. */
  readonly follow?: (listener: (marketId: number, quote: RecordedTick) => void) => void;
};

/** One source that makes up every market. */
const SIMULATOR_ALONE: SourcePlan = {
  sources: [{ name: "sim", instruments: null }],
  ruleOf: () => ({ kind: "priority" }),
};

type Setting = {
  readonly markets: readonly TradedMarket[];
  /** Null: no price is made up, and the charts begin with the first quote. */
  readonly seed: Uint8Array | null;
  readonly clock: Clock;
  readonly hasRealSessions: boolean;
  /** With the single days of the table; without, by weekly hours and holidays alone. */
  readonly times?: OpeningTimes;
  /** What was ordered of markets by hand. */
  readonly held?: Held;
  /** None for runs that keep no tape. */
  readonly tape?: TapeEnd;
  /** The bars of the tape so far; only beside a tape that can be followed. */
  readonly candles?: CandleStore;
  /** Without: the simulator alone. */
  readonly plan?: SourcePlan;
  /** Where another process hears the sources: whether it finds the market's price stale. */
  readonly isStaleThere?: ((market: TradedMarket) => boolean) | undefined;
};

export function createPriceRoom({
  markets,
  seed,
  clock,
  hasRealSessions,
  times = createOpeningTimes({ hasRealSessions }),
  held = HELD_BY_NOBODY,
  tape,
  candles,
  plan = SIMULATOR_ALONE,
  isStaleThere,
}: Setting): PriceRoom {
  const startedAtMs = clock.now();
  const { lastSeq = () => 0, newest, take: putOnTape } = tape ?? {};
  const simulator = seed === null ? null : createPriceSimulator(seed);
  const { isOpen: isMarketOpen } = times;
  const history = simulator
    ? createGeneratedHistory({ simulator, isMarketOpen })
    : noHistory(startedAtMs);
  const book = createCandleBook({ history, clock, markets, store: candles });
  if (candles) followTape(book, markets, tape);
  const sources = createSourceBook(plan, clock);
  const onTape = lastOnTape(markets, simulator ? undefined : newest);
  const gate = createQuoteGate(markets, (code) => sources.lastRaw(code) ?? onTape(code));
  const board = createQuoteBoard({
    markets,
    clock,
    isMarketOpen: (market, atMs) => times.isOpen(market, atMs) && !held.isHalted(market),
    opensAtMs: (market, atMs) => (held.isHalted(market) ? null : opensAtMs(times, market, atMs)),
    isClosingOnly: held.isClosingOnly,
    lastSeq,
    isSilent: sources.isSilent,
    isStaleThere,
  });
  const counted = candles ? null : book;
  // A wall clock that steps back stops no price: they go on from where they were (F10).
  const time = new SteadyTime(clock);
  const endedAtMs = (code: string) => onTape(code)?.atMs ?? null;
  const parts = { markets, gate, sources, board, time, endedAtMs, putOnTape };
  const intake = createQuoteIntake({ ...parts, book: counted });
  const pieces: Pieces = { markets, history, sources, board, book, intake };
  const feed = simulator
    ? feedFrom(simulator, { pieces, isMarketOpen, fromMs: startedAtMs })
    : null;
  takeUpDays(pieces, startedAtMs);
  resumeQuotes(pieces, onTape);

  const takeDue = () => feed?.takeDue(time.now()) ?? [];
  return {
    gate,
    sources,
    board,
    book,
    intake,
    takeDue,
    quoteLast: () => quoteLastPrices(pieces, startedAtMs),
    poll: () => {
      for (const tick of takeDue()) intake.take(tick);
    },
    sinkOf: (source) => sinkFor(source, pieces),
    skip: (untilMs) => skipTo(pieces, untilMs),
    refresh: () => {
      intake.reconsider();
      board.refresh();
    },
  };
}

type Pieces = {
  readonly markets: readonly TradedMarket[];
  readonly history: GeneratedHistory;
  readonly sources: SourceBook;
  readonly board: QuoteBoard;
  readonly book: CandleBook;
  readonly intake: QuoteIntake;
};

/** What is on the tape is in the bars, at the tape's own time, and nothing else is (inv20). */
function followTape(
  book: CandleBook,
  markets: readonly TradedMarket[],
  tape: TapeEnd | undefined,
): void {
  if (!tape?.follow) throw new Error("Invariant: stored bars follow a tape");
  const byId = new Map(markets.map((market) => [Number(market.id), market]));
  tape.follow((marketId, quote) => {
    const market = byId.get(marketId);
    if (market) book.record(market, quote);
  });
}

/** The past of prices that nobody made up: there is none but what was recorded. */
function noHistory(firstMs: number): GeneratedHistory {
  return { firstMs, join: () => null, ticksOfMinute: () => [], lastTick: () => null };
}

/** Not asked where prices are made up: they may begin anew, and are never garbage. */
function lastOnTape(
  markets: readonly TradedMarket[],
  newest: TapeEnd["newest"] = () => null,
): (code: string) => TapeQuote | null {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  return (code) => {
    const market = byCode.get(code);
    return market ? newest(market) : null;
  };
}

/** Shown from the first moment, with the doubts that there are about it. */
function resumeQuotes(
  { markets, board }: Pieces,
  onTape: (code: string) => TapeQuote | null,
): void {
  for (const { code } of markets) {
    const quote = onTape(code);
    if (quote) board.resume({ ...quote, code, sourceSeq: quote.seq });
  }
  board.refresh();
}

function sinkFor(source: string, { board, sources, intake }: Pieces): FeedSink {
  return {
    take: (tick) => void intake.take(tick, source),
    hear: () => {
      board.hear();
      sources.hear(source);
    },
    discard: (reason) => intake.discard(reason, source),
  };
}

function feedFrom(
  simulator: PriceSimulator,
  {
    pieces,
    isMarketOpen,
    fromMs,
  }: { pieces: Pieces; isMarketOpen: OpeningTimes["isOpen"]; fromMs: number },
): SimFeed {
  const { hear } = sinkFor("sim", pieces);
  return createSimFeed({
    simulator,
    markets: pieces.markets,
    isMarketOpen,
    fromMs,
    onBeat: hear,
    onSkip: (untilMs) => skipTo(pieces, untilMs),
  });
}

function skipTo(pieces: Pieces, untilMs: number): void {
  pieces.book.beginAt(untilMs);
  takeUpDays(pieces, untilMs);
}

/** Open, high and low of each market's last trading day, from the bars that led here. */
function takeUpDays({ markets, history, board, book }: Pieces, atMs: number): void {
  for (const market of markets) {
    const lastMs = history.lastTick(market, atMs)?.atMs ?? book.lastMinuteMs(market);
    if (lastMs === null) continue;
    const fromMs = tradingDayStart(market.dayCut, lastMs);
    const day = book.join(market, { fromMs, toMs: atMs + 1 });
    if (day) board.takeUpDay(market.code, lastMs, day);
  }
}

/** The last price before the start is the first quote: nobody waits for the next tick. */
function quoteLastPrices({ markets, history, intake }: Pieces, atMs: number): void {
  for (const market of markets) {
    const tick = history.lastTick(market, atMs);
    if (tick) intake.takeLast(tick);
  }
}
