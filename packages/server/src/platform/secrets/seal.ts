// Seals small texts so that whoever has the database, or a copy of it, cannot read them:
// AES-256-GCM with a key of its own per purpose, derived from the installation's seal key. Used by
// the outbox and by whatever else must be stored and read again, such as authenticators' seeds.
// Invariant: what was sealed for one purpose, or changed by a single bit, does not open.

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

export type Seal = {
  readonly close: (plain: string) => Buffer;
  /** Null when it was sealed with another key or for another purpose, or was changed. */
  readonly open: (sealed: Buffer) => string | null;
  /** The same for the same text: finds a row again without telling what it is about. */
  readonly mark: (plain: string) => Buffer;
};

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonces are random: one purpose should seal fewer than 2^32 texts with one key. */
export function createSeal(sealKey: Buffer, purpose: string): Seal {
  const derived = hkdfSync("sha256", sealKey, "", `truetick.seal.v1/${purpose}`, KEY_BYTES);
  const key = Buffer.from(derived);
  const label = `truetick.mark.v1/${purpose}`;
  const markKey = Buffer.from(hkdfSync("sha256", sealKey, "", label, KEY_BYTES));
  return {
    mark: (plain) => createHmac("sha256", markKey).update(plain).digest(),
    close(plain) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      if (sealed.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      try {
        const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString("utf8");
      } catch {
        return null;
      }
    },
  };
}
