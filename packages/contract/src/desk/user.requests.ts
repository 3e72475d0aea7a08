// The calls of the desk about people as its app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";
import {
  type DeskLedgerLine,
  type DeskUser,
  type DeskUserFile,
  type DeskUserFileWire,
  type DeskUserWire,
  deskUserFileFromWire,
  deskUserFromWire,
} from "./user.ts";

/** `search`: how a uid, an e-mail address or a number begins, or a whole id. Newest first. */
export function requestDeskUsers(wanted: {
  readonly search: string;
  readonly isDemo: boolean;
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskUser>> {
  const { search, isDemo, cursor } = wanted;
  return {
    path: "/v1/api/desk/user/list",
    query: givenFields({ q: search, is_demo: isDemo ? 1 : 0, cursor }),
    read: (wire) => readDeskPage<DeskUserWire, DeskUser>(wire, deskUserFromWire),
  };
}

export function requestDeskUser(id: string): ReadRequest<DeskUserFile> {
  return {
    path: "/v1/api/desk/user/show",
    query: { id },
    read: (wire) => deskUserFileFromWire(wire as DeskUserFileWire),
  };
}

/** Newest first. Without an account, that of the person's own orders. */
export function requestDeskUserLedger(wanted: {
  readonly userId: string;
  readonly accountId: string | null;
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskLedgerLine>> {
  const { userId, accountId, cursor } = wanted;
  return {
    path: "/v1/api/desk/user/ledger",
    query: givenFields({ id: userId, account_id: accountId, cursor }),
    read: (wire) => readDeskPage<DeskLedgerLine, DeskLedgerLine>(wire, (line) => line),
  };
}

/** Stops payouts; the trader reads the reason. Answers until when, Unix seconds. */
export function requestFreezeUser(wanted: {
  readonly userId: string;
  readonly hours: number;
  readonly reason: string;
}): WriteRequest<number> {
  return {
    path: "/v1/api/desk/user/freeze",
    fields: { id: wanted.userId, hours: String(wanted.hours), reason: wanted.reason },
    read: (wire) => (wire as { until: number }).until,
  };
}

export function requestUnfreezeUser(userId: string, reason: string): WriteRequest<null> {
  return {
    path: "/v1/api/desk/user/unfreeze",
    fields: { id: userId, reason },
    read: () => null,
  };
}

/** Logs the person out everywhere. Answers how many sessions it ended. */
export function requestEndUserSessions(userId: string, reason: string): WriteRequest<number> {
  return {
    path: "/v1/api/desk/user/end_sessions",
    fields: { id: userId, reason },
    read: (wire) => (wire as { ended: number }).ended,
  };
}

/** For staff only; the trader does not see it. */
export function requestNoteUser(userId: string, text: string): WriteRequest<null> {
  return { path: "/v1/api/desk/user/note", fields: { id: userId, text }, read: () => null };
}
