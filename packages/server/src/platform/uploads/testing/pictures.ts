// Pictures for tests: small ones that differ from each other, and the chunks and segments of their
// formats, to be put where they do not belong.

import { crc32 } from "node:zlib";
import sharp from "sharp";

/** Stands in everything that must not go on. */
export const MARK = "HOSTILE-MARK";

export type PictureFormat = "jpeg" | "png" | "webp";

/** A gradient that `seed` turns, so that two seeds are two pictures. */
export function drawPixels({ width = 96, height = 64, seed = 1 } = {}) {
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    const y = Math.floor(at / width);
    data[at * 3] = (x * seed * 3) % 256;
    data[at * 3 + 1] = (y * 4 + seed * 31) % 256;
    data[at * 3 + 2] = ((x + y) * seed) % 256;
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export function drawPicture(
  format: PictureFormat = "jpeg",
  options: { width?: number; height?: number; seed?: number } = {},
): Promise<Buffer> {
  return drawPixels(options)[format]().toBuffer();
}

/** A chunk of a PNG, with its sum. */
function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

const PNG_HEAD_BYTES = 33;

export function withPngChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const chunk = pngChunk(type, content);
  return Buffer.concat([png.subarray(0, PNG_HEAD_BYTES), chunk, png.subarray(PNG_HEAD_BYTES)]);
}

/** The same file that says it is of another size. */
export function withPngSize(png: Buffer, width: number, height: number): Buffer {
  const head = Buffer.from(png.subarray(16, 29));
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const chunk = pngChunk("IHDR", head);
  return Buffer.concat([png.subarray(0, 8), chunk, png.subarray(PNG_HEAD_BYTES)]);
}

export function withJpegSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}
