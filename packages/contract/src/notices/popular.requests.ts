// The call about popular markets as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { PopularMarkets, PopularMarketsWire } from "./popular.ts";

export function requestPopularMarkets(): ReadRequest<PopularMarkets> {
  return {
    path: "/v1/api/forex/popular",
    query: {},
    read: (wire) => {
      const { data, hours } = wire as PopularMarketsWire;
      return {
        markets: data.map(({ forex_id, traders }) => ({ marketId: forex_id, traders })),
        hours,
      };
    },
  };
}
