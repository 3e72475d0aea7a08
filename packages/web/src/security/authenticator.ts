// The browser's own authenticator: makes a passkey, or answers for one. Its code is fetched when it
// is first needed. Null whenever the person or the browser said no.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyChallenge, PasskeyResponse } from "@truetick/contract";

export function hasAuthenticator(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

export async function makePasskey({
  id,
  options,
}: PasskeyChallenge): Promise<PasskeyResponse | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    // The server made these with the same library's other half; they pass through untouched.
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return { challengeId: id, response: await startRegistration({ optionsJSON }) };
  } catch {
    return null;
  }
}

export async function answerByPasskey({
  id,
  options,
}: PasskeyChallenge): Promise<PasskeyResponse | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    // As above.
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
    return { challengeId: id, response: await startAuthentication({ optionsJSON }) };
  } catch {
    return null;
  }
}
