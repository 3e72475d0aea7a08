// The second factor of members: whether one is asked for, and whether a code is right. Called by
// the login, by step-up and by the calls about it. Invariants: a code is good once, also when many
// try it at the same moment; tries are counted before they are looked at, in the database, so that
// neither a restart nor a second process gives a guesser more (T13).

import type { SecondFactor as Method } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { hasPasskeys } from "../passkeys/passkey-table.ts";
import { createRecoveryHash, drawRecoveryCodes, readRecoveryCode } from "./recovery-codes.ts";
import { newTotpSecret, stepOfCode } from "./totp.ts";
import {
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  putTotp,
  replaceRecoveryCodes,
  turnOnTotp,
  useRecoveryCode,
  useStep,
} from "./two-factor-table.ts";

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
/** Of a million codes three are good at a time: a year of guessing finds one in thirty. */
const TRIES_PER_QUARTER_MAX = 10;
const TRIES_PER_DAY_MAX = 100;

export type CodeCheck = "ok" | "wrong" | "too-many";
export type TurningOn = readonly string[] | "on" | "not-set-up" | "wrong" | "too-many";

export type SecondFactor = {
  /** What a password must be accompanied by: nothing, or one of these. */
  readonly methodsOf: (userId: number) => Promise<readonly Method[]>;
  /** What the user has, whether or not it is asked for. */
  readonly factorsOf: (userId: number) => Promise<readonly Method[]>;
  /** A code of the app or a recovery code; uses it up when it is right. */
  readonly check: (userId: number, code: string) => Promise<CodeCheck>;
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
  const { database, clock } = parts;
  const seal = createSeal(parts.sealKey, "totp-secret");
  const hashOf = createRecoveryHash(parts.sealKey);
  const tries = createTries(parts.attempts);

  function openSecret(sealed: Buffer): string {
    const secret = seal.open(sealed);
    if (secret === null) throw new Error("Invariant: what was sealed with our key opens with it");
    return secret;
  }

  async function isRight(userId: number, typed: string): Promise<boolean> {
    const row = await findTotp(database, userId);
    if (!row?.isOn) return false;
    const code = typed.replace(/[\s-]/g, "");
    const atMs = clock.now();
    const step = stepOfCode({ secret: openSecret(row.sealed), code, atMs });
    if (step !== null) return await useStep(database, { userId, step });
    const recovery = readRecoveryCode(typed);
    if (recovery === null) return false;
    return await useRecoveryCode(database, { userId, hash: hashOf(userId, recovery) });
  }

  async function factorsOf(userId: number): Promise<readonly Method[]> {
    const [row, hasPasskey] = await Promise.all([
      findTotp(database, userId),
      hasPasskeys(database, userId),
    ]);
    const totp = row?.isOn ? (["totp"] as const) : [];
    return hasPasskey ? [...totp, "passkey"] : totp;
  }

  async function storeCodes(tx: Database, userId: number): Promise<readonly string[]> {
    const codes = drawRecoveryCodes();
    const hashes = codes.map((code) => hashOf(userId, readRecoveryCode(code) ?? ""));
    await replaceRecoveryCodes(tx, { userId, hashes });
    return codes;
  }

  async function turnOn(userId: number, typed: string): Promise<TurningOn> {
    const row = await findTotp(database, userId);
    if (row?.isOn) return "on";
    if (!row?.isFresh) return "not-set-up";
    if (!(await tries.allow(userId))) return "too-many";
    const code = typed.replace(/[\s-]/g, "");
    const { sealed } = row;
    const step = stepOfCode({ secret: openSecret(sealed), code, atMs: clock.now() });
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
      if (!(await tries.allow(userId))) return "too-many";
      if (!(await isRight(userId, code))) return "wrong";
      await tries.giveBack(userId);
      return "ok";
    },
    isOn: async (userId) => (await findTotp(database, userId))?.isOn ?? false,
    recoveryCodesLeft: (userId) => countRecoveryCodes(database, userId),
    async setUp(userId) {
      const secret = newTotpSecret();
      return (await putTotp(database, { userId, sealed: seal.close(secret) })) ? secret : null;
    },
    turnOn,
    turnOff: (userId) => deleteTotp(database, userId),
    renewRecoveryCodes: async (userId) => {
      if (!(await findTotp(database, userId))?.isOn) return null;
      return await database.transaction().execute((tx) => storeCodes(tx, userId));
    },
  };
}

function createTries(attempts: AttemptWindows) {
  const windowsOf = (userId: number) => {
    const subject = String(userId);
    return [
      { counted: { what: "auth-code", subject, windowMs: QUARTER_MS }, max: TRIES_PER_QUARTER_MAX },
      { counted: { what: "auth-code-day", subject, windowMs: DAY_MS }, max: TRIES_PER_DAY_MAX },
    ];
  };
  return {
    async allow(userId: number): Promise<boolean> {
      for (const { counted, max } of windowsOf(userId)) {
        if ((await attempts.count(counted)).tries > max) return false;
      }
      return true;
    },
    async giveBack(userId: number): Promise<void> {
      for (const { counted } of windowsOf(userId)) await attempts.takeBack(counted);
    },
  };
}
