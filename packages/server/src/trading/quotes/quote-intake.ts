// The way of a tick through the house: gate, board, candles, then whoever listens. The only door
// by which a price comes in, for every feed and for simulated runs alike.

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

export type QuoteIntake = {
  /** Null: it was taken. Otherwise why the gate refused it. */
  readonly take: (tick: Tick) => GateReason | null;
  /** Calls back for every quote taken from now on; answers how to stop that. */
  readonly subscribe: (listener: QuoteListener) => () => void;
};

export function createQuoteIntake({
  markets,
  gate,
  board,
  book,
  clock,
}: {
  markets: readonly TradedMarket[];
  gate: QuoteGate;
  board: QuoteBoard;
  book: CandleBook;
  clock: Pick<Clock, "now">;
}): QuoteIntake {
  const byCode = new Map(markets.map((market) => [market.code, market]));
  const listeners = new Set<QuoteListener>();
  return {
    take(tick) {
      const refusal = gate.judge(tick, clock.now());
      const market = byCode.get(tick.code);
      if (refusal !== null || !market) return refusal ?? "UNKNOWN_MARKET";
      const seq = board.record(tick);
      book.record(market, tick);
      const { atMs, bid, ask } = tick;
      for (const listener of listeners) listener({ market, seq, atMs, bid, ask });
      return null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
