// Draws the letters of a captcha as a PNG: an SVG would give the letters away to whoever reads it
// (T24). The letters are drawn by the system's generator, not by the library's.

import { randomInt } from "node:crypto";
import sharp from "sharp";
import * as svgCaptcha from "svg-captcha";

/** Lower case, and none that is easily taken for another. */
const LETTERS = "abcdefhkmnpqrtuvwxy34679";
const LETTERS_DRAWN = 5;
const WIDTH_PX = 200;
const HEIGHT_PX = 72;
const FONT_PX = 64;
const NOISE_LINES = 3;

/** The package is a function of a text; its types tell of the function's properties only. */
type DrawLetters = (letters: string, options: svgCaptcha.ConfigObject) => string;

const { default: drawLetters } = svgCaptcha as unknown as { default: DrawLetters };

export type DrawnCaptcha = { readonly letters: string; readonly png: Buffer };

export async function drawCaptcha(): Promise<DrawnCaptcha> {
  const letters = Array.from(
    { length: LETTERS_DRAWN },
    () => LETTERS[randomInt(LETTERS.length)],
  ).join("");
  const svg = drawLetters(letters, {
    width: WIDTH_PX,
    height: HEIGHT_PX,
    fontSize: FONT_PX,
    noise: NOISE_LINES,
  });
  const png = await sharp(Buffer.from(svg)).flatten({ background: "#ffffff" }).png().toBuffer();
  return { letters, png };
}
