// How the reader's language writes a number: which mark groups thousands and which begins the
// decimals. Digits stay Latin in every language. Numbers arrive as exact decimal strings and are
// never turned into floats on the way (Intl only groups the whole part, as a BigInt).

import { createContext, useContext } from "react";

export type Notation = {
  /** BCP 47 tag with Latin digits asked for, ready for Intl. */
  readonly tag: string;
  readonly decimalMark: string;
  /** Groups the digits of a whole number: 101842 to 101,842. */
  group(digits: string): string;
};

const GROUPED_MAX = 512;
const DIGITS_WITHOUT_GROUPS_MAX = 3;

export function createNotation(languageTag: string): Notation {
  const tag = `${languageTag}-u-nu-latn`;
  // Made when it is first asked: making one is among the dearest steps of a start.
  let made: Intl.NumberFormat | null = null;
  let mark: string | null = null;
  const format = () => {
    made ??= new Intl.NumberFormat(tag);
    return made;
  };
  const readMark = () => {
    const parts = format().formatToParts(0.5);
    return parts.find((part) => part.type === "decimal")?.value ?? ".";
  };
  // Prices repeat their whole part from tick to tick; asking Intl each time would be the dearest
  // step of painting one.
  const grouped = new Map<string, string>();
  return {
    tag,
    get decimalMark() {
      mark ??= readMark();
      return mark;
    },
    group(digits) {
      if (digits.length <= DIGITS_WITHOUT_GROUPS_MAX) return digits;
      const known = grouped.get(digits);
      if (known !== undefined) return known;
      if (grouped.size >= GROUPED_MAX) grouped.clear();
      const text = format().format(BigInt(digits));
      grouped.set(digits, text);
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
