// The calls about open sessions as an app makes them: path, fields in the wire's spelling, and how
// the answer is read. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";
import { type OpenSession, type OpenSessionWire, openSessionFromWire } from "./session-list.ts";

export function requestSessions(): ReadRequest<readonly OpenSession[]> {
  return {
    path: "/v1/api/main/session/list",
    query: {},
    read: (wire) => (wire as { data: OpenSessionWire[] }).data.map(openSessionFromWire),
  };
}

export function requestRevokeSession(id: string): WriteRequest<null> {
  return { path: "/v1/api/main/session/revoke", fields: { id }, read: () => null };
}

/** Answers how many were ended. */
export function requestRevokeOtherSessions(): WriteRequest<number> {
  return {
    path: "/v1/api/main/session/revoke_others",
    fields: {},
    read: (wire) => (wire as { ended: number }).ended,
  };
}
