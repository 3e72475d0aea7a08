// Letters of other scripts that nobody can tell from Latin capitals, and the digits of all scripts:
// of two numbers that look the same on a screen, one mark is made (T40). What was typed is kept.

import { asciiDigits } from "../users/read-mobile.ts";

/** The Latin capital, then those that look like it: Greek, Cyrillic, Armenian, Cherokee, Lisu. */
const ALIKE = `
  AΑАᎪꓮ BΒВᏴꓐ CϹСᏟꓚ DᎠꓓ EΕЕᎬꓰ FϜꓝ GԌᏀꓖ HΗНᎻꓧ IΙІӀꓲ JͿЈᎫꓙ KΚКᏦꓗ LᏞꓡ MΜМᎷꓟ
  NΝꓠ OΟОՕꓳ PΡРᏢꓑ QԚ RᎡꓣ SЅՏᏚꓢ TΤТᎢꓔ UՍꓴ VѴᏙꓦ WԜᎳꓪ XΧХꓫ YΥҮᎩꓬ ZΖᏃꓜ`;

const LATIN: ReadonlyMap<string, string> = new Map(
  ALIKE.trim()
    .split(/\s+/)
    .flatMap(([latin = "", ...others]) => others.map((other) => [other, latin] as const)),
);

/** Of capitals and digits. */
export function foldLookAlikes(text: string): string {
  return asciiDigits([...text].map((letter) => LATIN.get(letter) ?? letter).join(""));
}
