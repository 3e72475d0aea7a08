// Safe integers between Number and bigint without the generic conversions, which are the slowest
// step of booking: the two halves of a 64-bit integer are laid side by side and read as one.
import { assert } from "./assert.ts";

const HALF = 2 ** 32;

const halves = new Int32Array(2);
const whole = new BigInt64Array(halves.buffer);

/** Which half comes first in memory differs between machines. */
halves[0] = 1;
const LOW = whole[0] === 1n ? 0 : 1;
const HIGH = 1 - LOW;

/** The bigint of a safe integer. */
export function wholeOf(integer: number): bigint {
  const high = Math.floor(integer / HALF);
  halves[HIGH] = high;
  halves[LOW] = integer - high * HALF;
  const read = whole[0];
  assert(read !== undefined, "Invariant: a column of one has its first value");
  return read;
}

/** The Number of a bigint of at most 64 bits; exact while it is a safe integer. */
export function numberOf(integer: bigint): number {
  whole[0] = integer;
  const high = halves[HIGH] ?? 0;
  const low = halves[LOW] ?? 0;
  return high * HALF + (low >>> 0);
}
