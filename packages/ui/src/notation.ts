// How the reader's language writes a number: which mark groups thousands and which begins the
// decimals. Digits stay Latin in every language. Numbers arrive as exact decimal strings and are
// never turned into floats on the way.

import { createContext, useContext } from "react";

export type Notation = {
  /** BCP 47 tag with Latin digits asked for, ready for Intl. */
  readonly tag: string;
  readonly decimalMark: string;
  /** Groups the digits of a whole number: 101842 to 101,842. */
  group(digits: string): string;
};

type Marks = {
  readonly group: string;
  readonly decimal: string;
  /** Shorter numbers are not grouped. */
  readonly digitsMin: number;
  /** Left of the last three, which are a group everywhere. */
  readonly digitsPerGroup: number;
};

const LAST_GROUP = 3;
const COMMAS: Marks = { group: ",", decimal: ".", digitsMin: 4, digitsPerGroup: 3 };
const DOTS: Marks = { ...COMMAS, group: ".", decimal: "," };
const SPACES: Marks = { ...COMMAS, group: "\u00a0", decimal: "," };
const LONG_ONLY = { digitsMin: 5 };

/**
 * By language, where it is not as English has it. Written down and not asked of Intl, whose first
 * formatter costs a phone a tenth of a second; a test compares every language with it.
 */
const MARKS: Readonly<Record<string, Marks>> = {
  cs: SPACES,
  de: DOTS,
  es: { ...DOTS, ...LONG_ONLY },
  fr: { ...SPACES, group: "\u202f" },
  hi: { ...COMMAS, digitsPerGroup: 2 },
  id: DOTS,
  it: { ...DOTS, ...LONG_ONLY },
  pt: DOTS,
  ru: SPACES,
  tr: DOTS,
  vi: DOTS,
};

export function createNotation(languageTag: string): Notation {
  const [language = ""] = languageTag.split("-");
  const { group, decimal, digitsMin, digitsPerGroup } = MARKS[language] ?? COMMAS;
  return {
    tag: `${languageTag}-u-nu-latn`,
    decimalMark: decimal,
    group(digits) {
      if (digits.length < digitsMin) return digits;
      let text = digits.slice(-LAST_GROUP);
      for (let end = digits.length - LAST_GROUP; end > 0; end -= digitsPerGroup) {
        text = digits.slice(Math.max(0, end - digitsPerGroup), end) + group + text;
      }
      return text;
    },
  };
}

const NotationContext = createContext<Notation>(createNotation("en"));

export const NotationProvider = NotationContext.Provider;

export function useNotation(): Notation {
  return useContext(NotationContext);
}

/** A true minus: as wide as the plus, so that a column of signs lines up. */
const MINUS = "−";

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Writes an exact decimal string in the reader's notation; unreadable text comes back as it is. */
export function writeDecimal(text: string, notation: Notation): string {
  const match = DECIMAL.exec(text);
  if (!match) return text;
  const [, sign, whole = "", places] = match;
  const body = notation.group(whole) + (places ? notation.decimalMark + places : "");
  return (sign ? MINUS : "") + body;
}

/** As `writeDecimal`, with a plus before what is above zero. */
export function writeSigned(text: string, notation: Notation): string {
  const written = writeDecimal(text, notation);
  return directionOf(text) === "up" ? `+${written}` : written;
}

export type Direction = "up" | "down" | "flat";

/** Which way a signed decimal string points. */
export function directionOf(text: string): Direction {
  if (!/[1-9]/.test(text)) return "flat";
  return text.startsWith("-") ? "down" : "up";
}
