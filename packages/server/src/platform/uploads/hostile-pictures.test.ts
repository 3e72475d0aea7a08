// T34, T35, T39: the hostile corpus against the encoder as it runs. Whatever is taken comes out as
// a JPEG that decodes and carries nothing but pixels; whatever is not is refused in so many words.

import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { isRefused } from "../handler.ts";
import { createLog } from "../log.ts";
import { createEncoder, type Encoder } from "./encoder.ts";
import { type HostilePicture, hostilePictures } from "./testing/hostile-pictures.ts";
import { drawPicture, drawPixels, MARK } from "./testing/pictures.ts";

const PROGRAM = join(import.meta.dirname, "../../../programs/encode-picture.mjs");
const CORPUS_MIN = 60;
const PATIENCE_MS = 180_000;

let encoder: Encoder;
beforeAll(() => {
  encoder = createEncoder({ program: PROGRAM, log: createLog("fatal") });
});

async function outcomeOf({ bytes }: HostilePicture): Promise<string> {
  const encoded = await encoder.encode(bytes);
  if (isRefused(encoded)) return encoded.reason;
  const text = encoded.bytes.toString("latin1");
  const hidden = [MARK, "<script", "<svg", "<?php", "Exif", "http:", "ICC_PROFILE", "PK\x03\x04"];
  for (const words of hidden) expect(text).not.toContain(words);
  const { format, width, height, exif, xmp, icc, iptc, pages } = await sharp(
    encoded.bytes,
  ).metadata();
  expect({ format, width, height }).toEqual({
    format: "jpeg",
    width: encoded.width,
    height: encoded.height,
  });
  expect([exif, xmp, icc, iptc, pages]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  // Nothing follows the end of the picture, and all of it can be decoded.
  expect(encoded.bytes.subarray(-2).toString("hex")).toBe("ffd9");
  await sharp(encoded.bytes, { failOn: "warning" }).raw().toBuffer();
  return "taken";
}

describe("T34: the hostile corpus", () => {
  it(
    "is refused, or taken without a byte of what was hidden in it",
    async () => {
      const corpus = await hostilePictures();
      expect(corpus.length).toBeGreaterThanOrEqual(CORPUS_MIN);
      expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
      const queue = [...corpus];
      const heard: string[] = [];
      const work = async () => {
        for (let picture = queue.shift(); picture; picture = queue.shift()) {
          const outcome = await outcomeOf(picture);
          heard.push(`${picture.name}: ${picture.outcome === "either" ? "either" : outcome}`);
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      const wanted = corpus.map(({ name, outcome }) => `${name}: ${outcome}`);
      expect(heard.sort()).toEqual(wanted.sort());
    },
    PATIENCE_MS,
  );
});

describe("T39: what a camera adds", () => {
  it("where, when and by whom it was taken does not go on; the picture is upright", async () => {
    const photo = await drawPixels({ width: 120, height: 60 })
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: MARK, Model: "Phone", Artist: "Ann" },
        IFD2: { DateTimeOriginal: "2026:01:05 12:00:00" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "22/1 16/1 30/1", GPSLongitudeRef: "E" },
      })
      .jpeg()
      .toBuffer();
    expect(photo.includes(MARK)).toBe(true);
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const encoded = await encoder.encode(photo);
    if (isRefused(encoded)) throw new Error(encoded.reason);
    expect(encoded.bytes.includes(MARK)).toBe(false);
    expect(encoded.bytes.includes("Exif")).toBe(false);
    expect((await sharp(encoded.bytes).metadata()).exif).toBeUndefined();
    expect([encoded.width, encoded.height]).toEqual([60, 120]);
  });
});

describe("T35: bombs", () => {
  it(
    "twenty at once cost this process next to nothing",
    async () => {
      const plain = { width: 8_000, height: 5_000, channels: 3, background: "#123456" } as const;
      const largest = await sharp({ create: plain }).png().toBuffer();
      const bomb = await sharp({ create: { ...plain, width: 13_000, height: 13_000 } })
        .png()
        .toBuffer();
      const before = process.memoryUsage.rss();
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss());
      }, 10);
      const bombs = Array.from({ length: 17 }, () => encoder.encode(bomb));
      const heard = await Promise.all([encoder.encode(largest), ...bombs, encoder.encode(largest)]);
      clearInterval(watch);
      const reasons = heard.map((answer) => (isRefused(answer) ? answer.reason : "taken"));
      expect(reasons).toEqual(["taken", ...bombs.map(() => "IMAGE_TOO_LARGE"), "UPLOADS_BUSY"]);
      expect(peak - before).toBeLessThan(100 * 1_048_576);
    },
    PATIENCE_MS,
  );

  it("are decoded by a process without an environment, which is gone afterwards", async () => {
    const folder = await mkdtemp(join(tmpdir(), "truetick-encoder-"));
    const spy = join(folder, "spy.mjs");
    const reason = "Object.keys(process.env).length === 0 ? 'IMAGE_TOO_LARGE' : 'IMAGE_REFUSED'";
    await writeFile(spy, `console.log(JSON.stringify({ refused: ${reason} }))`);
    const watched = createEncoder({ program: spy, log: createLog("fatal") });
    expect(await watched.encode(Buffer.from("x"))).toMatchObject({ reason: "IMAGE_TOO_LARGE" });
    await rm(folder, { recursive: true });
    await encoder.encode(await drawPicture());
    const running = execFileSync("ps", ["-eo", "ppid=,args="]).toString().split("\n");
    const own = running.filter((line) => line.trim().startsWith(`${process.pid} `));
    expect(own.filter((line) => line.includes("encode-picture"))).toEqual([]);
  });
});

describe("how a picture looks", () => {
  it("is the same for the same pixels, near for alike ones, far for others", async () => {
    const photo = drawPixels({ width: 640, height: 400, seed: 1 });
    const [png, webp, smaller, other] = await Promise.all([
      photo.clone().png().toBuffer(),
      photo.clone().webp({ lossless: true }).toBuffer(),
      photo.clone().resize(320, 200).jpeg({ quality: 60 }).toBuffer(),
      drawPicture("png", { width: 640, height: 400, seed: 5 }),
    ]);
    const seen = await Promise.all(
      [png, webp, smaller, other].map((bytes) => encoder.encode(bytes)),
    );
    const [first, same, alike, far] = seen.map((answer) => {
      if (isRefused(answer)) throw new Error(answer.reason);
      return answer;
    });
    expect(same?.pixelHash).toEqual(first?.pixelHash);
    expect(alike?.pixelHash).not.toEqual(first?.pixelHash);
    const distance = (one = "", two = "") => [...one].filter((bit, at) => bit !== two[at]).length;
    expect(first?.likeness).toMatch(/^[01]{64}$/);
    expect(distance(first?.likeness, alike?.likeness)).toBeLessThanOrEqual(6);
    expect(distance(first?.likeness, far?.likeness)).toBeGreaterThan(12);
  });
});
