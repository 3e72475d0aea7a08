// The quotes of an archive in the order in which the engine took them: market by market by number,
// across markets by time. Who asks may hold one back that came in the same millisecond as a
// command. Where the tape was let go of, its last quote is told and stands among those shown.

import { type MarketId, marketId, type TakeQuote } from "@truetick/engine";
import { price } from "@truetick/money";
import type { GoneEnd } from "@truetick/proof";
import type { TapeIndex } from "../evidence/tape-index.ts";

export type TapeQuote = TakeQuote & { readonly marketId: MarketId };

type Numbered = Pick<GoneEnd, "seq" | "bid" | "ask" | "atMs">;

function quoteOf(market: number, { seq, bid, ask, atMs }: Numbered): TapeQuote {
  const prices = { bid: price(bid), ask: price(ask) };
  return { type: "TakeQuote", marketId: marketId(market), seq, ...prices, atMs };
}

export class QuoteLine {
  readonly #quotes = new Map<number, readonly TapeQuote[]>();
  /** How many of each market were taken. */
  readonly #taken = new Map<number, number>();

  constructor(tape: TapeIndex, ends: readonly GoneEnd[]) {
    for (const market of new Set([...tape.markets, ...ends.map(({ marketId: id }) => id)])) {
      const shown = tape
        .piecesOf(market)
        .flatMap(({ firstSeq, quotes }) =>
          quotes.map((quote, at) => quoteOf(market, { ...quote, seq: firstSeq + at })),
        );
      const told = ends
        .filter(({ marketId: id, seq }) => id === market && tape.quote(market, seq) === null)
        .map((end) => quoteOf(market, end));
      const quotes = [...shown, ...told].sort((left, right) => left.seq - right.seq);
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
