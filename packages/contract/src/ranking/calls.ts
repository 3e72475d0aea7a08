// The calls about the ranking: the list, one trader, one's own place in it. Server side only (zod).

import { getOwnListing, setOwnListing } from "./own-listing.calls.ts";
import { listRankedTraders } from "./ranked-trader.calls.ts";
import { getTraderProfile } from "./trader-profile.calls.ts";

export { type ListingWish, listingWishFromFields } from "./own-listing.calls.ts";
export { type RankedWish, rankedWishFromFields } from "./ranked-trader.calls.ts";
export { traderAliasFromFields } from "./trader-profile.calls.ts";

export const RANKING_CALLS = {
  listRankedTraders,
  getTraderProfile,
  getOwnListing,
  setOwnListing,
} as const;
