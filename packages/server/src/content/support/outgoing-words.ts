// What may not leave the desk (T32): text that asks for a password, a code or a key, text that
// carries a code itself, and addresses of hosts that the configuration does not name. Asked before
// anything of the staff's is stored or sent, prepared answers included. It errs on the side of
// saying no: an honest sentence can be written another way, a phished code cannot be taken back.

import { ASKING_WORDS, SECRET_WORDS } from "./secret-words.ts";

export type Objection =
  | { readonly rule: "secret" }
  | { readonly rule: "link"; readonly host: string };

/** Nothing that hides letters from the eye: zero widths, soft hyphens, turns of direction. */
const UNSEEN = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const MARKS = /\p{M}/gu;
/** "evil [dot] com", "evil(.)com", "hxxps://". */
const WRITTEN_DOT = /\s*[[({<]\s*(?:dot|punkt|punto|ponto|point|点|點|\.)\s*[\])}>]\s*/gu;

const NAMED_SCHEME =
  /\b(?:https?|hxxps?|ftp|wss?|tg|whatsapp|viber|skype|intent|mailto|tel|sms|data|javascript|file|blob):/iu;
const HOST = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]{1,62}/gu;
const ADDRESS_NUMBER = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/u;
/** Standing alone, as codes do; amounts and prices have a point, a sign or a currency beside. */
const CODE_LIKE = /(?<![\d.,#$€£¥-])\d{4,8}(?![\d.,%]*\d)(?!\s?(?:usd|eur|usdt|btc))/iu;

/** Endings of hosts that people name without a scheme; words of a sentence end otherwise. */
const ENDINGS = new Set(
  `com net org info biz io co me app dev xyz top site online shop club live pro vip link click ru cn
   hk tw jp kr th vn fr de es pt it tr id my in cz uk us eu ch at be nl pl se no fi dk ie gr hu ro
   ua kz ir sa ae eg br mx ar cl au nz ca sg ph pk bd tk ml ga cf gq cc ws to ly gg tv fm ai sh
   page web store tech cloud space website finance trade trading exchange money cash crypto bank
   support help chat click zone world icu buzz rest win bid loan fun work gl by am la st su pw mobi
   name asia cat tel jobs travel post xxx onion local test example invalid`.split(/\s+/),
);

/** Null: it may be sent. */
export function objectTo(text: string, allowedHosts: readonly string[]): Objection | null {
  const seen = text.normalize("NFKC").replace(UNSEEN, "");
  const host = strangeHost(seen, allowedHosts);
  if (host !== null) return { rule: "link", host };
  return asksForSecret(seen) ? { rule: "secret" } : null;
}

function asksForSecret(text: string): boolean {
  const plain = text.normalize("NFD").replace(MARKS, "").normalize("NFC").toLowerCase();
  const hasSecret = holds(SECRETS, [text.toLowerCase(), plain]);
  if (!hasSecret) return false;
  return /[?？؟]/u.test(text) || CODE_LIKE.test(text) || holds(ASKING, [text.toLowerCase(), plain]);
}

type Word = { readonly text: string; readonly pattern: RegExp | null };

/** Latin words begin a word; others stand anywhere, as their languages write no spaces. */
function wordsOf(words: readonly string[]): readonly Word[] {
  return words.map((text) => ({
    text,
    pattern: /^[\p{Script=Latin}\d]/u.test(text)
      ? new RegExp(`(?<![\\p{L}\\p{N}])${text.replaceAll(/[.*+?^$()[\]\\]/g, "\\$&")}`, "u")
      : null,
  }));
}
const SECRETS = wordsOf(SECRET_WORDS);
const ASKING = wordsOf(ASKING_WORDS);

function holds(words: readonly Word[], texts: readonly string[]): boolean {
  return words.some(({ text, pattern }) =>
    texts.some((one) => (pattern ? pattern.test(one) : one.includes(text))),
  );
}

/** The first host that nobody may be sent to; null when there is none. */
function strangeHost(text: string, allowedHosts: readonly string[]): string | null {
  const dotted = text.replace(WRITTEN_DOT, ".").replaceAll(/[。｡]/gu, ".");
  const number = ADDRESS_NUMBER.exec(dotted)?.[0];
  if (number !== undefined) return number;
  const hosts = [...dotted.matchAll(HOST)].flatMap(([host], at, all) => {
    const name = host.toLowerCase();
    const from = all[at]?.index ?? 0;
    return isNamed(dotted, { name, from }) ? [name] : [];
  });
  const strange = hosts.find((host) => !allowedHosts.includes(host));
  if (strange !== undefined) return strange;
  const scheme = NAMED_SCHEME.exec(dotted)?.[0];
  const isAllowedLink = scheme === "https:" && hosts.length > 0;
  return scheme === undefined || isAllowedLink ? null : scheme;
}

/** An address, not the end of one sentence and the beginning of the next. */
function isNamed(text: string, { name, from }: { name: string; from: number }): boolean {
  const before = text.slice(Math.max(0, from - 3), from);
  const after = text.charAt(from + name.length);
  if (before.endsWith("//") || before.endsWith("@") || /[/:?#]/.test(after)) return true;
  if (name.startsWith("www.") || name.startsWith("xn--")) return true;
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return ENDINGS.has(ending) || (/[^a-z0-9.-]/.test(ending) === false && ending.startsWith("xn--"));
}
