// The calls about the caller's follows as an app makes them. Browser-safe: no schema library.
// `copying.requests.test.ts` holds them to the declared calls.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type Follow, type FollowWire, followFromWire } from "./follow.ts";

/** How somebody wants to copy, as a form has it; null is none. */
export type FollowTerms = {
  readonly factor: string;
  readonly stopPercent: string | null;
  readonly lotsMax: string | null;
};

const readFollow = (wire: unknown) => followFromWire(wire as FollowWire);

const termFields = ({ factor, stopPercent, lotsMax }: FollowTerms) => ({
  factor,
  stop_percent: stopPercent ?? "",
  max_lots: lotsMax ?? "",
});

export function requestFollows(): ReadRequest<readonly Follow[]> {
  return {
    path: "/api/follow/mine",
    query: {},
    read: (wire) => (wire as { data: FollowWire[] }).data.map(followFromWire),
  };
}

export function requestStartFollow(
  wanted: FollowTerms & { readonly leader: string; readonly amount: string },
): WriteRequest<Follow> {
  return {
    path: "/api/follow/start",
    fields: { user: wanted.leader, amount: wanted.amount, ...termFields(wanted) },
    read: readFollow,
  };
}

export function requestChangeFollow(id: string, terms: FollowTerms): WriteRequest<Follow> {
  return { path: "/api/follow/change", fields: { id, ...termFields(terms) }, read: readFollow };
}

export function requestPauseFollow(id: string, isPaused: boolean): WriteRequest<Follow> {
  return {
    path: "/api/follow/pause",
    fields: { id, is_paused: isPaused ? "1" : "0" },
    read: readFollow,
  };
}

export function requestAddToFollow(id: string, amount: string): WriteRequest<Follow> {
  return { path: "/api/follow/add", fields: { id, amount }, read: readFollow };
}

export function requestTakeFromFollow(id: string, amount: string): WriteRequest<Follow> {
  return { path: "/api/follow/take", fields: { id, amount }, read: readFollow };
}

/** Keeping leaves what is open to its owner; else everything is closed and the cash returns. */
export function requestStopFollow(id: string, isKeeping: boolean): WriteRequest<Follow> {
  return {
    path: "/api/follow/stop",
    fields: { id, is_keeping: isKeeping ? "1" : "0" },
    read: readFollow,
  };
}
