// When in a day things happen: the share of the day's variance that falls on each minute. It
// follows the hours of the places where people trade, with a few bursts (news) that the day's
// seed puts somewhere. Prices move and spreads widen by it. Shares of a day sum to 1.

import { randomBytesOf } from "./day-seed.ts";
import { MINUTES_PER_DAY } from "./time-grid.ts";

export type Activity = {
  /** Per minute; sums to 1. */
  readonly shares: Float64Array;
  /** Sum of the shares before each minute; one longer. */
  readonly before: Float64Array;
};

/** Relative activity of the 24 hours, UTC. */
const HOURS = {
  currencies: [
    5, 5, 5, 4.5, 4.5, 5, 8, 13, 15, 13, 11, 11, 16, 22, 24, 22, 16, 12, 10, 8, 7, 4.5, 3.5, 4,
  ],
  america: [3, 3, 3, 3, 3, 3, 4, 6, 6, 5, 5, 6, 9, 18, 36, 28, 19, 16, 17, 22, 14, 4, 3, 3],
  europe: [2, 2, 2, 2, 2, 3, 8, 26, 22, 17, 14, 13, 14, 19, 22, 22, 14, 8, 7, 7, 5, 2, 2, 2],
  asia: [26, 22, 18, 15, 13, 17, 14, 9, 7, 6, 5, 5, 6, 9, 11, 9, 7, 5, 5, 5, 5, 4, 6, 16],
  metals: [6, 7, 7, 6, 5, 5, 7, 11, 13, 12, 11, 11, 16, 23, 25, 22, 16, 12, 10, 8, 6, 3.5, 4, 5],
  energy: [4, 4, 4, 4, 3, 4, 6, 10, 12, 11, 11, 12, 16, 24, 27, 25, 21, 20, 19, 11, 7, 4, 4, 4],
  coins: [
    11, 11, 10, 9, 8.5, 8.5, 9, 10, 10.5, 10, 10, 10.5, 12, 15, 17, 16, 15, 13, 12, 12, 12, 11, 11,
    11,
  ],
} as const;

export type ActivityClock = keyof typeof HOURS;

const BURSTS_MAX = 3;
/** How much louder than usual the first minute of a burst may be, in variance. */
const BURST_LOUDNESS_MAX = 12;
const BURST_FADE_MINUTES = 9;
const BURST_LENGTH_MINUTES = 90;

const profiles = new Map<ActivityClock, Float64Array>();

function profileOf(clock: ActivityClock): Float64Array {
  const known = profiles.get(clock);
  if (known) return known;
  const hours = HOURS[clock];
  const profile = Float64Array.from({ length: MINUTES_PER_DAY }, (_, minute) => {
    // An hour's figure stands at its middle; minutes between two middles lie on the line.
    const clockHour = (minute + 0.5) / 60 - 0.5 + hours.length;
    const hour = Math.floor(clockHour);
    const from = hours[hour % hours.length] ?? 0;
    const to = hours[(hour + 1) % hours.length] ?? 0;
    return from + (to - from) * (clockHour - hour);
  });
  profiles.set(clock, profile);
  return profile;
}

export function activityOf(seed: Uint8Array, clock: ActivityClock): Activity {
  const shares = new Float64Array(profileOf(clock));
  addBursts(shares, randomBytesOf(seed, `activity/${clock}`, 1 + 3 * BURSTS_MAX));
  let total = 0;
  for (const share of shares) total += share;
  const before = new Float64Array(MINUTES_PER_DAY + 1);
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const share = (shares[minute] ?? 0) / total;
    shares[minute] = share;
    before[minute + 1] = (before[minute] ?? 0) + share;
  }
  return { shares, before };
}

function addBursts(shares: Float64Array, bytes: Uint8Array): void {
  const count = (bytes[0] ?? 0) % (BURSTS_MAX + 1);
  for (let burst = 0; burst < count; burst += 1) {
    const [high = 0, low = 0, strength = 0] = bytes.subarray(1 + 3 * burst);
    const start = (256 * high + low) % MINUTES_PER_DAY;
    const loudness = (BURST_LOUDNESS_MAX * strength) / 255;
    const end = Math.min(MINUTES_PER_DAY, start + BURST_LENGTH_MINUTES);
    for (let minute = start; minute < end; minute += 1) {
      const fade = 1 + (minute - start) / BURST_FADE_MINUTES;
      shares[minute] = (shares[minute] ?? 0) * (1 + loudness / (fade * fade));
    }
  }
}
