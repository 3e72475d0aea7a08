// The WebAuthn standard as this site speaks it: what is asked of an authenticator, and what its
// answer says once it is proved true. Touches no database; used by passkeys.ts. Invariants: only
// answers from our own origin count, to the very challenge that was put, with the owner verified
// by the device (finger, face or PIN).

import { createHmac, hkdfSync } from "node:crypto";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { PasskeyChallenge } from "@truetick/contract";
import { readMadeAnswer, readUseAnswer } from "./authenticator-answer.ts";
import type { PasskeyRow } from "./passkey-table.ts";

/** Hundreds of files, read when the first passkey is made or used: no start waits for them. */
const loadStandard = () => import("@simplewebauthn/server");

const SITE_NAME = "Truetick";
const TIMEOUT_MS = 300_000;
const USER_NAME_BYTES = 32;
/** EdDSA, ES256, RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
/** As long as the table has room for; no authenticator comes near. */
const ID_BYTES_MAX = 1_023;
const KEY_BYTES_MAX = 4_096;

export type MadePasskey = {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
};

type Options = PasskeyChallenge["options"];

export type WebAuthn = {
  readonly askToMake: (asked: {
    readonly userId: number;
    /** How the account is called on the device. */
    readonly label: string;
    readonly challenge: Buffer;
    readonly known: readonly PasskeyRow[];
  }) => Promise<Options>;
  readonly askToUse: (challenge: Buffer) => Promise<Options>;
  /** Null when the answer is not to be believed. */
  readonly readMade: (response: string, challenge: Buffer) => Promise<MadePasskey | null>;
  /** Which credential it claims to be; null when it is no answer at all. */
  readonly credentialOf: (response: string) => Buffer | null;
  /** How often the passkey says it was used; null when the answer is not to be believed. */
  readonly readUse: (
    response: string,
    against: { readonly challenge: Buffer; readonly passkey: PasskeyRow },
  ) => Promise<number | null>;
};

export function createWebAuthn({
  publicOrigin,
  sealKey,
}: {
  publicOrigin: string;
  sealKey: Buffer;
}): WebAuthn {
  const rpID = new URL(publicOrigin).hostname;
  const userNameOf = createUserNames(sealKey);
  const expected = { expectedOrigin: publicOrigin, expectedRPID: rpID } as const;
  return {
    async askToMake({ userId, label, challenge, known }) {
      const { generateRegistrationOptions } = await loadStandard();
      const asked = await generateRegistrationOptions({
        rpName: SITE_NAME,
        rpID,
        userName: label,
        userID: new Uint8Array(userNameOf(userId)),
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
      return { ...asked };
    },
    async askToUse(challenge) {
      const { generateAuthenticationOptions } = await loadStandard();
      const asked = await generateAuthenticationOptions({
        rpID,
        challenge: new Uint8Array(challenge),
        timeout: TIMEOUT_MS,
        userVerification: "required",
      });
      return { ...asked };
    },
    readMade: (response, challenge) => verifyMade(response, { challenge, expected }),
    credentialOf: (response) => {
      const answer = readUseAnswer(response);
      return answer && bytesOf(answer.id);
    },
    async readUse(response, { challenge, passkey }) {
      const answer = readUseAnswer(response);
      const name = answer?.response.userHandle;
      if (!answer || (name && !bytesOf(name).equals(userNameOf(passkey.userId)))) return null;
      return await verifyUse(answer, { challenge, expected, passkey });
    },
  };
}

type Expected = { readonly expectedOrigin: string; readonly expectedRPID: string };

async function verifyMade(
  response: string,
  { challenge, expected }: { challenge: Buffer; expected: Expected },
): Promise<MadePasskey | null> {
  const answer = readMadeAnswer(response);
  if (!answer) return null;
  const { verifyRegistrationResponse } = await loadStandard();
  const found = await orNull(() =>
    verifyRegistrationResponse({
      ...expected,
      response: answer,
      expectedChallenge: challenge.toString("base64url"),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!found?.verified) return null;
  const { id, publicKey, counter, transports = [] } = found.registrationInfo.credential;
  const credentialId = bytesOf(id);
  const isFitting =
    isWithin(credentialId, ID_BYTES_MAX) && isWithin(Buffer.from(publicKey), KEY_BYTES_MAX);
  if (!isFitting) return null;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
}

async function verifyUse(
  answer: AuthenticationResponseJSON,
  against: { challenge: Buffer; expected: Expected; passkey: PasskeyRow },
): Promise<number | null> {
  const { challenge, expected, passkey } = against;
  const { verifyAuthenticationResponse } = await loadStandard();
  const found = await orNull(() =>
    verifyAuthenticationResponse({
      ...expected,
      response: answer,
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
  return found?.verified ? found.authenticationInfo.newCounter : null;
}

/** What authenticators know a user by: the same every time, and nothing that we use elsewhere. */
function createUserNames(sealKey: Buffer): (userId: number) => Buffer {
  const derived = hkdfSync("sha256", sealKey, "", "truetick.passkey-user.v1", USER_NAME_BYTES);
  const key = Buffer.from(derived);
  return (userId) => createHmac("sha256", key).update(String(userId)).digest();
}

function bytesOf(base64url: string): Buffer {
  return Buffer.from(base64url, "base64url");
}

function isWithin({ length }: Buffer, lengthMax: number): boolean {
  return length > 0 && length <= lengthMax;
}

/** The library says no by throwing, whatever is wrong with an answer. */
async function orNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
