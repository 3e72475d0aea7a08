// The calls about a trader's own place in the ranking as an app makes them. Browser-safe: no schema
// library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type OwnListing, type OwnListingWire, ownListingFromWire } from "./own-listing.ts";

const readListing = (wire: unknown) => ownListingFromWire(wire as OwnListingWire);

export function requestOwnListing(): ReadRequest<OwnListing> {
  return { path: "/api/follow/leader", query: {}, read: readListing };
}

/**
 * Answers the listing as it stands afterwards. Refused with ALIAS_TAKEN, ALIAS_REFUSED (malformed,
 * or a word that is not theirs), ALIAS_KEPT (another one was chosen before), LISTING_KEPT (lost
 * everything, stays listed), ONLY_REAL.
 */
export function requestSetOwnListing(wanted: {
  readonly alias: string;
  readonly isListed: boolean;
}): WriteRequest<OwnListing> {
  return {
    path: "/api/follow/leader",
    fields: { user: wanted.alias, is_listed: wanted.isListed ? "1" : "0" },
    read: readListing,
  };
}
