// Passkeys: made for a member, and used for whomever they belong to. Called by the calls about
// passkeys and by step-up. Invariants: every answer is to a challenge of ours that nobody has
// answered before; a count that goes back is a copied key and lets nobody in.

import type { PasskeyChallenge } from "@truetick/contract";
import type { PasskeyAnswer } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import type { Caller } from "../../platform/handler.ts";
import {
  countPasskeys,
  findPasskey,
  holdSession,
  insertPasskey,
  noteUse,
  type PasskeyRow,
  putChallenge,
  readPasskeys,
  takeChallenge,
} from "./passkey-table.ts";
import { createWebAuthn } from "./webauthn.ts";

export const PASSKEYS_PER_USER_MAX = 20;

export type AddedPasskey = { readonly id: number } | "expired" | "known" | "too-many";

/** The right answer to a challenge, which was taken by it. */
export type MadePasskey = {
  /** In the transaction that also tells of it. */
  readonly add: (trx: Database) => Promise<AddedPasskey>;
};

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
  readonly read: (
    caller: Caller,
    made: PasskeyAnswer & { name: string },
  ) => Promise<MadePasskey | "expired" | "refused" | "too-many">;
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

export function createPasskeys(parts: PasskeyParts): Passkeys {
  const { database } = parts;
  const webAuthn = createWebAuthn(parts);
  return {
    async start({ userId, sessionId }, label) {
      const known = await readPasskeys(database, userId);
      if (known.length >= PASSKEYS_PER_USER_MAX) return null;
      const { id, challenge } = await putChallenge(database, sessionId);
      return { id, options: await webAuthn.askToMake({ userId, label, challenge, known }) };
    },
    async read({ userId, sessionId }, { challengeId, response, name }) {
      const challenge = await takeChallenge(database, { id: challengeId, sessionId });
      if (!challenge) return "expired";
      const made = await webAuthn.readMade(response, challenge);
      if (!made) return "refused";
      const known = await readPasskeys(database, userId);
      if (known.length >= PASSKEYS_PER_USER_MAX) return "too-many";
      return {
        async add(trx) {
          // Another may have been added since. The user before the session, as whoever ends all.
          const count = await countPasskeys(trx, userId);
          // A session that was ended meanwhile leaves no key behind.
          if (!(await holdSession(trx, sessionId))) return "expired";
          if (count >= PASSKEYS_PER_USER_MAX) return "too-many";
          const id = await insertPasskey(trx, { userId, name, ...made });
          return id === null ? "known" : { id };
        },
      };
    },
    async challenge() {
      const { id, challenge } = await putChallenge(database, null);
      return { id, options: await webAuthn.askToUse(challenge) };
    },
    async use({ challengeId, response }) {
      const challenge = await takeChallenge(database, { id: challengeId, sessionId: null });
      if (!challenge) return { isOk: false, why: "expired", passkey: null };
      const credentialId = webAuthn.credentialOf(response);
      const passkey = credentialId && (await findPasskey(database, credentialId));
      if (!passkey) return { isOk: false, why: "refused", passkey: null };
      const counter = await webAuthn.readUse(response, { challenge, passkey });
      if (counter === null) return { isOk: false, why: "refused", passkey };
      const isFresh = await noteUse(database, { id: passkey.id, counter });
      return isFresh ? { isOk: true, passkey } : { isOk: false, why: "copied", passkey };
    },
  };
}
