// Passkeys by the WebAuthn standard: what is asked of an authenticator, and whether its answer is
// true. Called by the calls about passkeys and by step-up. Invariants: every answer is to a
// challenge of ours that nobody has answered before; it was given on our own origin with the owner
// verified by the device; a count that goes back is a copied key and lets nobody in.

import { createHmac, hkdfSync } from "node:crypto";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import type { PasskeyChallenge } from "@truetick/contract";
import type { PasskeyAnswer } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import {
  findPasskey,
  insertPasskey,
  noteUse,
  type PasskeyRow,
  putChallenge,
  readPasskeys,
  takeChallenge,
} from "./passkey-table.ts";

export const PASSKEYS_PER_USER_MAX = 20;

const SITE_NAME = "Truetick";
const TIMEOUT_MS = 300_000;
const HANDLE_BYTES = 32;
/** EdDSA, ES256, RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS = new Set(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]);

export type AddedPasskey = { readonly id: number } | "expired" | "refused" | "known" | "too-many";

/** Whose passkey answered; when it lets nobody in, whose it claimed to be, if anybody's. */
export type UsedPasskey =
  | { readonly isOk: true; readonly passkey: PasskeyRow }
  | {
      readonly isOk: false;
      readonly why: "expired" | "refused" | "copied";
      readonly passkey: PasskeyRow | null;
    };

export type Passkeys = {
  /** What an authenticator needs to make one; null when the caller has too many. */
  readonly start: (caller: Caller, label: string) => Promise<PasskeyChallenge | null>;
  readonly add: (caller: Caller, made: PasskeyAnswer & { name: string }) => Promise<AddedPasskey>;
  /** What an authenticator needs to answer for whomever it belongs to. */
  readonly challenge: () => Promise<PasskeyChallenge>;
  readonly use: (answer: PasskeyAnswer) => Promise<UsedPasskey>;
};

export type PasskeyParts = {
  readonly database: Database;
  /** Scheme, host and port that the world sees. */
  readonly publicOrigin: string;
  readonly sealKey: Buffer;
};

export function createPasskeys({ database, publicOrigin, sealKey }: PasskeyParts): Passkeys {
  const rpID = new URL(publicOrigin).hostname;
  const handleOf = createHandles(sealKey);
  const expected = { expectedOrigin: publicOrigin, expectedRPID: rpID } as const;

  async function verifyUse(
    answer: PasskeyAnswer,
    challenge: Buffer,
  ): Promise<{ readonly passkey: PasskeyRow | null; readonly counter: number | null }> {
    const response = readJson<AuthenticationResponseJSON>(answer.response);
    const passkey = response && (await findPasskey(database, bytesOf(response.id)));
    if (!response || !passkey) return { passkey: null, counter: null };
    const handle = response.response?.userHandle;
    if (handle && !bytesOf(handle).equals(handleOf(passkey.userId))) {
      return { passkey, counter: null };
    }
    const found = await orNull(() =>
      verifyAuthenticationResponse({
        ...expected,
        response,
        expectedChallenge: challenge.toString("base64url"),
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId.toString("base64url"),
          publicKey: new Uint8Array(passkey.publicKey),
          // The count is compared where it is written, so that no two see the same old one.
          counter: 0,
        },
      }),
    );
    const counter = found?.verified ? found.authenticationInfo.newCounter : null;
    return { passkey, counter };
  }

  async function verifyMade(made: PasskeyAnswer, challenge: Buffer) {
    const response = readJson<RegistrationResponseJSON>(made.response);
    if (!response) return null;
    const found = await orNull(() =>
      verifyRegistrationResponse({
        ...expected,
        response,
        expectedChallenge: challenge.toString("base64url"),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    return found?.verified ? found.registrationInfo.credential : null;
  }

  return {
    async start(caller, label) {
      const known = await readPasskeys(database, caller.userId);
      if (known.length >= PASSKEYS_PER_USER_MAX) return null;
      const { id, challenge } = await putChallenge(database, caller.sessionId);
      const options = await generateRegistrationOptions({
        rpName: SITE_NAME,
        rpID,
        userName: label,
        userID: new Uint8Array(handleOf(caller.userId)),
        challenge: new Uint8Array(challenge),
        timeout: TIMEOUT_MS,
        attestationType: "none",
        excludeCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId.toString("base64url"),
          transports: [...transports],
        })),
        // Found by the device itself, so that nobody has to type who they are.
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return { id, options: { ...options } };
    },
    async add({ userId, sessionId }, made) {
      const challenge = await takeChallenge(database, { id: made.challengeId, sessionId });
      if (!challenge) return "expired";
      const credential = await verifyMade(made, challenge);
      if (!credential) return "refused";
      const known = await readPasskeys(database, userId);
      if (known.length >= PASSKEYS_PER_USER_MAX) return "too-many";
      const id = await insertPasskey(database, {
        userId,
        credentialId: bytesOf(credential.id),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: (credential.transports ?? []).filter((way) => TRANSPORTS.has(way)),
        name: made.name,
      });
      return id === null ? "known" : { id };
    },
    async challenge() {
      const { id, challenge } = await putChallenge(database, null);
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: new Uint8Array(challenge),
        timeout: TIMEOUT_MS,
        userVerification: "required",
      });
      return { id, options: { ...options } };
    },
    async use(answer) {
      const id = answer.challengeId;
      const challenge = await takeChallenge(database, { id, sessionId: null });
      if (!challenge) return { isOk: false, why: "expired", passkey: null };
      const { passkey, counter } = await verifyUse(answer, challenge);
      if (!passkey || counter === null) return { isOk: false, why: "refused", passkey };
      const isFresh = await noteUse(database, { id: passkey.id, counter });
      return isFresh ? { isOk: true, passkey } : { isOk: false, why: "copied", passkey };
    },
  };
}

/** What authenticators know a user by: the same every time, and nothing that we use elsewhere. */
function createHandles(sealKey: Buffer): (userId: number) => Buffer {
  const derived = hkdfSync("sha256", sealKey, "", "truetick.passkey-handle.v1", HANDLE_BYTES);
  const key = Buffer.from(derived);
  return (userId) => createHmac("sha256", key).update(String(userId)).digest();
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, "base64url");
}

/** An object with an id; the library looks at all the rest, and throws when it is something else. */
function readJson<Response extends { readonly id: string }>(text: string): Response | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("id" in value)) return null;
    return typeof value.id === "string" ? (value as Response) : null;
  } catch {
    return null;
  }
}

/** The library says no by throwing, whatever is wrong with an answer. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
