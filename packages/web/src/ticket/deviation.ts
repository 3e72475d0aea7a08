// How much worse than the price seen an order at the market may be filled, in points. The reader
// chooses it in the ticket; an order of a single tap always has a limit. Pure.

import type { Market, Quote } from "@truetick/contract";
import { parsePrice } from "@truetick/money";

export const DEVIATION_CHOICES: readonly number[] = [0, 5, 10, 20, 50, 100];

/** Without a choice, a single tap goes no further than this, or twice the spread. */
const AT_ONCE_POINTS_MIN = 10;
const AT_ONCE_SPREADS = 2;

/** What a single tap sends; the price seen must be known to be limited from. */
export function deviationAtOnce(
  chosen: number | null,
  {
    market,
    quote,
  }: {
    readonly market: Pick<Market, "pricePrecision">;
    readonly quote: Pick<Quote, "bid" | "ask"> | null;
  },
): number | null {
  const bid = quote && parsePrice(quote.bid, market.pricePrecision);
  const ask = quote && parsePrice(quote.ask, market.pricePrecision);
  if (bid === null || ask === null) return null;
  return chosen ?? Math.max(AT_ONCE_POINTS_MIN, AT_ONCE_SPREADS * (ask - bid));
}
