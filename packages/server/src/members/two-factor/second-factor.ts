// The second factor of members: whether one is asked for, and whether a code is right. Called by
// the login, by step-up and by the calls about it. Invariant: a code is good once, also when many
// try it at the same moment; every try of a code that can be guessed is counted before it is looked
// at (T13), and none of a recovery code, so that nobody can use up the owner's last way in (T09).

import type { SecondFactor as Method } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { hasPasskeys } from "../passkeys/passkey-table.ts";
import { createCodeTries, type TooMany } from "./code-tries.ts";
import { createRecoveryHash, drawRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";
import { newTotpSecret, stepOfCode } from "./totp.ts";
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  lockTotp,
  putTotp,
  replaceRecoveryCodes,
  turnOnTotp,
  useRecoveryCode,
  useStep,
} from "./two-factor-table.ts";

export type CodeCheck = "ok" | "wrong" | TooMany;
export type TurningOn = readonly string[] | "on" | "not-set-up" | "wrong" | "too-many";

export type SecondFactor = {
  /** What a password must be accompanied by: nothing, or one of these. */
  readonly methodsOf: (userId: number) => Promise<readonly Method[]>;
  /** What the user has, whether or not it is asked for. */
  readonly factorsOf: (userId: number) => Promise<readonly Method[]>;
  /** A code of the app or a recovery code; uses it up when it is right. */
  readonly check: (userId: number, code: string) => Promise<CodeCheck>;
  /** Lets codes be tried again, as when the owner has proved to be there in another way. */
  readonly forgetTries: (userId: number) => Promise<void>;
  readonly isOn: (userId: number) => Promise<boolean>;
  readonly recoveryCodesLeft: (userId: number) => Promise<number>;
  /** A new secret that counts for nothing yet; null when one is on. */
  readonly setUp: (userId: number) => Promise<string | null>;
  /** Answers the recovery codes, which nobody can learn again. */
  readonly turnOn: (userId: number, code: string) => Promise<TurningOn>;
  /** False when it was not on. */
  readonly turnOff: (userId: number) => Promise<boolean>;
  /** Null when it is not on. */
  readonly renewRecoveryCodes: (userId: number) => Promise<readonly string[] | null>;
};

export type SecondFactorParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly attempts: AttemptWindows;
  readonly sealKey: Buffer;
};

export function createSecondFactor(parts: SecondFactorParts): SecondFactor {
  const { database } = parts;
  const { seal, stepOf, isRight, useRecovery, storeCodes } = createCodes(parts);
  const tries = createCodeTries(parts.attempts);

  async function factorsOf(userId: number): Promise<readonly Method[]> {
    const [row, hasPasskey] = await Promise.all([
      findTotp(database, userId),
      hasPasskeys(database, userId),
    ]);
    const totp = row?.isOn ? (["totp"] as const) : [];
    return hasPasskey ? [...totp, "passkey"] : totp;
  }

  async function turnOn(userId: number, typed: string): Promise<TurningOn> {
    const row = await findTotp(database, userId);
    if (row?.isOn) return "on";
    if (!row?.isFresh) return "not-set-up";
    if (await tries.refuse(userId)) return "too-many";
    const { sealed } = row;
    const step = stepOf(sealed, typed);
    if (step === null) return "wrong";
    await tries.giveBack(userId);
    return await database.transaction().execute(async (tx) => {
      if (!(await turnOnTotp(tx, { userId, sealed, step }))) return "on";
      return await storeCodes(tx, userId);
    });
  }

  return {
    factorsOf,
    async methodsOf(userId) {
      const factors = await factorsOf(userId);
      // A passkey alone is no duty: who loses it must still get in by the password.
      return factors.includes("totp") ? factors : [];
    },
    async check(userId, code) {
      const recovery = readRecoveryCode(code);
      if (recovery !== null) return (await useRecovery(userId, recovery)) ? "ok" : "wrong";
      const tooMany = await tries.refuse(userId);
      if (tooMany) return tooMany;
      if (!(await isRight(userId, code))) return "wrong";
      await tries.giveBack(userId);
      return "ok";
    },
    forgetTries: tries.forget,
    isOn: async (userId) => (await findTotp(database, userId))?.isOn ?? false,
    recoveryCodesLeft: (userId) => countRecoveryCodes(database, userId),
    async setUp(userId) {
      const secret = newTotpSecret();
      return (await putTotp(database, { userId, sealed: seal.close(secret) })) ? secret : null;
    },
    turnOn,
    turnOff: (userId) => deleteTotp(database, userId),
    renewRecoveryCodes: (userId) =>
      database
        .transaction()
        .execute(async (tx) =>
          (await lockTotp(tx, userId)) ? await storeCodes(tx, userId) : null,
        ),
  };
}

/** What is done with a code itself: told from a secret, used up, drawn anew. */
function createCodes({ database, clock, sealKey }: SecondFactorParts) {
  const seal = createSeal(sealKey, "totp-secret");
  const hashOf = createRecoveryHash(sealKey);

  function stepOf(sealed: Buffer, typed: string): number | null {
    const secret = seal.open(sealed);
    if (secret === null) throw new Error("Invariant: what was sealed with our key opens with it");
    return stepOfCode({ secret, code: typed.replace(/[\s-]/g, ""), atMs: clock.now() });
  }

  async function isRight(userId: number, typed: string): Promise<boolean> {
    const row = await findTotp(database, userId);
    if (!row?.isOn) return false;
    const step = stepOf(row.sealed, typed);
    return step !== null && (await useStep(database, { userId, step }));
  }

  function useRecovery(userId: number, recovery: string): Promise<boolean> {
    return useRecoveryCode(database, { userId, hash: hashOf(userId, recovery) });
  }

  async function storeCodes(tx: Database, userId: number): Promise<readonly string[]> {
    const codes = drawRecoveryCodes();
    const hashes = codes.map((code) => hashOf(userId, readRecoveryCode(code) ?? ""));
    await replaceRecoveryCodes(tx, { userId, hashes });
    return codes;
  }

  return { seal, stepOf, isRight, useRecovery, storeCodes };
}
