// Where in a text a search matches, for marking it: found the way the search finds (case, accents
// and signs do not count), told in places of the text as it is written. Pure.

import { searchable } from "./market-filter.ts";

export type Match = { readonly before: string; readonly match: string; readonly after: string };

/** Null where nothing matches, or nothing was searched for. */
export function findMatch(text: string, search: string): Match | null {
  const wanted = searchable(search);
  if (wanted === "") return null;
  let plain = "";
  /** For each sign of the plain text, where it stands in the written one. */
  const places: { readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (const sign of text) {
    const end = start + sign.length;
    for (const letter of searchable(sign)) {
      plain += letter;
      for (let unit = 0; unit < letter.length; unit += 1) places.push({ start, end });
    }
    start = end;
  }
  const at = plain.indexOf(wanted);
  const first = places[at];
  const last = places[at + wanted.length - 1];
  if (at < 0 || !first || !last) return null;
  return {
    before: text.slice(0, first.start),
    match: text.slice(first.start, last.end),
    after: text.slice(last.end),
  };
}
