// The ranking as the app and the server speak of it. Browser-safe; the calls are declared in the
// `*.calls.ts` files beside and listed in `calls.ts`.

export { requestOwnListing, requestSetOwnListing } from "./own-listing.requests.ts";
export { type OwnListing, type OwnListingWire, ownListingToWire } from "./own-listing.ts";
export { type RankedPage, requestRankedTraders } from "./ranked-trader.requests.ts";
export {
  ALIAS_LENGTH_MAX,
  ALIAS_LENGTH_MIN,
  ALIAS_PATTERN,
  DEFAULT_RANK_SORT,
  RANK_SORTS,
  type RankedTrader,
  type RankedTraderWire,
  type RankSort,
  RISK_BOUNDS,
  RISK_DAYS,
  RISK_YEAR_DAYS,
  rankedTraderToWire,
} from "./ranked-trader.ts";
export { requestTraderProfile } from "./trader-profile.requests.ts";
export {
  type DayReturn,
  type LeverageShare,
  type RecordDay,
  type TradedShare,
  type TraderProfile,
  type TraderProfileWire,
  traderProfileToWire,
} from "./trader-profile.ts";
