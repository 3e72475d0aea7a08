// Names and document numbers: what is taken for one, in which spelling it is kept, when two are the
// same, and how much of it its owner is shown again. What is no name, a script above all, is
// refused (T40).

import {
  CARD_ID_LENGTH_MAX,
  CARD_ID_LENGTH_MIN,
  IDENTITY_NAME_LENGTH_MAX,
} from "@truetick/contract/cashier";

/** Letters of any script with their marks, and what stands between the parts of names. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M}\p{Nd} .,'’·・‐-]*$/u;
/** As they are printed: A123456(7), 12-34/56. */
const CARD_ID = /^[\p{L}\p{Nd}][\p{L}\p{Nd} .()/-]*$/u;
const HIDDEN = "***";
const SHOWN_LETTERS_MAX = 4;

/** Null when it is none. */
export function readName(typed: string): string | null {
  const name = typed.normalize("NFC").trim().replace(/\s+/gu, " ");
  const length = [...name].length;
  return length >= 2 && length <= IDENTITY_NAME_LENGTH_MAX && NAME.test(name) ? name : null;
}

/** Null when it is none. */
export function readCardId(typed: string): string | null {
  const cardId = typed.normalize("NFKC").trim().replace(/\s+/gu, " ").toUpperCase();
  const length = [...plainCardId(cardId)].length;
  const isLong = length >= CARD_ID_LENGTH_MIN && [...cardId].length <= CARD_ID_LENGTH_MAX;
  return isLong && CARD_ID.test(cardId) ? cardId : null;
}

/** One spelling of a number, however it was typed. */
export function plainCardId(cardId: string): string {
  return cardId.replace(/[^\p{L}\p{Nd}]/gu, "");
}

/** "Chan Tai Man" as "C*** T*** M***". */
export function maskName(name: string): string {
  return name
    .split(" ")
    .map((word) => `${[...word][0] ?? ""}${HIDDEN}`)
    .join(" ");
}

/** The last letters, and never more than half of them. */
export function maskCardId(cardId: string): string {
  const letters = [...plainCardId(cardId)];
  const shown = Math.min(SHOWN_LETTERS_MAX, Math.floor(letters.length / 2));
  return `${HIDDEN}${letters.slice(letters.length - shown).join("")}`;
}
