// @ts-check
// Decodes one picture of somebody's and encodes it anew, in a process of its own that knows nothing
// else: no environment, no database, no other picture. Started once per picture by
// src/platform/uploads/encoder.ts, which sends the bytes and reads one line of JSON and the new
// bytes. Parameters: "take", "publish" for one that everybody sees, or "mark" and the words to lay
// over it. Invariants: only JPEG, PNG and
// WebP are decoded; nothing of the old file but its pixels goes on (T34, T35, T39).

import { createHash } from "node:crypto";
import sharp from "sharp";
import { drawMark } from "./draw-mark.mjs";

const PIXELS_MAX = 40_000_000;
const SIDE_PX_MIN = 32;
const SIDE_PX_MAX = 4_096;
/** Larger than any screen shows an article. */
const PUBLISHED_SIDE_PX_MAX = 1_600;
const RSS_BYTES_MAX = 700_000_000;
const WATCH_EVERY_MS = 20;
/** Letters stay sharp in it. */
const JPEG = { quality: 88, chromaSubsampling: "4:4:4" };
/** Fetched by every reader: comes in waves, and is small. */
const PUBLISHED_JPEG = { quality: 80, progressive: true };
const HASHED_SIDE_PX = 256;
/** One column more than bits: each bit compares two neighbours. */
const LIKENESS_PX = { width: 9, height: 8 };
const MARKED_PX_MIN = { width: 480, height: 120 };
const WHITE = "#ffffff";

/** What a file begins with that may be looked at by a decoder at all, as Latin-1. */
const BEGINNINGS = [
  { format: "jpeg", at: 0, letters: "\xff\xd8\xff" },
  { format: "png", at: 0, letters: "\x89PNG\r\n\x1a\n" },
  { format: "webp", at: 8, letters: "WEBPVP8" },
];

setInterval(() => {
  if (process.memoryUsage.rss() > RSS_BYTES_MAX) process.exit(3);
}, WATCH_EVERY_MS).unref();
sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
});

const [task, words = ""] = process.argv.slice(2);
const bytes = await readInput();
const [said, encoded] = await (task === "mark" ? mark(bytes, words) : take(bytes));
process.stdout.write(`${JSON.stringify(said)}\n`);
process.stdout.write(encoded);

/** @returns {Promise<Buffer>} */
async function readInput() {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** @param {Buffer} bytes @returns {Promise<[object, Buffer]>} */
async function take(bytes) {
  const head = bytes.subarray(0, 16).toString("latin1");
  const format = BEGINNINGS.find(({ at, letters }) => head.startsWith(letters, at))?.format;
  if (format === undefined) return refuse("IMAGE_REFUSED");
  try {
    const seen = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (seen.format !== format) return refuse("IMAGE_REFUSED");
    if (seen.width * seen.height > PIXELS_MAX) return refuse("IMAGE_TOO_LARGE");
    if (Math.min(seen.width, seen.height) < SIDE_PX_MIN) return refuse("IMAGE_REFUSED");
    return await encode(await decode(bytes));
  } catch {
    return refuse("IMAGE_REFUSED");
  }
}

/** @param {string} reason @returns {[object, Buffer]} */
function refuse(reason) {
  return [{ refused: reason }, Buffer.alloc(0)];
}

/**
 * Upright, of the web's colours, without transparency, and not larger than anybody needs.
 * @param {Buffer} bytes
 */
async function decode(bytes) {
  const sideMax = task === "publish" ? PUBLISHED_SIDE_PX_MAX : SIDE_PX_MAX;
  const { data, info } = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error" })
    .autoOrient()
    .flatten({ background: WHITE })
    .toColourspace("srgb")
    .resize(sideMax, sideMax, { fit: "inside", withoutEnlargement: true })
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { data, raw: { width, height, channels } };
}

/**
 * @param {{ data: Buffer, raw: { width: number, height: number, channels: 1 | 2 | 3 | 4 } }} pixels
 * @returns {Promise<[object, Buffer]>}
 */
async function encode({ data, raw }) {
  const jpeg = await sharp(data, { raw })
    .jpeg(task === "publish" ? PUBLISHED_JPEG : JPEG)
    .toBuffer();
  const hashed = await sharp(data, { raw })
    .resize(HASHED_SIDE_PX, HASHED_SIDE_PX, { fit: "fill" })
    .raw()
    .toBuffer();
  const grey = await sharp(data, { raw })
    .greyscale()
    .resize({ ...LIKENESS_PX, fit: "fill" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = raw;
  const pixelHash = createHash("sha256").update(hashed).digest("hex");
  return [{ width, height, pixelHash, likeness: likenessOf(grey) }, jpeg];
}

/**
 * 64 bits of how it looks: whether it gets darker from each of 8 by 8 places to the right.
 * @param {{ data: Buffer, info: { channels: number } }} grey
 */
function likenessOf({ data, info }) {
  let bits = "";
  for (let row = 0; row < LIKENESS_PX.height; row += 1) {
    for (let column = 0; column + 1 < LIKENESS_PX.width; column += 1) {
      const at = (row * LIKENESS_PX.width + column) * info.channels;
      bits += (data[at] ?? 0) > (data[at + info.channels] ?? 0) ? "1" : "0";
    }
  }
  return bits;
}

/**
 * Lays words over a picture of ours that tell who looked at it (T41).
 * @param {Buffer} bytes @param {string} words @returns {Promise<[object, Buffer]>}
 */
async function mark(bytes, words) {
  const { width, height } = await sharp(bytes).metadata();
  const scale = Math.max(1, MARKED_PX_MIN.width / width, MARKED_PX_MIN.height / height);
  const picture = sharp(bytes, { limitInputPixels: false }).resize(
    Math.ceil(width * scale),
    Math.ceil(height * scale),
    { fit: "fill" },
  );
  const { data, raw } = drawMark(words, { width: width * scale, height: height * scale });
  const marked = picture.composite([{ input: data, raw, tile: true }]);
  return [{}, await marked.jpeg(JPEG).toBuffer()];
}
