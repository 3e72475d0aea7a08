// Secrets and names that nobody can guess, of this device's own making: the key of one attempt at a
// write, and the demo account's device id. Works on plain HTTP too, where `randomUUID` is missing.

/** As many as the wire asks of a device id (T20): guessing one is hopeless. */
const RANDOM_BYTES = 16;

/** 128 random bits as 32 hexadecimal digits. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
