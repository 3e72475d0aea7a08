// The call about changes of terms as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import { type MarketChange, type MarketChangeWire, marketChangeFromWire } from "./market-change.ts";

export type MarketChangePage = {
  readonly changes: readonly MarketChange[];
  /** To be sent back as it is; empty at the end. */
  readonly next: string;
};

/** What is announced first, soonest first; then what was made, newest first. */
export function requestMarketChanges(wanted: {
  /** Only of this market. */
  readonly marketId?: string;
  readonly cursor?: string;
}): ReadRequest<MarketChangePage> {
  const { marketId = "", cursor = "" } = wanted;
  return {
    path: "/v1/api/market/changes",
    query: {
      ...(marketId === "" ? {} : { market_id: marketId }),
      ...(cursor === "" ? {} : { cursor }),
    },
    read: (wire) => {
      const { data, next } = wire as { data: MarketChangeWire[]; next: string };
      return { changes: data.map(marketChangeFromWire), next };
    },
  };
}
