// How simulated prices behave over time: as volatile, as correlated and as near to their anchors
// as real ones of their kind, and consistent across currency pairs.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MARKET_SEEDS } from "../../markets/seed-markets.ts";
import { foldDay } from "./bar-columns.ts";
import { daySeed } from "./day-seed.ts";
import { createFactorWalk } from "./factor-walk.ts";
import { MARKET_MODELS } from "./market-models.ts";
import { createPriceSimulator } from "./price-simulator.ts";
import { DAY_MS, FIRST_DAY, SLOTS_PER_DAY } from "./time-grid.ts";

const SEED = createHash("sha256").update("a year of prices").digest();
const YEARS_FROM = FIRST_DAY + 200;
const YEAR_DAYS = 365;

const walk = createFactorWalk((day) => daySeed(SEED, day));

/** Log price at the start of each day of some years, straight from the walk. */
function dailyLogs(code: string, days = 3 * YEAR_DAYS): number[] {
  const model = MARKET_MODELS.get(code);
  if (!model) throw new Error(`no model of ${code}`);
  return Array.from({ length: days }, (_, day) =>
    model.weights.reduce(
      (sum, [factor, weight]) => sum + weight * walk.dayOf(factor, YEARS_FROM + day).start,
      0,
    ),
  );
}

const steps = (logs: number[]) => logs.slice(1).map((log, i) => log - (logs[i] ?? 0));
const mean = (xs: number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length;
const product = (xs: number[], ys: number[]) => mean(xs.map((x, i) => x * (ys[i] ?? 0)));
const deviation = (xs: number[]) => Math.sqrt(product(xs, xs));

const dailySteps = new Map<string, number[]>();
function stepsOf(code: string): number[] {
  const known = dailySteps.get(code) ?? steps(dailyLogs(code));
  dailySteps.set(code, known);
  return known;
}

const correlation = (a: string, b: string) =>
  product(stepsOf(a), stepsOf(b)) / deviation(stepsOf(a)) / deviation(stepsOf(b));

describe("volatility", () => {
  it.each([
    ["EURUSD", 0.3, 0.6],
    ["USDJPY", 0.4, 0.75],
    ["USDHKD", 0.01, 0.06],
    ["XAUUSD", 0.7, 1.3],
    ["US500", 0.65, 1.3],
    ["WTI", 1.4, 2.6],
    ["AAPL", 1.2, 2.2],
    ["TSLA", 2.2, 4],
    ["BTCUSD", 2, 3.6],
    ["DOGEUSD", 3, 5.5],
  ])("%s moves between %d and %d percent a day", (code, least, most) => {
    const percent = 100 * deviation(stepsOf(code));
    expect(percent).toBeGreaterThan(least);
    expect(percent).toBeLessThan(most);
  });

  it("comes in runs: wild days follow wild days", () => {
    const sizes = MARKET_SEEDS.map(({ code }) => {
      const squares = stepsOf(code).map((step) => step * step);
      const level = mean(squares);
      const spread = squares.map((square) => square - level);
      return product(spread.slice(1), spread) / product(spread, spread);
    });
    expect(mean(sizes)).toBeGreaterThan(0.05);
  });

  it("is inside the day what it is between days", () => {
    const simulator = createPriceSimulator(SEED);
    const market = { code: "EURUSD", pricePrecision: 5 };
    const realised: number[] = [];
    for (let day = 0; day < 40; day += 1) {
      const made = simulator.marketDay(market, YEARS_FROM + day);
      if (!made) throw new Error("no model");
      const closes = [...foldDay(made, 1, () => true).close].map(Math.log);
      realised.push(steps(closes).reduce((sum, step) => sum + step * step, 0));
    }
    const percent = 100 * Math.sqrt(mean(realised));
    expect(percent).toBeGreaterThan(0.3);
    expect(percent).toBeLessThan(0.65);
  });
});

describe("correlation", () => {
  it.each([
    ["EURUSD", "GBPUSD", 0.5, 0.9],
    ["EURUSD", "USDCHF", -0.95, -0.5],
    ["AUDUSD", "NZDUSD", 0.6, 0.95],
    ["US500", "US100", 0.7, 1],
    ["US500", "AAPL", 0.35, 0.8],
    ["WTI", "BRENT", 0.8, 1],
    ["BTCUSD", "ETHUSD", 0.6, 0.95],
    ["XAUUSD", "XAGUSD", 0.35, 0.8],
    ["EURUSD", "NATGAS", -0.15, 0.15],
  ])("%s and %s move together by %d to %d", (a, b, least, most) => {
    expect(correlation(a, b)).toBeGreaterThan(least);
    expect(correlation(a, b)).toBeLessThan(most);
  });
});

describe("levels", () => {
  it("stay near their anchors over years", () => {
    for (const { code } of MARKET_SEEDS) {
      const usual = deviation(stepsOf(code));
      const furthest = Math.max(...dailyLogs(code).map(Math.abs));
      expect(furthest, code).toBeLessThan(25 * usual);
    }
  });

  it("lean neither up nor down", () => {
    const leaning = MARKET_SEEDS.map(({ code }) => mean(stepsOf(code)) / deviation(stepsOf(code)));
    expect(Math.abs(mean(leaning))).toBeLessThan(0.03);
  });
});

describe("currency pairs", () => {
  it("a cross is the product of its legs, up to the spread", () => {
    const simulator = createPriceSimulator(SEED);
    const mids = (code: string, pricePrecision: number) => {
      const made = simulator.marketDay({ code, pricePrecision }, Date.UTC(2026, 2, 3) / DAY_MS);
      if (!made) throw new Error("no model");
      return (slot: number) => ((made.bids[slot] ?? 0) + made.spread / 2) / 10 ** pricePrecision;
    };
    const [eurUsd, usdJpy, eurJpy] = [mids("EURUSD", 5), mids("USDJPY", 3), mids("EURJPY", 3)];
    for (let slot = 0; slot <= SLOTS_PER_DAY; slot += 97) {
      const cross = eurUsd(slot) * usdJpy(slot);
      expect(Math.abs(cross - eurJpy(slot))).toBeLessThan(0.02);
    }
  });
});
