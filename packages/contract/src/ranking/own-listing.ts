// A trader's own place in the ranking, on the wire and in our own words: whether they are listed,
// under which alias, and what follows them, in total only.
// Browser-safe: no schema library here; `own-listing.calls.ts` declares the calls.

export type OwnListing = {
  /** Chosen once and kept: a record hangs on one name. Empty before. */
  readonly alias: string;
  readonly isListed: boolean;
  readonly canList: boolean;
  /** Why not: a play account among real prices. Empty when it can be. */
  readonly whyNot: "" | "only-real";
  /** False while listed: everything was lost, and such traders stay listed. */
  readonly canLeave: boolean;
  readonly followers: number;
  readonly followAmount: string;
  /** Orders that were copied from this trader's, ever. */
  readonly copiedOrders: number;
};

export type OwnListingWire = {
  user: string;
  is_listed: 0 | 1;
  can_list: 0 | 1;
  why_not: "" | "only-real";
  can_leave: 0 | 1;
  followers: number;
  follow_amount: string;
  copied_orders: number;
};

export function ownListingToWire(listing: OwnListing): OwnListingWire {
  return {
    user: listing.alias,
    is_listed: listing.isListed ? 1 : 0,
    can_list: listing.canList ? 1 : 0,
    why_not: listing.whyNot,
    can_leave: listing.canLeave ? 1 : 0,
    followers: listing.followers,
    follow_amount: listing.followAmount,
    copied_orders: listing.copiedOrders,
  };
}

export function ownListingFromWire(wire: OwnListingWire): OwnListing {
  return {
    alias: wire.user,
    isListed: wire.is_listed === 1,
    canList: wire.can_list === 1,
    whyNot: wire.why_not,
    canLeave: wire.can_leave === 1,
    followers: wire.followers,
    followAmount: wire.follow_amount,
    copiedOrders: wire.copied_orders,
  };
}
