// Reads what an authenticator answered, which is JSON text of a stranger's: only the fields that
// are used, each a text of its own alphabet and length (T06). Used by webauthn.ts. Invariant: the
// library that checks signatures sees texts and nothing else, and no certificate, of which it
// would ask the network whether it was revoked.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { decodeAttestationObject } from "@simplewebauthn/server/helpers";

/** A credential id has at most 1023 bytes by the standard; the rest is bound by its field. */
const ID_LENGTH_MAX = 1_364;
const TEXT_LENGTH_MAX = 12_000;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
type Transport = (typeof TRANSPORTS)[number];

/** Null when it is no answer to being asked for a new passkey. */
export function readMadeAnswer(text: string): RegistrationResponseJSON | null {
  const answer = readCredential(text);
  if (!answer) return null;
  const { clientDataJSON, attestationObject, transports } = answer.response;
  if (!isBase64Url(clientDataJSON) || !isBase64Url(attestationObject)) return null;
  if (mayHoldCertificates(attestationObject)) return null;
  const said: readonly unknown[] = Array.isArray(transports) ? transports : [];
  return {
    ...answer.credential,
    response: {
      clientDataJSON,
      attestationObject,
      transports: [...new Set(said.filter(isTransport))],
    },
  };
}

/** Null when it is no answer to being asked to use a passkey. */
export function readUseAnswer(text: string): AuthenticationResponseJSON | null {
  const answer = readCredential(text);
  if (!answer) return null;
  const { clientDataJSON, authenticatorData, signature, userHandle } = answer.response;
  if (!isBase64Url(clientDataJSON) || !isBase64Url(authenticatorData)) return null;
  if (!isBase64Url(signature)) return null;
  const isNamed = userHandle !== undefined && userHandle !== null && userHandle !== "";
  if (isNamed && !isBase64Url(userHandle)) return null;
  return {
    ...answer.credential,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(isNamed && { userHandle }),
    },
  };
}

function readCredential(text: string) {
  const value = readRecord(text);
  if (!value || !isBase64Url(value.id, ID_LENGTH_MAX) || value.rawId !== value.id) return null;
  if (value.type !== "public-key" || !isRecord(value.response)) return null;
  const { id, type, response } = value;
  return { credential: { id, rawId: id, type, clientExtensionResults: {} }, response } as const;
}

function readRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isTransport(value: unknown): value is Transport {
  return TRANSPORTS.some((way) => way === value);
}

function isBase64Url(value: unknown, lengthMax = TEXT_LENGTH_MAX): value is string {
  return typeof value === "string" && value.length <= lengthMax && BASE64URL.test(value);
}

/**
 * We ask for no attestation, so a browser sends none, or one that the new key itself has signed.
 * Whatever else it is, or is not, might hold one.
 */
function mayHoldCertificates(attestationObject: string): boolean {
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, "base64url"));
    const decoded = decodeAttestationObject(bytes);
    const format: unknown = decoded.get("fmt");
    if (format === "none") return false;
    return format !== "packed" || decoded.get("attStmt").get("x5c") !== undefined;
  } catch {
    return true;
  }
}
