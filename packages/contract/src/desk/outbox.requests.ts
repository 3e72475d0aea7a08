// The call of the desk about messages as its app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { DeskMessage, OutboxState } from "./outbox.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";

/** Newest first. */
export function requestOutbox(wanted: {
  readonly state: OutboxState | null;
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskMessage>> {
  return {
    path: "/v1/api/desk/outbox/list",
    query: givenFields(wanted),
    read: (wire) => readDeskPage<DeskMessage, DeskMessage>(wire, (row) => row),
  };
}
