// The quotes that events name: of fills, of conversions, of financing, of stop-outs. They are
// kept row by row and for ever, whatever becomes of the packed tape (inv10, inv17). Called by the
// sequencer at the moment of the decision, when a named quote is the newest of its market.

import type { ConversionPath, Event, MarketId, Quote } from "@truetick/engine";

export type NamedQuote = Quote & { readonly marketId: MarketId };

type Naming = { readonly marketId: MarketId; readonly seq: number };

export class NamedQuotes {
  /** Named by a commit before or under way, so that it is not written again. */
  readonly #known = new Map<MarketId, number>();
  readonly #newest: (marketId: MarketId) => Quote | null;

  constructor(newest: (marketId: MarketId) => Quote | null) {
    this.#newest = newest;
  }

  /** Adds to `found` what the events name for the first time. */
  collect(events: readonly Event[], found: NamedQuote[]): void {
    for (const event of events) {
      if ("fill" in event) {
        this.#name(event.fill, found);
        this.#nameLegs(event.fill.quoteConversion, found);
        this.#nameLegs(event.fill.baseConversion, found);
      } else if (event.type === "FinancingCharged") {
        this.#name(event, found);
        this.#nameLegs(event.quoteConversion, found);
      } else if (event.type === "StoppedOut") {
        for (const quote of event.quotes) this.#name(quote, found);
      }
    }
  }

  /** After a failed commit nobody knows which were written. */
  forget(): void {
    this.#known.clear();
  }

  #nameLegs(path: ConversionPath, found: NamedQuote[]): void {
    for (const leg of path) this.#name(leg, found);
  }

  #name({ marketId, seq }: Naming, found: NamedQuote[]): void {
    if (this.#known.get(marketId) === seq) return;
    const newest = this.#newest(marketId);
    if (newest?.seq !== seq) {
      throw new Error(`Invariant: quote ${seq} is the newest of market ${marketId} when named`);
    }
    this.#known.set(marketId, seq);
    found.push({ ...newest, marketId });
  }
}
