// The simulator of prices: a function of a seed and the time, and of nothing else (H01, H14). It
// has no database, no clock and no idea that anyone is watching. The feed reads its ticks as
// they fall due; the charts read its past. Same seed, same prices, in any process.

import { type BoundedCache, createBoundedCache } from "../../bounded-cache.ts";
import { type Activity, type ActivityClock, activityOf } from "./activity.ts";
import { dayCommitment, daySeed, randomBytesOf } from "./day-seed.ts";
import { fillPath, newPath } from "./factor-path.ts";
import { createFactorWalk, type FactorWalk } from "./factor-walk.ts";
import { FACTORS } from "./factors.ts";
import { buildMarketDay, CHANCE_BYTES, type MarketDay } from "./market-day.ts";
import { MARKET_MODELS, type MarketModel } from "./market-models.ts";

export type SimulatedMarket = { readonly code: string; readonly pricePrecision: number };

export type PriceSimulator = {
  /** The day of a market; null when the simulator has no model of it. */
  readonly marketDay: (market: SimulatedMarket, day: number) => MarketDay | null;
  /** Hash of the day's seed, to be published before the day. */
  readonly commitmentOf: (day: number) => string;
};

/** Two days of every factor: what the charts of all markets need at once. Far more than one
 * market has, so that no path is forgotten while a market's day is being made of it. */
const FACTOR_PATHS_HELD = 2 * FACTORS.length;
const ACTIVITIES_HELD = 32;
const MARKET_DAYS_HELD = 128;

type Workshop = {
  readonly seed: Uint8Array;
  readonly walk: FactorWalk;
  readonly paths: BoundedCache<string, Float64Array>;
  /** Paths that were forgotten: their memory is used again, for fresh memory is slow. */
  readonly spare: Float64Array[];
  readonly activities: BoundedCache<string, Activity>;
};

export function createPriceSimulator(seed: Uint8Array): PriceSimulator {
  const spare: Float64Array[] = [];
  const workshop: Workshop = {
    seed,
    walk: createFactorWalk(seed),
    spare,
    paths: createBoundedCache(FACTOR_PATHS_HELD, (path) => void spare.push(path)),
    activities: createBoundedCache(ACTIVITIES_HELD),
  };
  const marketDays = createBoundedCache<string, MarketDay>(MARKET_DAYS_HELD);
  return {
    marketDay({ code, pricePrecision }, day) {
      const model = MARKET_MODELS.get(code);
      if (!model) return null;
      return marketDays.take(`${code}/${pricePrecision}/${day}`, () => {
        return makeMarketDay(workshop, { model, pricePrecision, day });
      });
    },
    commitmentOf: (day) => dayCommitment(seed, day),
  };
}

function makeMarketDay(
  workshop: Workshop,
  { model, pricePrecision, day }: { model: MarketModel; pricePrecision: number; day: number },
): MarketDay {
  const seed = daySeed(workshop.seed, day);
  return buildMarketDay({
    model,
    pricePrecision,
    day,
    paths: model.weights.map(([factor]) => pathOf(workshop, { factor, day, seed })),
    activity: activityOn(workshop, { clock: model.clock, day, seed }),
    mood: moodOf(workshop.walk, model, day),
    chance: randomBytesOf(seed, `market/${model.code}`, CHANCE_BYTES),
  });
}

function pathOf(
  workshop: Workshop,
  { factor, day, seed }: { factor: number; day: number; seed: Uint8Array },
): Float64Array {
  const { name, clock } = FACTORS[factor] ?? {};
  if (name === undefined || clock === undefined) throw new Error("Invariant: the factor exists");
  return workshop.paths.take(`${factor}/${day}`, () => {
    const path = workshop.spare.pop() ?? newPath();
    const activity = activityOn(workshop, { clock, day, seed });
    fillPath(path, workshop.walk.dayOf(factor, day), { activity, seed, name });
    return path;
  });
}

function activityOn(
  workshop: Workshop,
  { clock, day, seed }: { clock: ActivityClock; day: number; seed: Uint8Array },
): Activity {
  return workshop.activities.take(`${clock}/${day}`, () => activityOf(seed, clock));
}

/** The day's deviation of the market's factors together, against their usual one. */
function moodOf(walk: FactorWalk, model: MarketModel, day: number): number {
  let today = 0;
  let usual = 0;
  for (const [factor, weight] of model.weights) {
    today += (weight * walk.dayOf(factor, day).deviation) ** 2;
    usual += (weight * ((FACTORS[factor]?.dailyPercent ?? 0) / 100)) ** 2;
  }
  return Math.sqrt(today / usual);
}
