// Which markets most accounts dealt in lately: counted from the blotter, never arranged.
// Browser-safe: no schema library here; `popular.calls.ts` declares the call.

export const POPULAR_MARKETS_MAX = 8;
/** Counted over this long. */
export const POPULAR_HOURS = 24;

export type PopularMarkets = {
  /** Most traders first; empty when nobody has dealt. */
  readonly markets: readonly { readonly marketId: string; readonly traders: number }[];
  readonly hours: number;
};

export type PopularMarketsWire = {
  data: { forex_id: string; traders: number }[];
  hours: number;
};

export function popularMarketsToWire({ markets, hours }: PopularMarkets): PopularMarketsWire {
  return {
    data: markets.map(({ marketId, traders }) => ({ forex_id: marketId, traders })),
    hours,
  };
}
