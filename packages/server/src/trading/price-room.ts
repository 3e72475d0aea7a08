// Everything between a feed and its readers, put together: gate, board, candles, intake, and the
// simulator that feeds them. Built by trading.ts on the real clock and by seeded runs on theirs.
// Needs no database and starts no timer: whoever builds it calls `quoteLast`, then `poll`.

import type { Clock } from "../platform/clock.ts";
import { type CandleBook, createCandleBook } from "./candles/candle-book.ts";
import { createGeneratedHistory, type GeneratedHistory } from "./candles/generated-history.ts";
import { createSimFeed } from "./feed/sim-feed.ts";
import { createPriceSimulator } from "./feed/simulator/price-simulator.ts";
import type { Tick } from "./feed/tick.ts";
import type { TradedMarket } from "./markets/traded-market.ts";
import { createQuoteBoard, type QuoteBoard } from "./quotes/quote-board.ts";
import { createQuoteGate, type QuoteGate } from "./quotes/quote-gate.ts";
import { createQuoteIntake, type PutOnTape, type QuoteIntake } from "./quotes/quote-intake.ts";
import { createMarketHours } from "./sessions/market-hours.ts";
import { tradingDayStart } from "./sessions/trading-day.ts";

export type PriceRoom = {
  readonly gate: QuoteGate;
  readonly board: QuoteBoard;
  readonly book: CandleBook;
  readonly intake: QuoteIntake;
  /** Quotes the last prices before the start. Once the markets' sessions are those of now. */
  readonly quoteLast: () => void;
  /** Takes in whatever has fallen due. */
  readonly poll: () => void;
  /** The ticks that have fallen due, for a caller that takes them in itself. */
  readonly takeDue: () => Tick[];
};

/** Where quotes go once they are believed: the tape, and through it the engine. */
export type TapeEnd = {
  readonly lastSeq: (market: TradedMarket) => number;
  readonly take: PutOnTape;
};

export function createPriceRoom({
  markets,
  seed,
  clock,
  hasRealSessions,
  tape,
}: {
  markets: readonly TradedMarket[];
  seed: Uint8Array;
  clock: Clock;
  hasRealSessions: boolean;
  /** None for runs that keep no tape. */
  tape?: TapeEnd;
}): PriceRoom {
  const startedAtMs = clock.now();
  const { lastSeq = () => 0, take: putOnTape } = tape ?? {};
  const simulator = createPriceSimulator(seed);
  const isMarketOpen = createMarketHours({ hasRealSessions });
  const history = createGeneratedHistory({ simulator, isMarketOpen });
  const book = createCandleBook({ history, clock, markets });
  const gate = createQuoteGate(markets);
  const board = createQuoteBoard({ markets, clock, isMarketOpen, lastSeq });
  const intake = createQuoteIntake({ markets, gate, board, book, clock, putOnTape });
  const pieces: Pieces = { markets, history, gate, board, book, putOnTape };
  const feed = createSimFeed({
    simulator,
    markets,
    isMarketOpen,
    fromMs: startedAtMs,
    onBeat: board.hear,
    onSkip: (untilMs) => {
      book.beginAt(untilMs);
      takeUpDays(pieces, untilMs);
    },
  });
  takeUpDays(pieces, startedAtMs);

  function takeDue(): Tick[] {
    return feed.takeDue(clock.now());
  }

  return {
    gate,
    board,
    book,
    intake,
    takeDue,
    quoteLast: () => quoteLastPrices(pieces, startedAtMs),
    poll: () => {
      for (const tick of takeDue()) intake.take(tick);
    },
  };
}

type Pieces = {
  readonly markets: readonly TradedMarket[];
  readonly history: GeneratedHistory;
  readonly gate: QuoteGate;
  readonly board: QuoteBoard;
  readonly book: CandleBook;
  readonly putOnTape: PutOnTape | undefined;
};

/** Open, high and low of each market's last trading day, from the bars that led here. */
function takeUpDays({ markets, history, board, book }: Pieces, atMs: number): void {
  for (const market of markets) {
    const tick = history.lastTick(market, atMs);
    if (!tick) continue;
    const fromMs = tradingDayStart(market.dayCut, tick.atMs);
    const day = book.join(market, { fromMs, toMs: atMs + 1 });
    if (day) board.takeUpDay(market.code, tick.atMs, day);
  }
}

/** The last price before the start is the first quote: nobody waits for the next tick. */
function quoteLastPrices({ markets, history, gate, board, putOnTape }: Pieces, atMs: number): void {
  for (const market of markets) {
    const tick = history.lastTick(market, atMs);
    if (!tick || gate.judge(tick, atMs) !== null) continue;
    const { bid, ask } = tick;
    const seq = putOnTape?.({ market, atMs: tick.atMs, bid, ask });
    if (seq !== null) board.record(tick, seq);
  }
}
