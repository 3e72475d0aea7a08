// Where all chance in simulated prices comes from (H14). The master seed gives one seed per UTC
// day; the day's hash can be published before it begins and the seed after it has ended, and
// nothing about other days is learned from it. Streams of random bytes are AES-256 in counter
// mode: as strong as the seed, and the whole day of a factor costs microseconds.

import { createCipheriv } from "node:crypto";
import { deriveSeed } from "@truetick/proof/seed";
import { DAY_MS } from "./time-grid.ts";

/** The seeds of days: of a master, or one by one as they were revealed. */
export type SeedOfDay = (day: number) => Uint8Array;

export function daySeed(master: Uint8Array, day: number): Uint8Array {
  return deriveSeed(master, `day/${new Date(day * DAY_MS).toISOString().slice(0, 10)}`);
}

const NO_OFFSET = Buffer.alloc(16);
let zeros = Buffer.alloc(0);

/** The first `length` bytes of the day's stream of that name. */
export function randomBytesOf(seed: Uint8Array, name: string, length: number): Uint8Array {
  if (zeros.length < length) zeros = Buffer.alloc(length);
  const cipher = createCipheriv("aes-256-ctr", deriveSeed(seed, name), NO_OFFSET);
  return cipher.update(zeros.subarray(0, length));
}
