// The call about one listed trader as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import {
  type TraderProfile,
  type TraderProfileWire,
  traderProfileFromWire,
} from "./trader-profile.ts";

/** By alias; upper and lower case are the same. Refused with TRADER_UNKNOWN. */
export function requestTraderProfile(alias: string): ReadRequest<TraderProfile> {
  return {
    path: "/api/follow/trader",
    query: { user: alias },
    read: (wire) => traderProfileFromWire(wire as TraderProfileWire),
  };
}
