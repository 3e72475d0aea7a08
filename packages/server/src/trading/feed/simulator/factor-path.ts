// One factor through one day, slot by slot: a Brownian bridge from where the day starts to where
// it ends, running in the day's activity rather than in its hours. The whole day is built at
// once: it costs less than a tenth of a millisecond, and then any moment is a look-up.

import type { Activity } from "./activity.ts";
import { randomBytesOf } from "./day-seed.ts";
import type { FactorDay } from "./factor-walk.ts";
import { MINUTES_PER_DAY, SLOTS_PER_DAY, SLOTS_PER_MINUTE } from "./time-grid.ts";

/** Two bytes summed: a step shaped like a tent; a handful of them is as good as normal. */
const STEP_MEAN = 255;
const STEP_DEVIATION = Math.sqrt((2 * (256 ** 2 - 1)) / 12);

/** Log values at the slot boundaries 0 .. SLOTS_PER_DAY, both ends included. */
export function newPath(): Float64Array {
  return new Float64Array(SLOTS_PER_DAY + 1);
}

/** Fills the path with the factor's day. */
export function fillPath(
  path: Float64Array,
  { start, end, deviation }: FactorDay,
  { activity, seed, name }: { activity: Activity; seed: Uint8Array; name: string },
): void {
  const bytes = randomBytesOf(seed, `factor/${name}`, 2 * SLOTS_PER_DAY);
  path[0] = 0;
  let free = 0;
  let slot = 0;
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const share = activity.shares[minute] ?? 0;
    const scale = (deviation * Math.sqrt(share / SLOTS_PER_MINUTE)) / STEP_DEVIATION;
    for (const last = slot + SLOTS_PER_MINUTE; slot < last; slot += 1) {
      free += ((bytes[2 * slot] ?? 0) + (bytes[2 * slot + 1] ?? 0) - STEP_MEAN) * scale;
      path[slot + 1] = free;
    }
  }
  tieDown(path, activity, { start, correction: end - start - free });
}

/** Turns the free walk into the bridge: what it misses the end by is made up along the way. */
function tieDown(
  path: Float64Array,
  activity: Activity,
  { start, correction }: { start: number; correction: number },
): void {
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const before = activity.before[minute] ?? 0;
    const perSlot = (activity.shares[minute] ?? 0) / SLOTS_PER_MINUTE;
    const first = minute * SLOTS_PER_MINUTE;
    for (let i = 0; i < SLOTS_PER_MINUTE; i += 1) {
      path[first + i] = start + (path[first + i] ?? 0) + correction * (before + i * perSlot);
    }
  }
  path[SLOTS_PER_DAY] = start + (path[SLOTS_PER_DAY] ?? 0) + correction;
}
