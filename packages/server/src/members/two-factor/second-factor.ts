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
import { type CodeTries, createCodeTries, type TooMany } from "./code-tries.ts";
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

/** A right code; whether it was used before is told by using it. */
export type KnownCode = {
  /** In the transaction of what it is for: used up together with that, or not at all. */
  readonly use: (trx: Database) => Promise<boolean>;
  /** It was right, so it was no guess. */
  readonly giveBack: () => Promise<void>;
};
/** An app whose first code was right, and that counts for nothing yet. */
export type NewApp = {
  /** Answers the recovery codes, which nobody can learn again; null when one is on by now. */
  readonly turnOn: (trx: Database) => Promise<readonly string[] | null>;
};
export type NotNew = "on" | "not-set-up" | "wrong" | "too-many";

export type SecondFactor = {
  /** What a password must be accompanied by: nothing, or one of these. */
  readonly methodsOf: (userId: number) => Promise<readonly Method[]>;
  /** What the user has, whether or not it is asked for. */
  readonly factorsOf: (userId: number) => Promise<readonly Method[]>;
  /** A code of the app or a recovery code; uses it up when it is right. */
  readonly check: (userId: number, code: string) => Promise<CodeCheck>;
  /** As `check`, for whoever uses it up with the own act. */
  readonly recognize: (userId: number, code: string) => Promise<KnownCode | "wrong" | TooMany>;
  readonly isOn: (userId: number) => Promise<boolean>;
  readonly recoveryCodesLeft: (userId: number) => Promise<number>;
  /** A new secret that counts for nothing yet; null when one is on. */
  readonly setUp: (userId: number) => Promise<string | null>;
  /** By the first code of the app that was set up. */
  readonly recognizeNew: (userId: number, code: string) => Promise<NewApp | NotNew>;
  /** False when it was not on. */
  readonly turnOff: (trx: Database, userId: number) => Promise<boolean>;
  /** Null when it is not on. */
  readonly renewRecoveryCodes: (trx: Database, userId: number) => Promise<readonly string[] | null>;
};

export type SecondFactorParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly attempts: AttemptWindows;
  readonly sealKey: Buffer;
};

export function createSecondFactor(parts: SecondFactorParts): SecondFactor {
  const { database } = parts;
  const { seal, stepOf, findStep, useRecovery, storeCodes } = createCodes(parts);
  const tries = createCodeTries(parts.attempts);
  const recognize = createRecognition({ findStep, useRecovery, tries });

  async function factorsOf(userId: number): Promise<readonly Method[]> {
    const [row, hasPasskey] = await Promise.all([
      findTotp(database, userId),
      hasPasskeys(database, userId),
    ]);
    const totp = row?.isOn ? (["totp"] as const) : [];
    return hasPasskey ? [...totp, "passkey"] : totp;
  }

  async function recognizeNew(userId: number, typed: string): Promise<NewApp | NotNew> {
    const row = await findTotp(database, userId);
    if (row?.isOn) return "on";
    if (!row?.isFresh) return "not-set-up";
    if (await tries.refuse(userId)) return "too-many";
    const { sealed } = row;
    const step = stepOf(sealed, typed);
    if (step === null) return "wrong";
    await tries.giveBack(userId);
    return {
      turnOn: async (trx) =>
        (await turnOnTotp(trx, { userId, sealed, step })) ? await storeCodes(trx, userId) : null,
    };
  }

  return {
    factorsOf,
    async methodsOf(userId) {
      const factors = await factorsOf(userId);
      // A passkey alone is no duty: who loses it must still get in by the password.
      return factors.includes("totp") ? factors : [];
    },
    async check(userId, code) {
      const known = await recognize(userId, code);
      if (known === "wrong" || "endsInMs" in known) return known;
      if (!(await known.use(database))) return "wrong";
      await known.giveBack();
      return "ok";
    },
    recognize,
    isOn: async (userId) => (await findTotp(database, userId))?.isOn ?? false,
    recoveryCodesLeft: (userId) => countRecoveryCodes(database, userId),
    async setUp(userId) {
      const secret = newTotpSecret();
      return (await putTotp(database, { userId, sealed: seal.close(secret) })) ? secret : null;
    },
    recognizeNew,
    turnOff: deleteTotp,
    renewRecoveryCodes: async (trx, userId) =>
      (await lockTotp(trx, userId)) ? await storeCodes(trx, userId) : null,
  };
}

function createRecognition({
  findStep,
  useRecovery,
  tries,
}: Pick<Codes, "findStep" | "useRecovery"> & {
  readonly tries: CodeTries;
}): SecondFactor["recognize"] {
  return async (userId, typed) => {
    const recovery = readRecoveryCode(typed);
    if (recovery !== null) {
      return {
        use: (trx) => useRecovery(trx, { userId, recovery }),
        giveBack: () => Promise.resolve(),
      };
    }
    const tooMany = await tries.refuse(userId);
    if (tooMany) return tooMany;
    const step = await findStep(userId, typed);
    if (step === null) return "wrong";
    return {
      use: (trx) => useStep(trx, { userId, step }),
      giveBack: () => tries.giveBack(userId),
    };
  };
}

type Codes = ReturnType<typeof createCodes>;

/** What is done with a code itself: told from a secret, used up, drawn anew. */
function createCodes({ database, clock, sealKey }: SecondFactorParts) {
  const seal = createSeal(sealKey, "totp-secret");
  const hashOf = createRecoveryHash(sealKey);

  function stepOf(sealed: Buffer, typed: string): number | null {
    const secret = seal.open(sealed);
    if (secret === null) throw new Error("Invariant: what was sealed with our key opens with it");
    return stepOfCode({ secret, code: typed.replace(/[\s-]/g, ""), atMs: clock.now() });
  }

  /** Of which time the code is; null: of none. */
  async function findStep(userId: number, typed: string): Promise<number | null> {
    const row = await findTotp(database, userId);
    return row?.isOn ? stepOf(row.sealed, typed) : null;
  }

  function useRecovery(
    trx: Database,
    { userId, recovery }: { readonly userId: number; readonly recovery: string },
  ): Promise<boolean> {
    return useRecoveryCode(trx, { userId, hash: hashOf(userId, recovery) });
  }

  async function storeCodes(tx: Database, userId: number): Promise<readonly string[]> {
    const codes = drawRecoveryCodes();
    const hashes = codes.map((code) => hashOf(userId, readRecoveryCode(code) ?? ""));
    await replaceRecoveryCodes(tx, { userId, hashes });
    return codes;
  }

  return { seal, stepOf, findStep, useRecovery, storeCodes };
}
