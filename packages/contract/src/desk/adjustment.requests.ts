// The calls of the desk about adjustments and disputes as its app makes them. Browser-safe.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import type { DeskAdjustment, DeskDispute } from "./adjustment.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";

/** Newest first; of one person when one is named. */
export function requestDeskAdjustments(wanted: {
  readonly userId: string | null;
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskAdjustment>> {
  return {
    path: "/v1/api/desk/adjustment/list",
    query: givenFields({ user_id: wanted.userId, cursor: wanted.cursor }),
    read: (wire) => readDeskPage<DeskAdjustment, DeskAdjustment>(wire, (row) => row),
  };
}

/** Those that wait, the oldest first; or those that were answered, the newest first. */
export function requestDisputes(wanted: {
  readonly status: "open" | "answered";
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskDispute>> {
  return {
    path: "/v1/api/desk/dispute/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage<DeskDispute, DeskDispute>(wire, (row) => row),
  };
}

/** The trader reads it. */
export function requestAnswerDispute(id: string, answer: string): WriteRequest<null> {
  return { path: "/v1/api/desk/dispute/answer", fields: { id, answer }, read: () => null };
}
