// The markets of the running server: the one list that the whole trading area holds, and the only
// writer of it. Everyone keeps the same objects and reads a value when it needs one, so a change
// holds for all of them from its moment on; who has made something of the values is told.
// Invariant: id, code and contract of a market never change.

import type { CategoryKey } from "./market-name.ts";
import type { MarketValues } from "./market-values.ts";
import type { TradedMarket } from "./traded-market.ts";

export type LiveMarkets = {
  /** In the order in which they are shown. */
  readonly all: readonly TradedMarket[];
  readonly find: (id: string) => TradedMarket | null;
  /** New values for everybody, at once. */
  readonly change: (id: string, values: MarketValues) => void;
  /** Calls back after every change of a market. */
  readonly follow: (listener: (market: TradedMarket) => void) => void;
  /** In the order in which they are shown. */
  readonly categories: () => readonly CategoryKey[];
  readonly orderCategories: (ids: readonly CategoryKey[]) => void;
};

/** The one place where a market is not read-only. */
type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

export function createLiveMarkets(
  all: readonly TradedMarket[],
  categoryIds: readonly CategoryKey[],
): LiveMarkets {
  let categories = categoryIds;
  const byId = new Map(all.map((market) => [market.id, market]));
  const listeners = new Set<(market: TradedMarket) => void>();
  return {
    all,
    find: (id) => byId.get(id) ?? null,
    change(id, values) {
      const market: Changeable<TradedMarket> | undefined = byId.get(id);
      if (market === undefined) throw new Error(`Invariant: market ${id} is on the list`);
      market.leverages = values.leverages;
      market.marginMode = values.marginMode;
      market.feeRate = values.feeRate;
      market.lotsMin = values.lotsMin;
      market.lotsMax = values.lotsMax;
      market.lotStep = values.lotStep;
      market.longRate = values.longRate;
      market.shortRate = values.shortRate;
      market.tripleDay = values.tripleDay;
      market.markupPoints = values.markupPoints;
      market.staleAfterMs = values.staleAfterMs;
      market.jumpLimitBps = values.jumpLimitBps;
      market.sessionCalendar = values.sessionCalendar;
      for (const listener of listeners) listener(market);
    },
    follow(listener) {
      listeners.add(listener);
    },
    categories: () => categories,
    orderCategories(ids) {
      categories = ids;
    },
  };
}
