// The code that a member gives to friends. Drawn at random, so that nobody finds one by counting
// (T80); it opens nothing. In Crockford's letters, which nobody mixes up when reading them aloud.

import { randomInt } from "node:crypto";

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Five bits each: fifty together. */
const LENGTH = 10;

export function newInviteCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

/** As it is stored; null when it cannot be one. Forgives case, spaces and look-alikes. */
export function parseInviteCode(typed: string): string | null {
  const code = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : null;
}
