// The rows of the tape that an explanation speaks of, each once, with all that it was used for.

import type { WhyTick, WhyUse } from "@truetick/contract/proof";
import { type Digits, momentOf, priceText } from "./figures.ts";
import type { TapeQuote } from "./tape-quotes.ts";

export class TickList {
  readonly #digits: Digits;
  readonly #known = new Map<string, { readonly quote: TapeQuote; readonly uses: Set<WhyUse> }>();

  constructor(digits: Digits) {
    this.#digits = digits;
  }

  add(quote: TapeQuote, use: WhyUse): void {
    const name = `${quote.marketId}/${quote.seq}`;
    const known = this.#known.get(name) ?? { quote, uses: new Set<WhyUse>() };
    known.uses.add(use);
    this.#known.set(name, known);
  }

  /** By market, oldest first. */
  all(): WhyTick[] {
    return [...this.#known.values()]
      .sort(
        ({ quote: left }, { quote: right }) =>
          left.marketId - right.marketId || left.seq - right.seq,
      )
      .map(({ quote, uses }) => {
        const places = this.#digits(quote.marketId);
        return {
          market: String(quote.marketId),
          seq: quote.seq,
          bid: priceText(quote.bid, places),
          ask: priceText(quote.ask, places),
          at: momentOf(quote.atMs),
          uses: [...uses],
        };
      });
  }
}
