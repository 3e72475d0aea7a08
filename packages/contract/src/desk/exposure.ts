// What the house is exposed to, market by market, from the engine's own books at its newest
// quotes. Read by polling. Browser-safe: no schema library.

export const EXPOSURE_BOOKS = ["real", "demo"] as const;
export type ExposureBook = (typeof EXPOSURE_BOOKS)[number];

export type MarketExposure = {
  readonly marketId: string;
  readonly displayCode: string;
  /** Lots as decimals; net is long less short, signed. */
  readonly longLots: string;
  readonly shortLots: string;
  readonly netLots: string;
  /** Held for these positions, 6 decimals. */
  readonly margin: string;
  /** The traders' floating profit, signed; the house's is its opposite. */
  readonly profit: string;
  readonly positions: number;
  readonly accounts: number;
};

export type Exposure = {
  /** Unix seconds with milliseconds as fraction. */
  readonly at: number;
  readonly book: ExposureBook;
  readonly margin: string;
  readonly profit: string;
  readonly positions: number;
  /** The largest margin first; markets without positions are left out. */
  readonly markets: readonly MarketExposure[];
};

export type MarketExposureWire = {
  market_id: string;
  display_code: string;
  long_lots: string;
  short_lots: string;
  net_lots: string;
  margin: string;
  profit: string;
  positions: number;
  accounts: number;
};

export type ExposureWire = {
  at: number;
  book: ExposureBook;
  margin: string;
  profit: string;
  positions: number;
  data: MarketExposureWire[];
};

export function marketExposureToWire(market: MarketExposure): MarketExposureWire {
  return {
    market_id: market.marketId,
    display_code: market.displayCode,
    long_lots: market.longLots,
    short_lots: market.shortLots,
    net_lots: market.netLots,
    margin: market.margin,
    profit: market.profit,
    positions: market.positions,
    accounts: market.accounts,
  };
}

export function marketExposureFromWire(wire: MarketExposureWire): MarketExposure {
  return {
    marketId: wire.market_id,
    displayCode: wire.display_code,
    longLots: wire.long_lots,
    shortLots: wire.short_lots,
    netLots: wire.net_lots,
    margin: wire.margin,
    profit: wire.profit,
    positions: wire.positions,
    accounts: wire.accounts,
  };
}

export function exposureToWire(exposure: Exposure): ExposureWire {
  const { at, book, margin, profit, positions, markets } = exposure;
  return { at, book, margin, profit, positions, data: markets.map(marketExposureToWire) };
}

export function exposureFromWire(wire: ExposureWire): Exposure {
  const { at, book, margin, profit, positions, data } = wire;
  return { at, book, margin, profit, positions, markets: data.map(marketExposureFromWire) };
}
