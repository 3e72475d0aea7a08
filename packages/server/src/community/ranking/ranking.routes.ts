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
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import { type ListingParts, readOwnListing, setOwnListing } from "./own-listing.ts";
import { inRankOrder } from "./rank-order.ts";

export type RankingHandlers = Handlers<
  "listRankedTraders" | "getTraderProfile" | "getOwnListing" | "setOwnListing"
>;

/** So often may somebody leave the list or join it again: their followers hear of it. */
const CHANGES_PER_DAY_MAX = 10;
const DAY_MS = 86_400_000;

export function createRankingHandlers(
  needs: Omit<ListingParts, "changes"> & {
    readonly clock: Pick<Clock, "monotonic">;
    readonly news: News;
  },
): RankingHandlers {
  const { ranking, isSimulated, clock, news } = needs;
  const changes = createAttemptLimit({
    clock,
    attemptsMax: CHANGES_PER_DAY_MAX,
    windowMs: DAY_MS,
    shared: { news, name: "listings" },
  });
  const parts = { ...needs, changes };
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

    async setOwnListing(fields, context) {
      const refused = await setOwnListing(parts, context, listingWishFromFields(fields));
      return refused ?? ownListingToWire(await readOwnListing(parts, context.caller));
    },
  };
}
