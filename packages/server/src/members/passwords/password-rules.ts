// What a password must not be: too short, too long, the account itself, or one of the first that
// anybody would guess: what the lists of breached passwords name, and what is put together of few
// such parts (T09). Called wherever one is chosen. Nothing is asked of its make-up: digits and
// signs by decree make passwords worse.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordLength } from "@truetick/contract";
import { type Refused, refuse } from "../../platform/handler.ts";
import { GUESSED_WORDS } from "./guessed-words.ts";
import { LISTED_PASSWORDS } from "./listed-passwords.ts";

/** Both ways along the rows and columns of keyboards, the alphabet and the digits. */
const WALKS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "qazwsxedcrfvtgbyhnujmikolp",
  "1q2w3e4r5t6y7u8i9o0p",
  "q1w2e3r4t5y6u7i8o9p0",
  "a1b2c3d4e5f6g7h8i9j0",
  "1a2b3c4d5e6f7g8h9i0j",
  "147258369147",
  "741852963741",
  "123654789",
  "789456123",
  "159753",
  "159357",
  "112233445566778899",
  "0102030405060708090",
  "1qaz1",
  "xsw23",
  "12qwaszx",
  "zaq12wsx",
  "qawsedrftgyh",
  "1a2s3d4f5g6h",
  "q2w3e4r5t6",
  "24681012",
  "13579",
].flatMap((walk) => [walk, [...walk].reverse().join("")]);

/** Letters written as digits and signs, by who believes that nobody else does. */
const DISGUISES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

/** More at an end than this is worth guessing on its own. */
const TRIMMINGS_MAX = 6;

/** One sign, a walk, a year or a sign again and again: some dozens to guess. */
const SIGN_COST = 1;
/** Some thousands. */
const WORD_COST = 2;
/** Two words, or a word and two walks: some millions, which is an afternoon. */
const COST_MAX = 4;
const PART_LENGTH_MAX = 24;

/** Refuses with PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_IS_ACCOUNT or PASSWORD_COMMON. */
export function refusePassword(password: string, accounts: readonly string[]): Refused | null {
  const length = passwordLength(password);
  if (length < PASSWORD_LENGTH_MIN) {
    return refuse("PASSWORD_TOO_SHORT", { min: PASSWORD_LENGTH_MIN });
  }
  if (length > PASSWORD_LENGTH_MAX)
    return refuse("PASSWORD_TOO_LONG", { max: PASSWORD_LENGTH_MAX });
  if (isAccount(password, accounts)) return refuse("PASSWORD_IS_ACCOUNT");
  return isCommon(password) ? refuse("PASSWORD_COMMON") : null;
}

/** Also without the plus of a number, and the part of an address before the "@". */
function isAccount(password: string, accounts: readonly string[]): boolean {
  const plain = (text: string) => text.normalize("NFKC").toLowerCase().trim().replace(/^\+/, "");
  return accounts.some((account) =>
    [account, account.split("@")[0] ?? account].map(plain).includes(plain(password)),
  );
}

function isCommon(password: string): boolean {
  const plain = password.normalize("NFKC").toLowerCase().trim();
  if (/^(.{1,4})\1+$/u.test(plain) || isDate(plain)) return true;
  if (rootsOf(plain).some(isKnown)) return true;
  return [plain, undisguise(plain)].some((text) => costOf([...text]) <= COST_MAX);
}

function isKnown(text: string): boolean {
  return GUESSED_WORDS.has(text) || LISTED_PASSWORDS.has(text);
}

/** What the cheapest parts that make up the whole text cost; it is short, so this is quick. */
function costOf(signs: readonly string[]): number {
  const costs = [0];
  for (let end = 1; end <= signs.length; end += 1) {
    let least = (costs[end - 1] ?? 0) + SIGN_COST;
    for (let start = Math.max(0, end - PART_LENGTH_MAX); start < end - 1; start += 1) {
      const cost = partCost(signs.slice(start, end).join(""));
      if (cost !== null) least = Math.min(least, (costs[start] ?? 0) + cost);
    }
    costs.push(least);
  }
  return costs.at(-1) ?? 0;
}

/** Null when it is nothing that anybody would think of. */
function partCost(part: string): number | null {
  if (/^(.)\1+$/u.test(part) || /^(?:19|20)\d\d$/.test(part)) return SIGN_COST;
  if (part.length < 3) return null;
  if (WALKS.some((walk) => walk.includes(part))) return SIGN_COST;
  return isKnown(part) ? WORD_COST : null;
}

/** 19900131, 31011990, 01311990, with or without signs between. */
function isDate(plain: string): boolean {
  const digits = plain.replace(/[./ -]/g, "");
  return /^(?:(?:19|20)\d\d[01]\d[0-3]\d|[0-3]\d[0-3]\d(?:19|20)\d\d)$/.test(digits);
}

/** The word within, with and without its disguise. */
function rootsOf(plain: string): string[] {
  const roots: string[] = [];
  for (const text of [plain, undisguise(plain)]) {
    const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
    if (bare.length >= 3 && text.length - bare.length <= TRIMMINGS_MAX) {
      roots.push(bare, undisguise(bare).replace(/[^\p{L}]/gu, ""));
    }
  }
  return roots;
}

function undisguise(text: string): string {
  return text.replace(/[0134578@$!]/g, (sign) => DISGUISES[sign] ?? sign);
}
