// @ts-check
// Draws the words of a mark as dots: digits and a few signs, dark with a light shadow, so that they
// can be read on any picture. No font is needed, so none can be missing. Used by
// encode-picture.mjs.

/** Three dots wide and five high; a row is a number of three bits. */
const GLYPHS = new Map(
  Object.entries({
    0: "75557",
    1: "26227",
    2: "71747",
    3: "71717",
    4: "55711",
    5: "74717",
    6: "74757",
    7: "71111",
    8: "75757",
    9: "75717",
    "#": "57575",
    "-": "00700",
    ":": "02020",
    " ": "00000",
  }),
);
const GLYPH_WIDTH = 4;
const GLYPH_HEIGHT = 5;
/** Two lines, the second set off by half, with room around. */
const TILE_HEIGHT = 36;
const LINES_AT = [4, 22];
const PER_WIDTH = 2;
const PER_HEIGHT = 3;
const DARK = [0x20, 0x20, 0x20, 0x50];
const LIGHT = [0xff, 0xff, 0xff, 0x50];

/**
 * @param {string} words
 * @param {{ width: number, height: number }} picture
 * @returns {{ data: Buffer, raw: { width: number, height: number, channels: 4 } }}
 */
export function drawMark(words, picture) {
  const columns = (words.length + 3) * GLYPH_WIDTH;
  const fitting = Math.min(
    picture.width / (columns * PER_WIDTH),
    picture.height / (TILE_HEIGHT * PER_HEIGHT),
  );
  const dot = Math.max(1, Math.floor(fitting));
  const raw = { width: columns * dot, height: TILE_HEIGHT * dot, channels: /** @type {4} */ (4) };
  const data = Buffer.alloc(raw.width * raw.height * raw.channels);
  /** @param {number} x @param {number} y @param {readonly number[]} colour */
  const paint = (x, y, colour) => {
    for (let row = y; row < y + dot; row += 1) {
      for (let column = x; column < x + dot; column += 1) {
        data.set(colour, (row * raw.width + (column % raw.width)) * raw.channels);
      }
    }
  };
  const shadow = Math.max(1, Math.floor(dot / 2));
  for (const [shift, colour] of /** @type {const} */ ([
    [shadow, LIGHT],
    [0, DARK],
  ])) {
    for (const { x, y } of dotsOf(words, columns)) {
      paint(x * dot + shift, y * dot + shift, colour);
    }
  }
  return { data, raw };
}

/** @param {string} words @param {number} columns */
function* dotsOf(words, columns) {
  for (const [line, top] of LINES_AT.entries()) {
    const offset = line * Math.floor(columns / 2);
    for (const [place, letter] of [...words].entries()) {
      const rows = GLYPHS.get(letter) ?? GLYPHS.get("-") ?? "";
      for (let y = 0; y < GLYPH_HEIGHT; y += 1) {
        for (let x = 0; x < 3; x += 1) {
          if (((Number(rows[y]) >> (2 - x)) & 1) === 0) continue;
          yield { x: (offset + place * GLYPH_WIDTH + x) % columns, y: top + y };
        }
      }
    }
  }
}
