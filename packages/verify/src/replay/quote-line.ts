// The quotes of an archive in the order in which the engine took them: market by market by number,
// across markets by time. Who asks may hold one back that came in the same millisecond as a
// command.

import { type MarketId, marketId, type TakeQuote } from "@truetick/engine";
import { price } from "@truetick/money";
import type { TapeIndex } from "../evidence/tape-index.ts";

export type TapeQuote = TakeQuote & { readonly marketId: MarketId };

export class QuoteLine {
  readonly #quotes = new Map<number, readonly TapeQuote[]>();
  /** How many of each market were taken. */
  readonly #taken = new Map<number, number>();

  constructor(tape: TapeIndex) {
    for (const market of tape.markets) {
      const quotes = tape.piecesOf(market).flatMap(({ firstSeq, quotes: run }) =>
        run.map(
          ({ bid, ask, atMs }, at): TapeQuote => ({
            type: "TakeQuote",
            marketId: marketId(market),
            seq: firstSeq + at,
            bid: price(bid),
            ask: price(ask),
            atMs,
          }),
        ),
      );
      this.#quotes.set(market, quotes);
      this.#taken.set(market, 0);
    }
  }

  get markets(): readonly number[] {
    return [...this.#quotes.keys()];
  }

  next(market: number): TapeQuote | null {
    return this.#quotes.get(market)?.[this.#taken.get(market) ?? 0] ?? null;
  }

  take(market: number): void {
    this.#taken.set(market, (this.#taken.get(market) ?? 0) + 1);
  }

  /** The oldest that came before a moment, of markets that may go on. */
  nextBefore(atMs: number, isHeld: (quote: TapeQuote) => boolean): TapeQuote | null {
    let oldest: TapeQuote | null = null;
    for (const market of this.#quotes.keys()) {
      const quote = this.next(market);
      if (!quote || quote.atMs >= atMs || isHeld(quote)) continue;
      if (oldest === null || quote.atMs < oldest.atMs) oldest = quote;
    }
    return oldest;
  }
}
