// The quotes that an event names: of its fill, its conversions, its financing, its stop-out. Each
// must stand on the tape as it is told.

import type { Event } from "@truetick/engine";

export type NamedQuote = {
  readonly marketId: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
};

export function namedQuotes(event: Event): readonly NamedQuote[] {
  if ("fill" in event) {
    const { fill } = event;
    return [fill, ...fill.quoteConversion, ...fill.baseConversion].map(told);
  }
  if (event.type === "FinancingCharged") return [event, ...event.quoteConversion].map(told);
  return event.type === "StoppedOut" ? event.quotes.map(told) : [];
}

/** Without what else stands beside it. */
function told({ marketId, seq, bid, ask }: NamedQuote): NamedQuote {
  return { marketId, seq, bid, ask };
}
