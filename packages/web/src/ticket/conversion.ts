// What one unit of a currency is worth in the account's, from the quotes on the board: direct, or
// through the market that is quoted the other way round. For what the ticket shows while one
// types; what an order really costs is the server's preview.

import type { Market } from "@truetick/contract";
import { invertRatio, midRatio, PAR, parsePrice, type Ratio } from "@truetick/money";
import type { QuoteBoard } from "../live/quote-board.ts";

const ACCOUNT_CURRENCY = "USD";

function midOf(market: Market, board: Pick<QuoteBoard, "get">): Ratio | null {
  const quote = board.get(market.id)?.quote;
  const { pricePrecision } = market;
  const bid = quote ? parsePrice(quote.bid, pricePrecision) : null;
  const ask = quote ? parsePrice(quote.ask, pricePrecision) : null;
  return bid === null || ask === null ? null : midRatio({ bid, ask, pricePrecision });
}

/** Null while no market on the board can tell. */
export function conversionOf(
  currency: string,
  markets: readonly Market[],
  board: Pick<QuoteBoard, "get">,
): Ratio | null {
  if (currency === ACCOUNT_CURRENCY) return PAR;
  for (const market of markets) {
    const { baseCurrency, quoteCurrency } = market;
    const isDirect = baseCurrency === currency && quoteCurrency === ACCOUNT_CURRENCY;
    const isInverse = baseCurrency === ACCOUNT_CURRENCY && quoteCurrency === currency;
    const mid = isDirect || isInverse ? midOf(market, board) : null;
    if (mid) return isDirect ? mid : invertRatio(mid);
  }
  return null;
}
