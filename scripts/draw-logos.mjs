// Draws the logo of every market into packages/web/public/logos/CODE.svg. Run it after changing
// scripts/logos/: node scripts/draw-logos.mjs. Colour is information, so badges have none: slate
// discs with light glyphs that read on a dark and on a light page alike.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GLYPHS } from "./logos/strokes.mjs";
import { CURRENCY_SIGNS, INDICES, PAIRS, PICTURES, WORDS } from "./logos/table.mjs";

const FOLDER = join(import.meta.dirname, "../packages/web/public/logos");
const SIZE = 60;
const DISC = "#5b6a75";
const DISC_IN_FRONT = "#41505b";
const INK = "#f4f7f9";
const GLYPH_HEIGHT = 14;

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/**
 * A word in even strokes, centred on a point, no wider and no higher than given.
 * @param {string} word
 * @param {{ x: number, y: number, width: number, height: number, stroke: number }} box
 */
function drawWord(word, { x, y, width, height, stroke }) {
  const glyphs = [...word].map((letter) => {
    const glyph = GLYPHS[letter];
    if (!glyph) throw new Error(`No glyph for ${letter}`);
    return glyph;
  });
  // The gap is chosen for the eye: strokes of neighbours stand about two widths apart.
  const gap = 4.6;
  const total = glyphs.reduce((sum, glyph) => sum + glyph.width, gap * (glyphs.length - 1));
  const scale = Math.min(width / total, height / GLYPH_HEIGHT);
  let left = x - (total * scale) / 2;
  const top = y - (GLYPH_HEIGHT * scale) / 2;
  const paths = glyphs.map(({ width: own, path }) => {
    const at = `translate(${short(left)} ${short(top)}) scale(${short(scale)})`;
    left += (own + gap) * scale;
    return `<path transform="${at}" d="${path}" stroke-width="${short(stroke / scale)}"/>`;
  });
  const style = `fill="none" stroke="${INK}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g ${style}>${paths.join("")}</g>`;
}

/** @param {string} body */
function svg(body) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">${body}</svg>\n`;
}

const disc = `<circle cx="30" cy="30" r="30" fill="${DISC}"/>`;

/** Two discs, the second in front with a clear ring around it. @param {string} code */
function drawPair(code) {
  const [base, quote] = [signOf(code.slice(0, 3)), signOf(code.slice(3))];
  // What the front disc and its ring cover is cut out, for the page's colour is not known here.
  const ring =
    '<mask id="r"><path fill="#fff" d="M0 0H60V60H0Z"/><circle cx="43" cy="43" r="20"/></mask>';
  const back = `<circle cx="22" cy="22" r="22" fill="${DISC}" mask="url(#r)"/>`;
  const front = `<circle cx="43" cy="43" r="17" fill="${DISC_IN_FRONT}"/>`;
  const isWide = base.length > 1;
  return svg(
    ring +
      back +
      front +
      drawWord(base, { x: 19.5, y: 19.5, width: 21, height: isWide ? 13 : 17, stroke: 3.2 }) +
      drawWord(quote, { x: 43, y: 43, width: 18, height: 13.5, stroke: 2.8 }),
  );
}

/** @param {string} currency */
function signOf(currency) {
  const sign = CURRENCY_SIGNS[/** @type {keyof typeof CURRENCY_SIGNS} */ (currency)];
  if (!sign) throw new Error(`No sign for ${currency}`);
  return sign;
}

/** @param {string} word */
function drawSingle(word) {
  const isSign = word.length === 1;
  const box = isSign
    ? { width: 26, height: 25, stroke: 4.5 }
    : { width: 33, height: 21, stroke: 4.2 };
  return svg(disc + drawWord(word, { x: 30, y: word === "Ag" ? 28.5 : 30, ...box }));
}

/** @param {readonly string[]} lines */
function drawIndex([country = "", number = ""]) {
  return svg(
    disc +
      drawWord(country, { x: 30, y: 22.5, width: 27, height: 16, stroke: 3.8 }) +
      drawWord(number, { x: 30, y: 41, width: 24, height: 11, stroke: 2.9 }),
  );
}

/** @param {string} path */
function drawPicture(path) {
  return svg(`${disc}<path fill="${INK}" fill-rule="evenodd" d="${path}"/>`);
}

/** @returns {Map<string, string>} The logo of every market, by its code. */
export function drawLogos() {
  return new Map([
    ...PAIRS.map((code) => /** @type {const} */ ([code, drawPair(code)])),
    ...Object.entries(WORDS).map(([code, word]) => /** @type {const} */ ([code, drawSingle(word)])),
    ...Object.entries(INDICES).map(([code, it]) => /** @type {const} */ ([code, drawIndex(it)])),
    ...Object.entries(PICTURES).map(([code, it]) => /** @type {const} */ ([code, drawPicture(it)])),
  ]);
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [code, logo] of drawLogos()) writeFileSync(join(FOLDER, `${code}.svg`), logo);
  console.log(`${drawLogos().size} logos drawn`);
}
