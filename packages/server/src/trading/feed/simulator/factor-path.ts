// Factors through one day, slot by slot: each is a Brownian bridge from where its day starts to
// where it ends, running in the day's activity rather than in its hours. What is built is their
// weighted sum, the log price of a market: each walk is added freely, and what it misses its end
// by is made up along the way, once for all factors that keep the same hours.

import type { Activity } from "./activity.ts";
import { randomBytesOf } from "./day-seed.ts";
import type { FactorDay } from "./factor-walk.ts";
import { MINUTES_PER_DAY, SLOTS_PER_DAY, SLOTS_PER_MINUTE } from "./time-grid.ts";

export type WeightedFactor = {
  readonly name: string;
  readonly weight: number;
  readonly day: FactorDay;
  readonly activity: Activity;
};

/** Two bytes summed: a step shaped like a tent; a handful of them is as good as normal. */
const STEP_MEAN = 255;
const STEP_DEVIATION = Math.sqrt((2 * (256 ** 2 - 1)) / 12);

/** Used anew for every day that is built: fresh memory costs more than the sums in it. */
const scratch = new Float64Array(SLOTS_PER_DAY + 1);

/**
 * Log values at the slot boundaries 0 .. SLOTS_PER_DAY, both ends included. The answer is
 * overwritten by the next call.
 */
export function sumOfFactors(factors: readonly WeightedFactor[], seed: Uint8Array): Float64Array {
  const sum = scratch.fill(0);
  const missing = new Map<Activity, number>();
  let start = 0;
  for (const factor of factors) {
    const { weight, day, activity } = factor;
    const free = addFreeWalk(sum, factor, seed);
    const missed = weight * (day.end - day.start) - free;
    missing.set(activity, (missing.get(activity) ?? 0) + missed);
    start += weight * day.start;
  }
  for (const [activity, missed] of missing) tieDown(sum, activity, missed);
  for (let slot = 0; slot <= SLOTS_PER_DAY; slot += 1) sum[slot] = (sum[slot] ?? 0) + start;
  return sum;
}

/** Adds a walk that begins at 0 and ends anywhere; answers where. */
function addFreeWalk(
  sum: Float64Array,
  { name, weight, day, activity }: WeightedFactor,
  seed: Uint8Array,
): number {
  const bytes = randomBytesOf(seed, `factor/${name}`, 2 * SLOTS_PER_DAY);
  const perStep = (weight * day.deviation) / STEP_DEVIATION;
  let free = 0;
  let slot = 0;
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const scale = perStep * Math.sqrt((activity.shares[minute] ?? 0) / SLOTS_PER_MINUTE);
    for (const end = slot + SLOTS_PER_MINUTE; slot < end; slot += 1) {
      free += ((bytes[2 * slot] ?? 0) + (bytes[2 * slot + 1] ?? 0) - STEP_MEAN) * scale;
      sum[slot + 1] = (sum[slot + 1] ?? 0) + free;
    }
  }
  return free;
}

/** Leads the sum to its end: each slot makes up its share of the day's activity. */
function tieDown(sum: Float64Array, activity: Activity, missed: number): void {
  let slot = 0;
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const perSlot = (missed * (activity.shares[minute] ?? 0)) / SLOTS_PER_MINUTE;
    let made = missed * (activity.before[minute] ?? 0);
    for (const end = slot + SLOTS_PER_MINUTE; slot < end; slot += 1) {
      sum[slot] = (sum[slot] ?? 0) + made;
      made += perSlot;
    }
  }
  sum[SLOTS_PER_DAY] = (sum[SLOTS_PER_DAY] ?? 0) + missed;
}
