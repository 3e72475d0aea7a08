// A figure with its unit inside a sentence: "150.00 USD" stays in that order where the reader's
// lines run from right to left. Invisible, and only there.

const ISOLATE = "\u2066";
const ISOLATE_AS_IT_RUNS = "\u2068";
const END = "\u2069";

export function ltrText(text: string): string {
  return document.documentElement.dir === "rtl" ? `${ISOLATE}${text}${END}` : text;
}

/** Somebody's own words inside a sentence of ours, in whatever language: theirs stay together. */
export function foreignText(text: string): string {
  return document.documentElement.dir === "rtl" ? `${ISOLATE_AS_IT_RUNS}${text}${END}` : text;
}
