// The calls about a trader's own place in the ranking. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal } from "../fields.calls.ts";
import { flag } from "./ranked-trader.calls.ts";

const OwnListing = z.strictObject({
  user: z.string(),
  is_listed: flag,
  can_list: flag,
  why_not: z.enum(["", "only-real"]),
  can_leave: flag,
  followers: z.int(),
  follow_amount: decimal,
  copied_orders: z.int(),
});

const ListingInput = z.object({
  /** The alias; need not be repeated once it is chosen. What it may be is the reader's matter. */
  user: z.string().max(100).optional(),
  is_listed: z.enum(["0", "1"]),
});

export type ListingWish = { readonly alias: string; readonly isListed: boolean };

export function listingWishFromFields(fields: z.output<typeof ListingInput>): ListingWish {
  return { alias: fields.user ?? "", isListed: fields.is_listed === "1" };
}

export const getOwnListing = call({
  method: "GET",
  path: "/api/follow/leader",
  effect: "read",
  audience: "trader",
  summary: "The caller's own place in the ranking, and what follows it in total.",
  input: z.object({}),
  output: OwnListing,
  reasons: [],
});

export const setOwnListing = call({
  method: "POST",
  path: "/api/follow/leader",
  effect: "write",
  audience: "trader",
  summary: "Lists the caller under an alias, or takes the caller off the list.",
  input: ListingInput,
  output: OwnListing,
  reasons: ["ALIAS_TAKEN", "ALIAS_REFUSED", "ALIAS_KEPT", "LISTING_KEPT", "ONLY_REAL"],
});
