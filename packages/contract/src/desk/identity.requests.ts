// The calls of the desk about identities as its app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type IdentityCase,
  type IdentityCaseStatus,
  type IdentityCaseWire,
  type IdentityRow,
  type IdentityRowWire,
  identityCaseFromWire,
  identityRowFromWire,
} from "./identity.ts";

export type IdentityRowPage = {
  readonly rows: readonly IdentityRow[];
  /** Where the next page begins; empty at the end. */
  readonly next: string;
};

/** Those who wait the longest first; of the others the newest. */
export function requestIdentityCases(wanted: {
  readonly status: IdentityCaseStatus;
  readonly cursor: string;
}): ReadRequest<IdentityRowPage> {
  const { status, cursor } = wanted;
  return {
    path: "/v1/api/desk/identity/list",
    query: { status, ...(cursor === "" ? {} : { cursor }) },
    read: (wire) => {
      const { data, next } = wire as { data: IdentityRowWire[]; next: string };
      return { rows: data.map(identityRowFromWire), next };
    },
  };
}

/** Is written down, and shown to the member (H22). */
export function requestIdentityCase(id: string): ReadRequest<IdentityCase> {
  return {
    path: "/v1/api/desk/identity/show",
    query: { id },
    read: (wire) => identityCaseFromWire(wire as IdentityCaseWire),
  };
}

export function requestApproveIdentity(id: string): WriteRequest<null> {
  return { path: "/v1/api/desk/identity/approve", fields: { id }, read: () => null };
}

/** The member reads the reason. */
export function requestRejectIdentity(id: string, reason: string): WriteRequest<null> {
  return { path: "/v1/api/desk/identity/reject", fields: { id, reason }, read: () => null };
}

/** The member may hand in again while it still waits. */
export function requestAskIdentity(id: string, question: string): WriteRequest<null> {
  return { path: "/v1/api/desk/identity/ask", fields: { id, question }, read: () => null };
}
