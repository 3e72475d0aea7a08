// The letters, figures and signs of the logos, each drawn as one line of even width: no font is
// needed to show them, and none was copied. A glyph stands on y = 14 and reaches up to y = 0;
// `width` is how far it reaches to the right.

/** @typedef {{ width: number, path: string }} Glyph */

const S =
  "M8.6 2.6C7.8 .9 6.3 0 4.5 0C2 0 .4 1.5 .4 3.5C.4 5.6 2.2 6.4 4.5 7C7 7.6 8.8 8.5 8.8 10.6" +
  "C8.8 12.7 7 14 4.6 14C2.4 14 .8 13 0 11.2";
const A = "M0 14L5.5 0L11 14";
const B = "M0 0V14H5.4A3.6 3.6 0 0 0 5.4 6.8H0M4.8 6.8A3.4 3.4 0 0 0 4.8 0H0";
const D = "M0 0V14H3.5A6.5 7 0 0 0 3.5 0Z";
const P = "M0 14V0H5A4 4 0 0 1 5 8H0";

/** @type {Record<string, Glyph>} */
export const GLYPHS = {
  A: { width: 11, path: `${A}M2 9H9` },
  B: { width: 9, path: B },
  C: { width: 10, path: "M9.6 3.2A5.3 7 0 1 0 9.6 10.8" },
  D: { width: 10, path: D },
  E: { width: 8, path: "M8 0H0V14H8M0 7H7" },
  F: { width: 8, path: "M8 0H0V14M0 7H7" },
  G: { width: 10.4, path: "M9.6 3.2A5.3 7 0 1 0 10.4 8H6" },
  H: { width: 10, path: "M0 0V14M10 0V14M0 7H10" },
  J: { width: 7, path: "M7 0V9.5A3.5 4.5 0 0 1 0 9.5" },
  K: { width: 9.5, path: "M0 0V14M9 0L0 8.4M3.2 5.4L9.5 14" },
  M: { width: 12, path: "M0 14V0L6 9L12 0V14" },
  N: { width: 10, path: "M0 14V0L10 14V0" },
  O: { width: 11, path: "M5.5 0A5.5 7 0 1 0 5.5 14A5.5 7 0 1 0 5.5 0Z" },
  P: { width: 9, path: P },
  R: { width: 9, path: `${P}M4.6 8L9 14` },
  S: { width: 8.8, path: S },
  T: { width: 10, path: "M0 0H10M5 0V14" },
  U: { width: 10, path: "M0 0V9A5 5 0 0 0 10 9V0" },
  V: { width: 11, path: "M0 0L5.5 14L11 0" },
  X: { width: 10, path: "M0 0L10 14M10 0L0 14" },
  Z: { width: 9, path: "M0 0H9L0 14H9" },
  d: { width: 8, path: "M8 0V14M8 9.5A3.9 4.5 0 1 0 .2 9.5A3.9 4.5 0 1 0 8 9.5" },
  g: {
    width: 8,
    path: "M8 5V14.6A4 3.4 0 0 1 .9 16.4M8 9.5A3.9 4.5 0 1 0 .2 9.5A3.9 4.5 0 1 0 8 9.5",
  },
  k: { width: 7.5, path: "M0 0V14M7 5L0 10.6M2.9 8.4L7.5 14" },
  r: { width: 5, path: "M0 5V14M0 9.4C.6 6.6 2.4 4.9 5 5" },
  t: { width: 6, path: "M2.4 1.5V11A2.8 3 0 0 0 6 13.7M0 5H5.6" },
  u: { width: 7.6, path: "M0 5V10.2A3.8 3.8 0 0 0 7.6 10.2M7.6 5V14" },
  0: { width: 8.4, path: "M4.2 0A4.2 7 0 1 0 4.2 14A4.2 7 0 1 0 4.2 0Z" },
  1: { width: 4, path: "M0 2.6L4 0V14" },
  2: { width: 8.2, path: "M.3 3.6A3.9 3.7 0 0 1 8 3.8C8 6.4 6 8 0 14H8.2" },
  3: { width: 8, path: "M.5 2.6A3.7 3.4 0 1 1 4 6.8A3.9 3.6 0 1 1 .1 11.4" },
  4: { width: 9, path: "M6.6 14V0L0 9.8H9" },
  5: { width: 8.2, path: "M7.6 0H1.3L.7 6.4C1.7 5.5 2.8 5 4 5A4.1 4.5 0 1 1 .2 11.6" },
  "€": { width: 11, path: "M11 2.6A5.6 7 0 1 0 11 11.4M0 5.5H7.6M0 8.6H7" },
  $: { width: 8.8, path: `${S}M4.5 -2.2V16.2` },
  "£": {
    width: 9,
    path:
      "M8.6 3C8.2 1 6.9 0 5.2 0C3.1 0 2.1 1.6 2.1 3.6C2.1 6 3.2 7.4 3.2 9.8" +
      "C3.2 12 2.2 13.4 .4 14H9M.2 7.4H6.6",
  },
  "¥": { width: 10, path: "M0 0L5 7L10 0M5 7V14M1.2 7.6H8.8M1.2 11H8.8" },
  "₿": { width: 9, path: `${B}M2.4 -2.4V0M5.4 -2.4V0M2.4 14V16.4M5.4 14V16.4` },
  Ξ: { width: 10, path: "M0 0H10M1.4 7H8.6M0 14H10" },
  "₳": { width: 11, path: `${A}M.4 7.6H10.6M-.6 10.6H11.6` },
  Ð: { width: 10, path: `${D}M-2 7H4` },
  Ł: { width: 8, path: "M1 0V14H8M-1.6 9.4L5.4 5.4" },
  "◎": {
    width: 14,
    path: "M7 0A7 7 0 1 0 7 14A7 7 0 1 0 7 0ZM7 4.4A2.6 2.6 0 1 0 7 9.6A2.6 2.6 0 1 0 7 4.4Z",
  },
};
