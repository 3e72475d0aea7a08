// Proving again who sits there, as an app asks for it: after a refusal STEP_UP_NEEDED, one of
// these, then the refused call once more. Both answer until when it holds, in Unix seconds.
// Browser-safe: no schema library.

import type { WriteRequest } from "./order.requests.ts";
import { type PasskeyResponse, passkeyResponseFields } from "./passkey.requests.ts";

/** With the second factor on only a code will do (STEP_UP_CODE_NEEDED), else the password. */
export function requestStepUp(
  proof: { readonly password: string } | { readonly code: string },
): WriteRequest<number> {
  return {
    path: "/v1/api/main/step_up",
    fields: "code" in proof ? { auth_code: proof.code } : { password: proof.password },
    read: readUntil,
  };
}

/** The challenge is that of a login (`requestPasskeyChallenge`). */
export function requestStepUpByPasskey(answer: PasskeyResponse): WriteRequest<number> {
  return {
    path: "/v1/api/main/step_up/passkey",
    fields: passkeyResponseFields(answer),
    read: readUntil,
  };
}

function readUntil(wire: unknown): number {
  return (wire as { until: number }).until;
}
