// The call about ranked traders as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import { type RankedTrader, type RankedTraderWire, rankedTraderFromWire } from "./ranked-trader.ts";

export type RankedPage = { readonly traders: readonly RankedTrader[]; readonly total: number };

export function requestRankedTraders(page: number): ReadRequest<RankedPage> {
  return {
    path: "/api/follow/list",
    query: { page: String(page) },
    read: (wire) => {
      const { data, total } = wire as { data: RankedTraderWire[]; total: number };
      return { traders: data.map(rankedTraderFromWire), total };
    },
  };
}
