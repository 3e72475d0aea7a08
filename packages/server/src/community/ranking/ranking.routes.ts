// The calls about the ranking: the list, one trader, one's own place in it. Every figure comes from
// ranking.ts, and with it from the facts alone.

import {
  listingWishFromFields,
  ROWS_PER_PAGE,
  rankedWishFromFields,
  traderAliasFromFields,
} from "@truetick/contract/calls";
import {
  ownListingToWire,
  rankedTraderToWire,
  traderProfileToWire,
} from "@truetick/contract/ranking";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { type ListingParts, readOwnListing, setOwnListing } from "./own-listing.ts";
import { inRankOrder } from "./rank-order.ts";

export type RankingHandlers = Handlers<
  "listRankedTraders" | "getTraderProfile" | "getOwnListing" | "setOwnListing"
>;

export function createRankingHandlers(parts: ListingParts): RankingHandlers {
  const { ranking, isSimulated } = parts;
  return {
    async listRankedTraders(fields) {
      const { page, sort, search } = rankedWishFromFields(fields);
      const wanted = search.toLowerCase();
      const found = (await ranking.traders()).filter(({ alias }) =>
        alias.toLowerCase().includes(wanted),
      );
      const from = (page - 1) * ROWS_PER_PAGE;
      const shown = inRankOrder(found, sort).slice(from, from + ROWS_PER_PAGE);
      const rows = shown.map(rankedTraderToWire);
      return { data: rows, total: found.length, is_simulated: isSimulated ? 1 : 0 };
    },

    async getTraderProfile(fields) {
      const profile = await ranking.profile(traderAliasFromFields(fields));
      return profile ? traderProfileToWire(profile) : refuse("TRADER_UNKNOWN");
    },

    getOwnListing: async (_fields, { caller }) =>
      ownListingToWire(await readOwnListing(parts, caller)),

    async setOwnListing(fields, { caller }) {
      const refused = await setOwnListing(parts, caller, listingWishFromFields(fields));
      return refused ?? ownListingToWire(await readOwnListing(parts, caller));
    },
  };
}
