// The calls about a member's identity as an app makes them: path, fields in the wire's spelling,
// and how the answer is read. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type Identity,
  type IdentityAccess,
  type IdentityAccessWire,
  type IdentityWire,
  identityAccessFromWire,
  identityFromWire,
} from "./identity.ts";

export function requestIdentity(): ReadRequest<Identity> {
  return { path: "/api/user_real/center", query: {}, read: readIdentity };
}

/** The pictures by the addresses that their uploads were answered with. */
export type IdentityForm = {
  readonly name: string;
  readonly cardId: string;
  readonly frontUrl: string;
  readonly backUrl: string;
};

/** Answers the identity as it now stands: waiting. */
export function requestSubmitIdentity(form: IdentityForm): WriteRequest<Identity> {
  return {
    path: "/api/user_real/real_name",
    fields: {
      name: form.name,
      card_id: form.cardId,
      front_pic: form.frontUrl,
      reverse_pic: form.backUrl,
    },
    read: readIdentity,
  };
}

/** The newest first. */
export function requestIdentityAccesses(): ReadRequest<readonly IdentityAccess[]> {
  return {
    path: "/v1/api/main/identity/access_list",
    query: {},
    read: (wire) => (wire as { data: IdentityAccessWire[] }).data.map(identityAccessFromWire),
  };
}

function readIdentity(wire: unknown): Identity {
  return identityFromWire(wire as IdentityWire);
}
