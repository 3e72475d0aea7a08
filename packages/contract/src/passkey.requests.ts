// The calls about passkeys as an app makes them. `response` is what `navigator.credentials` gave,
// as JSON. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";
import {
  type Passkey,
  type PasskeyChallenge,
  type PasskeyWire,
  passkeyFromWire,
} from "./passkey.ts";
import { type Session, type SessionWire, sessionFromWire } from "./session.ts";

/** An authenticator's answer to the challenge of that id. */
export type PasskeyResponse = { readonly challengeId: string; readonly response: object };

export function passkeyResponseFields({ challengeId, response }: PasskeyResponse) {
  return { id: challengeId, response: JSON.stringify(response) };
}

export function requestPasskeys(): ReadRequest<readonly Passkey[]> {
  return {
    path: "/v1/api/main/passkey/list",
    query: {},
    read: (wire) => (wire as { data: PasskeyWire[] }).data.map(passkeyFromWire),
  };
}

export function requestNewPasskey(): WriteRequest<PasskeyChallenge> {
  return { path: "/v1/api/main/passkey/register_options", fields: {}, read: readChallenge };
}

/** Answers the new passkey's id. */
export function requestAddPasskey(
  passkey: PasskeyResponse & { readonly name: string },
): WriteRequest<string> {
  return {
    path: "/v1/api/main/passkey/register",
    fields: { ...passkeyResponseFields(passkey), name: passkey.name },
    read: (wire) => (wire as { id: string }).id,
  };
}

export function requestRemovePasskey(id: string): WriteRequest<null> {
  return { path: "/v1/api/main/passkey/remove", fields: { id }, read: () => null };
}

/** For a login, and for a step-up. */
export function requestPasskeyChallenge(): WriteRequest<PasskeyChallenge> {
  return { path: "/v1/api/main/passkey/login_options", fields: {}, read: readChallenge };
}

export function requestPasskeyLogin(answer: PasskeyResponse): WriteRequest<Session> {
  return {
    path: "/v1/api/main/passkey/login",
    fields: passkeyResponseFields(answer),
    read: (wire) => sessionFromWire(wire as SessionWire),
  };
}

function readChallenge(wire: unknown): PasskeyChallenge {
  return wire as PasskeyChallenge;
}
