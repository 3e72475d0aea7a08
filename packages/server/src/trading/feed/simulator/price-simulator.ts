// The simulator of prices: a function of a seed and the time, and of nothing else (H01, H14). It
// has no database, no clock and no idea that anyone is watching. The feed reads its ticks as
// they fall due; the charts read its past. Same seed, same prices, in any process.

import { type BoundedCache, createBoundedCache } from "../../bounded-cache.ts";
import { type Activity, type ActivityClock, activityOf } from "./activity.ts";
import { daySeed, randomBytesOf, type SeedOfDay } from "./day-seed.ts";
import { sumOfFactors, type WeightedFactor } from "./factor-path.ts";
import { createFactorWalk, type FactorWalk } from "./factor-walk.ts";
import { FACTORS } from "./factors.ts";
import { buildMarketDay, CHANCE_BYTES, type MarketDay } from "./market-day.ts";
import { MARKET_MODELS, type MarketModel } from "./market-models.ts";

export type SimulatedMarket = { readonly code: string; readonly pricePrecision: number };

export type PriceSimulator = {
  /** The day of a market; null when the simulator has no model of it. */
  readonly marketDay: (market: SimulatedMarket, day: number) => MarketDay | null;
};

const ACTIVITIES_HELD = 32;
const MARKET_DAYS_HELD = 128;

type Workshop = {
  readonly seedOf: SeedOfDay;
  readonly walk: FactorWalk;
  readonly activities: BoundedCache<string, Activity>;
};

/** Of a master seed, or of the days' own seeds: those up to a day are all that it needs. */
export function createPriceSimulator(seed: Uint8Array | SeedOfDay): PriceSimulator {
  const seedOf = typeof seed === "function" ? seed : (day: number) => daySeed(seed, day);
  const workshop: Workshop = {
    seedOf,
    walk: createFactorWalk(seedOf),
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
  };
}

function makeMarketDay(
  workshop: Workshop,
  { model, pricePrecision, day }: { model: MarketModel; pricePrecision: number; day: number },
): MarketDay {
  const seed = workshop.seedOf(day);
  return buildMarketDay({
    model,
    pricePrecision,
    day,
    logs: sumOfFactors(
      model.weights.map(([index, weight]) =>
        weightedFactor(workshop, { index, weight, day, seed }),
      ),
      seed,
    ),
    activity: activityOn(workshop, { clock: model.clock, day, seed }),
    mood: moodOf(workshop.walk, model, day),
    chance: randomBytesOf(seed, `market/${model.code}`, CHANCE_BYTES),
  });
}

function weightedFactor(
  workshop: Workshop,
  { index, weight, day, seed }: { index: number; weight: number; day: number; seed: Uint8Array },
): WeightedFactor {
  const factor = FACTORS[index];
  if (!factor) throw new Error("Invariant: the factor is in the table");
  const activity = activityOn(workshop, { clock: factor.clock, day, seed });
  return { name: factor.name, weight, day: workshop.walk.dayOf(index, day), activity };
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
