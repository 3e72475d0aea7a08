// The way of a tick through the house: gate, tape, board, candles, then whoever listens. The only
// door by which a price comes in, for every feed and for simulated runs alike. Invariant: nobody
// sees a quote that the tape did not take, nor under another number than the tape's.

import type { Clock } from "../../platform/clock.ts";
import type { CandleBook } from "../candles/candle-book.ts";
import type { Tick } from "../feed/tick.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { QuoteBoard } from "./quote-board.ts";
import type { GateReason, QuoteGate } from "./quote-gate.ts";

/** A tick that passed, with its number on the market's tape. Points, not text. */
export type RecordedQuote = {
  readonly market: TradedMarket;
  readonly seq: number;
  readonly atMs: number;
  readonly bid: number;
  readonly ask: number;
};

export type QuoteListener = (quote: RecordedQuote) => void;

/** Puts a quote on its market's tape; answers its number there, null when it was not taken. */
export type PutOnTape = (quote: Omit<RecordedQuote, "seq">) => number | null;

export type QuoteIntake = {
  /** Null: it was taken. Otherwise why the gate refused it, or that the tape did not take it. */
  readonly take: (tick: Tick) => GateReason | "NOT_ON_TAPE" | null;
  /** Calls back for every quote taken from now on; answers how to stop that. */
  readonly subscribe: (listener: QuoteListener) => () => void;
};

export function createQuoteIntake({
  markets,
  gate,
  board,
  book,
  clock,
  putOnTape,
}: {
  markets: readonly TradedMarket[];
  gate: QuoteGate;
  board: QuoteBoard;
  book: CandleBook;
  clock: Pick<Clock, "now">;
  /** Without: the board numbers them. */
  putOnTape?: PutOnTape | undefined;
}): QuoteIntake {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const listeners = new Set<QuoteListener>();
  return {
    take(tick) {
      const refusal = gate.judge(tick, clock.now());
      const market = byCode.get(tick.code);
      if (refusal !== null || !market) return refusal ?? "UNKNOWN_MARKET";
      const { atMs, bid, ask } = tick;
      const given = putOnTape?.({ market, atMs, bid, ask });
      if (given === null) return "NOT_ON_TAPE";
      const seq = board.record(tick, given);
      book.record(market, tick);
      for (const listener of listeners) listener({ market, seq, atMs, bid, ask });
      return null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
