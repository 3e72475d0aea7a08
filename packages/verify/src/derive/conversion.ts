// A conversion, made again from the quotes that are named: that its legs lead from the currency to
// that of the accounts, and what one unit comes to.

import type { ConversionPath, MarketTerms } from "@truetick/engine";
import { invertRatio, midRatio, multiplyRatios, PAR, type Ratio } from "@truetick/money";

/** Balances, margin and profit are in this currency. */
export const ACCOUNT_CURRENCY = "USD";

/** By market; currencies and precision of a market never change. */
export type KnownTerms = ReadonlyMap<number, MarketTerms>;

/** The exact value of one unit, or why the legs do not lead there. */
export function convertAlong(
  path: ConversionPath,
  from: string,
  known: KnownTerms,
): { readonly ratio: Ratio } | { readonly fault: string } {
  let ratio = PAR;
  let currency = from;
  for (const { marketId, bid, ask, isInverse } of path) {
    const terms = known.get(marketId);
    if (!terms) return { fault: `the terms of market ${marketId} are not shown` };
    const { baseCurrency, quoteCurrency, pricePrecision } = terms;
    const [has, gives] = isInverse ? [quoteCurrency, baseCurrency] : [baseCurrency, quoteCurrency];
    if (has !== currency || gives === null) {
      return { fault: `market ${marketId} does not convert ${currency}` };
    }
    const mid = midRatio({ bid, ask, pricePrecision });
    ratio = multiplyRatios(ratio, isInverse ? invertRatio(mid) : mid);
    currency = gives;
  }
  if (currency === ACCOUNT_CURRENCY) return { ratio };
  return { fault: `the conversion of ${from} ends at ${currency}` };
}
