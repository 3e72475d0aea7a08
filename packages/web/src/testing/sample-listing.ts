// An own place in the ranking for tests: not listed yet, with what the test says otherwise.

import { type OwnListing, type OwnListingWire, ownListingToWire } from "@truetick/contract/ranking";

export function sampleListing(changed: Partial<OwnListing> = {}): OwnListingWire {
  return ownListingToWire({
    alias: "",
    isListed: false,
    canList: true,
    whyNot: "",
    canLeave: true,
    followers: 0,
    followAmount: "0.000000",
    copiedOrders: 0,
    ...changed,
  });
}
