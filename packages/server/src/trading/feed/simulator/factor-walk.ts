// Where each factor stands at the start of every day, walked from the first day on. A day's step
// is drawn from that day's seed; a long pull leads back to the middle, so that prices stay near
// their anchors over years; calm and wild days come in runs. Held for all days, grown at the end.

import { randomBytesOf, type SeedOfDay } from "./day-seed.ts";
import { FACTORS } from "./factors.ts";
import { portableExp } from "./portable-exp.ts";
import { FIRST_DAY } from "./time-grid.ts";

/** The pull to the middle per day: half of a deviation is gone after about 30 days. */
const PULL = 0.023;
/** Log volatility: how much of yesterday's remains, how hard today shakes it. */
const MOOD_MEMORY = 0.94;
const MOOD_SHAKE = 0.12;
const SHARED_SHAKE = 0.6;
const OWN_SHAKE = 0.8;
/** Variance of the log volatility in the long run; taken off so that the mean variance is 1. */
const MOOD_VARIANCE = MOOD_SHAKE ** 2 / (1 - MOOD_MEMORY ** 2);

/** Twelve bytes summed are normal enough: mean 1530, variance 12 x (256^2 - 1) / 12. */
const NORMAL_BYTES = 12;
const NORMAL_MEAN = (NORMAL_BYTES * 255) / 2;
const NORMAL_DEVIATION = Math.sqrt(256 ** 2 - 1);

/** One day of one factor, in log price. */
export type FactorDay = {
  readonly start: number;
  readonly end: number;
  /** Standard deviation of this day. */
  readonly deviation: number;
};

export type FactorWalk = { readonly dayOf: (factor: number, day: number) => FactorDay };

/** Where a day starts, with the mood (log volatility) and deviations of the day that led there. */
type Standing = {
  readonly levels: Float64Array;
  readonly moods: Float64Array;
  readonly deviations: Float64Array;
};

export function createFactorWalk(seedOf: SeedOfDay): FactorWalk {
  const origin = new Float64Array(FACTORS.length);
  // standings[n] is where day FIRST_DAY + n starts.
  const standings: Standing[] = [{ levels: origin, moods: origin, deviations: origin }];

  function standingOn(day: number): Standing {
    const index = day - FIRST_DAY;
    for (let n = standings.length; n <= index; n += 1) {
      const before = standings[n - 1];
      if (!before) throw new Error("Invariant: the walk has no gaps");
      standings.push(step(before, seedOf(FIRST_DAY + n - 1)));
    }
    const standing = standings[index];
    if (!standing) throw new Error(`Invariant: day ${day} is not before the first day`);
    return standing;
  }

  return {
    dayOf(factor, day) {
      const next = standingOn(day + 1);
      return {
        start: standingOn(day).levels[factor] ?? 0,
        end: next.levels[factor] ?? 0,
        deviation: next.deviations[factor] ?? 0,
      };
    },
  };
}

function step(before: Standing, seed: Uint8Array): Standing {
  const bytes = randomBytesOf(seed, "steps", NORMAL_BYTES * (1 + 2 * FACTORS.length));
  const shared = normalAt(bytes, 0);
  const moods = new Float64Array(FACTORS.length);
  const deviations = new Float64Array(FACTORS.length);
  for (let factor = 0; factor < FACTORS.length; factor += 1) {
    const shake = SHARED_SHAKE * shared + OWN_SHAKE * normalAt(bytes, 1 + 2 * factor);
    const mood = MOOD_MEMORY * (before.moods[factor] ?? 0) + MOOD_SHAKE * shake;
    moods[factor] = mood;
    deviations[factor] = mood - MOOD_VARIANCE;
  }
  portableExp(deviations);
  const levels = new Float64Array(FACTORS.length);
  for (let factor = 0; factor < FACTORS.length; factor += 1) {
    const usual = (FACTORS[factor]?.dailyPercent ?? 0) / 100;
    const deviation = usual * (deviations[factor] ?? 0);
    const drawn = deviation * normalAt(bytes, 2 + 2 * factor);
    deviations[factor] = deviation;
    levels[factor] = (before.levels[factor] ?? 0) * (1 - PULL) + drawn;
  }
  return { levels, moods, deviations };
}

/** The nth standard normal of the stream. */
function normalAt(bytes: Uint8Array, n: number): number {
  let sum = 0;
  const start = n * NORMAL_BYTES;
  for (let i = start; i < start + NORMAL_BYTES; i += 1) sum += bytes[i] ?? 0;
  return (sum - NORMAL_MEAN) / NORMAL_DEVIATION;
}
