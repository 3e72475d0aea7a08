// Recovery codes: what a member writes down for the day the phone is lost. Ten of 60 random bits
// each, in letters and digits that nobody mixes up, each good once. Stored as keyed hashes only, so
// that a copy of the database opens nothing.

import { createHmac, hkdfSync, randomInt } from "node:crypto";

const RECOVERY_CODES = 10;

/** Crockford's base32: no I, L, O, U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LETTERS = 12;
const KEY_BYTES = 32;

export type RecoveryHash = (userId: number, code: string) => Buffer;

/** Shown as ABCD-EFGH-JKMN. */
export function drawRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LETTERS }, () => ALPHABET.charAt(randomInt(32))).join("");
    return letters.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** However it was typed: without dashes and spaces, in capitals, with letters for look-alikes. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  return new RegExp(`^[${ALPHABET}]{${LETTERS}}$`).test(code) ? code : null;
}

/** `code` is as `readRecoveryCode` answers it. */
export function createRecoveryHash(sealKey: Buffer): RecoveryHash {
  const key = Buffer.from(hkdfSync("sha256", sealKey, "", "truetick.recovery-code.v1", KEY_BYTES));
  return (userId, code) => createHmac("sha256", key).update(`${userId}/${code}`).digest();
}
