// The call about a market's public sheet as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import { type PublicTerms, type PublicTermsWire, publicTermsFromWire } from "./market-terms.ts";

export function requestMarketTerms(marketId: string): ReadRequest<PublicTerms> {
  return {
    path: "/v1/api/forex/market_terms",
    query: { forex_id: marketId },
    read: (wire) => publicTermsFromWire(wire as PublicTermsWire),
  };
}
