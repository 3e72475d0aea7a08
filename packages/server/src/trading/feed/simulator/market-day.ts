// One market through one UTC day in whole points of its price. Per slot: the bid it ends on, how
// many ticks it has and where its first one lies; everything else (ticks, bars) is read off
// these, so a tick seen live and a bar made years later cannot disagree.
// Invariants: every tick of a slot lies between its first bid and its last; bid < ask.

import type { Activity } from "./activity.ts";
import type { MarketModel } from "./market-models.ts";
import { portableExp } from "./portable-exp.ts";
import { MINUTES_PER_DAY, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_MINUTE } from "./time-grid.ts";

export type MarketDay = {
  readonly day: number;
  /** Bids at the slot boundaries 0 .. SLOTS_PER_DAY, in points. */
  readonly bids: Int32Array;
  /** The usual spread in points, and how many times as wide it is in each minute. */
  readonly spread: number;
  readonly breath: Float64Array;
  /** Ticks per slot, at least one. */
  readonly counts: Uint8Array;
  readonly chance: Uint8Array;
};

/** Of the random bytes of a market's day, this many belong to each slot. */
export const CHANCE_PER_SLOT = 3;
export const CHANCE_BYTES = CHANCE_PER_SLOT * (SLOTS_PER_DAY + 1);

/** Keeps any market below 10 ticks a second, which the numbering of quotes relies on. */
const TICKS_PER_SLOT_MAX = 80;
const POINTS_MAX = 2 ** 31 - 1;

/** The spread is this much of the usual one when nothing moves, and this much at the worst. */
const SPREAD_AT_REST = 0.7;
const SPREAD_WITH_MOTION = 0.3;
const SPREAD_WORST = 3;

export type MarketDayParts = {
  readonly model: MarketModel;
  readonly pricePrecision: number;
  readonly day: number;
  /** Log price over the anchor at the slot boundaries. Overwritten: it is used up here. */
  readonly logs: Float64Array;
  readonly activity: Activity;
  /** How wild the day is for this market; 1 is usual. */
  readonly mood: number;
  readonly chance: Uint8Array;
};

/** Used anew for every day that is built. */
const motion = new Float64Array(MINUTES_PER_DAY);

export function buildMarketDay(parts: MarketDayParts): MarketDay {
  const { model, pricePrecision, day, logs, activity, mood, chance } = parts;
  const breath = new Float64Array(MINUTES_PER_DAY);
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const loud = mood * Math.sqrt((activity.shares[minute] ?? 0) * MINUTES_PER_DAY);
    motion[minute] = loud;
    breath[minute] = Math.min(SPREAD_WORST, SPREAD_AT_REST + SPREAD_WITH_MOTION * loud);
  }
  lowerToBid(logs, { breath, chance, halfSpread: model.spread / model.anchor / 2 });
  portableExp(logs);
  const scale = 10 ** pricePrecision;
  return {
    day,
    bids: toPoints(logs, model.anchor * scale),
    spread: model.spread * scale,
    breath,
    counts: countTicks(model, chance),
    chance,
  };
}

type Spreading = { breath: Float64Array; chance: Uint8Array; halfSpread: number };

/** Takes half the spread of its minute off every mid. */
function lowerToBid(logs: Float64Array, { breath, chance, halfSpread }: Spreading): void {
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const half = halfSpread * (breath[minute] ?? 1);
    const first = minute * SLOTS_PER_MINUTE;
    for (let slot = first; slot < first + SLOTS_PER_MINUTE; slot += 1) {
      logs[slot] = (logs[slot] ?? 0) - half * spreadJitter(chance[CHANCE_PER_SLOT * slot] ?? 0);
    }
  }
  const last = halfSpread * (breath[MINUTES_PER_DAY - 1] ?? 1);
  logs[SLOTS_PER_DAY] = (logs[SLOTS_PER_DAY] ?? 0) - last;
}

/** A little of the spread's breathing is chance: a factor from 0.9 to 1.1. */
export function spreadJitter(byte: number): number {
  return 0.9 + byte * (0.2 / 255);
}

function toPoints(ratios: Float64Array, anchorPoints: number): Int32Array {
  const points = new Int32Array(ratios.length);
  let lowest = POINTS_MAX;
  let highest = 0;
  for (let i = 0; i < ratios.length; i += 1) {
    const rounded = Math.floor((ratios[i] ?? 0) * anchorPoints + 0.5);
    lowest = Math.min(lowest, rounded);
    highest = Math.max(highest, rounded);
    points[i] = rounded;
  }
  if (!(lowest > 0 && highest < POINTS_MAX)) {
    throw new Error("Invariant: a simulated price is positive and fits its precision");
  }
  return points;
}

function countTicks(model: MarketModel, chance: Uint8Array): Uint8Array {
  const usual = (model.ticksPerSecond * SLOT_MS) / 1000;
  const counts = new Uint8Array(SLOTS_PER_DAY);
  let slot = 0;
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    // Busy minutes tick more; chance makes it anything from 0.4 to 1.6 times that.
    const least = usual * (0.5 + 0.5 * (motion[minute] ?? 1)) * 0.4;
    const perByte = (3 * least) / 255;
    for (const end = slot + SLOTS_PER_MINUTE; slot < end; slot += 1) {
      const count = Math.floor(least + perByte * (chance[CHANCE_PER_SLOT * slot + 1] ?? 0) + 0.5);
      counts[slot] = Math.max(1, Math.min(TICKS_PER_SLOT_MAX, count));
    }
  }
  return counts;
}

/** The bid of a slot's first tick: some way from the last slot's end towards its own. */
export function firstBid({ bids, counts, chance }: MarketDay, slot: number): number {
  const from = bids[slot] ?? 0;
  const to = bids[slot + 1] ?? 0;
  if (counts[slot] === 1) return to;
  // At most three quarters of the way.
  const way = (chance[CHANCE_PER_SLOT * slot + 2] ?? 0) / 340;
  return from + Math.floor((to - from) * way + 0.5);
}
