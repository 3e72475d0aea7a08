// What a person typed as a number, in whatever notation, as the plain decimal of the wire. Forgives
// a comma for a point and marks between thousands; refuses what could be read in two ways at once.

import type { Notation } from "@truetick/ui";

const GROUPED = /^[1-9]\d{0,2}(?:[.,\s'’]\d{3})+$/;
const PLAIN = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

function withPoint(text: string, mark: string): string {
  const at = text.lastIndexOf(mark);
  return `${text.slice(0, at).replace(/[^\d]/g, "")}.${text.slice(at + 1)}`;
}

/** Null when it is no number without a sign. */
export function readNumber(typed: string, { decimalMark }: Pick<Notation, "decimalMark">) {
  const text = typed.trim().replace(/[\s\u00a0\u202f'’]/g, "");
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark);
  const last = marks.at(-1);
  let plain = text;
  if (last !== undefined) {
    const isMixed = marks.some((mark) => mark !== last);
    // One kind of mark that is not the reader's own, or several of it: thousands, if it can be.
    const isGrouping = !isMixed && (last !== decimalMark || marks.length > 1) && GROUPED.test(text);
    plain = isGrouping ? text.replace(/[.,]/g, "") : withPoint(text, last);
  }
  if (!PLAIN.test(plain)) return null;
  const [whole = "", places] = plain.split(".");
  const head = whole.replace(/^0+(?=\d)/, "") || "0";
  return places ? `${head}.${places}` : head;
}

/** A plain decimal as the reader would type it: his mark, no groups. */
export function typedForm(plain: string, { decimalMark }: Pick<Notation, "decimalMark">): string {
  return plain.replace(".", decimalMark);
}
