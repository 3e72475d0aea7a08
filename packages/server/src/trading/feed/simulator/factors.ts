// The hidden movers behind all simulated prices. Every market is a weighted sum of a few of them
// (market-models.ts), which is what makes markets move together. Daily volatility in percent.
// The order is part of the price function: new factors go to the end.

import type { ActivityClock } from "./activity.ts";

export type Factor = {
  readonly name: FactorName;
  readonly clock: ActivityClock;
  readonly dailyPercent: number;
};

const TABLE = [
  // Money: the dollar against everything, two blocs, then each currency on its own.
  ["dollar", "currencies", 0.32],
  ["europe", "currencies", 0.22],
  ["pacific", "currencies", 0.3],
  ["EUR", "currencies", 0.18],
  ["GBP", "currencies", 0.28],
  ["JPY", "currencies", 0.42],
  ["CHF", "currencies", 0.25],
  ["AUD", "currencies", 0.2],
  ["CAD", "currencies", 0.25],
  ["NZD", "currencies", 0.26],
  ["SGD", "currencies", 0.14],
  ["HKD", "currencies", 0.03],
  ["MXN", "currencies", 0.6],
  ["ZAR", "currencies", 0.75],
  ["SEK", "currencies", 0.38],
  ["NOK", "currencies", 0.4],
  // The appetite for risk moves shares first and everything else a little.
  ["risk", "america", 0.85],
  ["technology", "america", 0.75],
  ["european-shares", "europe", 0.45],
  ["asian-shares", "asia", 0.6],
  ["metals", "metals", 0.7],
  ["oil", "energy", 1.85],
  ["coins", "coins", 2.3],
  // One of its own for every market that is not a currency pair.
  ["XAUUSD", "metals", 0.55],
  ["XAGUSD", "metals", 1.1],
  ["XPTUSD", "metals", 1.2],
  ["XPDUSD", "metals", 1.7],
  ["WTI", "energy", 0.4],
  ["BRENT", "energy", 0.35],
  ["NATGAS", "energy", 3],
  ["US500", "america", 0.3],
  ["US100", "america", 0.3],
  ["US30", "america", 0.45],
  ["DE40", "europe", 0.4],
  ["UK100", "europe", 0.45],
  ["EU50", "europe", 0.3],
  ["JP225", "asia", 0.75],
  ["HK50", "asia", 0.9],
  ["AAPL", "america", 1.15],
  ["MSFT", "america", 0.95],
  ["NVDA", "america", 1.7],
  ["AMZN", "america", 1.3],
  ["GOOGL", "america", 1.25],
  ["META", "america", 1.45],
  ["TSLA", "america", 2.6],
  ["AMD", "america", 2.1],
  ["JPM", "america", 1.1],
  ["KO", "america", 0.85],
  ["BTCUSD", "coins", 1.1],
  ["ETHUSD", "coins", 1.9],
  ["SOLUSD", "coins", 2.6],
  ["XRPUSD", "coins", 2.8],
  ["BNBUSD", "coins", 1.8],
  ["ADAUSD", "coins", 2.7],
  ["DOGEUSD", "coins", 3],
  ["LTCUSD", "coins", 2.4],
] as const satisfies readonly (readonly [string, ActivityClock, number])[];

export type FactorName = (typeof TABLE)[number][0];

export const FACTORS: readonly Factor[] = TABLE.map(([name, clock, dailyPercent]) => ({
  name,
  clock,
  dailyPercent,
}));

const INDEX_BY_NAME = new Map<string, number>(FACTORS.map((factor, index) => [factor.name, index]));

export function factorIndex(name: FactorName): number {
  const index = INDEX_BY_NAME.get(name);
  if (index === undefined) throw new Error(`Invariant: the factor ${name} is in the table`);
  return index;
}
