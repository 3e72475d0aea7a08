// The call about ranked traders as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import {
  RANK_SORTS,
  type RankedTrader,
  type RankedTraderWire,
  type RankSort,
  rankedTraderFromWire,
} from "./ranked-trader.ts";

export type RankedPage = {
  readonly traders: readonly RankedTrader[];
  readonly total: number;
  /** Prices are made up or played back: so is everybody's record. */
  readonly isSimulated: boolean;
};

export function requestRankedTraders(wanted: {
  readonly page: number;
  readonly sort?: RankSort;
  /** Part of an alias; empty: everybody. */
  readonly search?: string;
}): ReadRequest<RankedPage> {
  const { page, sort, search = "" } = wanted;
  return {
    path: "/api/follow/list",
    query: {
      page: String(page),
      ...(sort && { sort: RANK_SORTS[sort] }),
      ...(search !== "" && { search }),
    },
    read: (wire) => {
      const { data, total, is_simulated } = wire as {
        data: RankedTraderWire[];
        total: number;
        is_simulated: 0 | 1;
      };
      return { traders: data.map(rankedTraderFromWire), total, isSimulated: is_simulated === 1 };
    },
  };
}
