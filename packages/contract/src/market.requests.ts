// The calls about markets as an app makes them: path, query in the wire's spelling, and how the
// answer is read. Browser-safe: no schema library. `market.requests.test.ts` holds them to the
// declared calls.

import { type Candle, type CandleWire, candleFromWire } from "./candle.ts";
import { type Category, type CategoryWire, categoryFromWire } from "./category.ts";
import { type Market, type MarketWire, marketFromWire } from "./market.ts";
import type { PeriodId } from "./period.ts";

export type ReadRequest<T> = {
  readonly path: `/${string}`;
  readonly query: Readonly<Record<string, string>>;
  /** From what the envelope carries to our own words. Throws when it is something else. */
  readonly read: (wire: unknown) => T;
};

/** An answer is a list of rows; what they hold is the server's promise, checked by its schemas. */
function readRows<Wire, T>(wire: unknown, read: (row: Wire) => T): readonly T[] {
  if (!Array.isArray(wire)) throw new Error("The answer is not a list");
  return wire.map((row: Wire) => read(row));
}

export function requestMarkets(): ReadRequest<readonly Market[]> {
  return {
    path: "/v1/api/forex/trade_list",
    query: {},
    read: (wire) => readRows<MarketWire, Market>(wire, marketFromWire),
  };
}

export function requestCategories(): ReadRequest<readonly Category[]> {
  return {
    path: "/v1/api/forex/getCategories",
    query: {},
    read: (wire) => readRows<CategoryWire, Category>(wire, categoryFromWire),
  };
}

export function requestCandles(wanted: {
  readonly marketId: string;
  readonly periodId: PeriodId;
  /** Only bars that opened before this moment, Unix seconds. */
  readonly before?: number;
}): ReadRequest<readonly Candle[]> {
  return {
    path: "/v1/api/forex/kline",
    query: {
      forex_id: wanted.marketId,
      period: wanted.periodId,
      ...(wanted.before === undefined ? {} : { before: String(wanted.before) }),
    },
    read: (wire) => readRows<CandleWire, Candle>(wire, candleFromWire),
  };
}

/** The few bars of a sparkline; the server chooses how many. */
export function requestRecentCandles(wanted: {
  readonly marketId: string;
  readonly periodId: PeriodId;
}): ReadRequest<readonly Candle[]> {
  return {
    path: "/v1/api/forex/abbreviated_cache_kline",
    query: { forex_id: wanted.marketId, period: wanted.periodId },
    read: (wire) => readRows<CandleWire, Candle>(wire, candleFromWire),
  };
}
