// What simulated prices must always be: the same for the same seed, two-sided, in order, and in
// agreement with the bars that are made of them later.

import { createHash } from "node:crypto";
import { commitSeed } from "@truetick/proof/seed";
import { describe, expect, it } from "vitest";
import { MARKET_SEEDS } from "../../markets/seed-markets.ts";
import { foldDay } from "./bar-columns.ts";
import { daySeed } from "./day-seed.ts";
import type { MarketDay } from "./market-day.ts";
import { createPriceSimulator, type SimulatedMarket } from "./price-simulator.ts";
import { type SlotTick, slotTicks } from "./slot-ticks.ts";
import { createTickStream } from "./tick-stream.ts";
import { DAY_MS, FIRST_DAY, MINUTE_MS, SLOTS_PER_DAY } from "./time-grid.ts";

const SEED = createHash("sha256").update("a seed for tests").digest();
const DAY = Date.UTC(2026, 4, 20) / DAY_MS;
const MARKETS: SimulatedMarket[] = MARKET_SEEDS.map((seed) => ({
  code: seed.code,
  pricePrecision: seed.price_precision,
}));

const shared = createPriceSimulator(SEED);

function marketDay(code: string, day = DAY, simulator = shared): MarketDay {
  const market = MARKETS.find((each) => each.code === code);
  const made = market && simulator.marketDay(market, day);
  if (!made) throw new Error(`no model of ${code}`);
  return made;
}

/** The ticks of every nth slot of the day. */
function allTicks(made: MarketDay, every = 1): SlotTick[] {
  const count = Math.floor(SLOTS_PER_DAY / every);
  return Array.from({ length: count }, (_, i) => slotTicks(made, i * every)).flat();
}

describe("the price simulator", () => {
  it("has a model of every market of the sandbox", () => {
    for (const market of MARKETS) expect(shared.marketDay(market, DAY)).not.toBeNull();
  });

  it("gives the same prices for the same seed, and others for another (H14, P02)", () => {
    const ticks = allTicks(marketDay("EURUSD"), 10);
    const again = createPriceSimulator(Uint8Array.from(SEED));
    expect(allTicks(marketDay("EURUSD", DAY, again), 10)).toEqual(ticks);
    const other = createPriceSimulator(createHash("sha256").update("another seed").digest());
    expect(allTicks(marketDay("EURUSD", DAY, other), 10)).not.toEqual(ticks);
  });

  it("still gives the prices it gave when this test was written (P02)", () => {
    const hash = createHash("sha256");
    for (const code of ["EURUSD", "XAUUSD", "BTCUSD"]) {
      hash.update(JSON.stringify(slotTicks(marketDay(code), 4_321)));
      hash.update(marketDay(code).bids);
    }
    expect(hash.digest("hex")).toBe(
      "061777f04dd2f9b3ce3543eeec6ed4c39ac8d9913f6d78a969fb2c7eaba60dff",
    );
  });

  it("does not depend on what was asked before", () => {
    const asked = createPriceSimulator(SEED);
    const [market] = MARKETS;
    if (!market) throw new Error("no markets");
    for (const day of [DAY + 3, DAY - 40, FIRST_DAY]) asked.marketDay(market, day);
    expect(asked.marketDay(market, DAY)?.bids).toEqual(marketDay(market.code).bids);
  });

  it("continues over midnight without a jump", () => {
    for (const code of ["EURUSD", "GBPJPY", "US500", "BTCUSD"]) {
      const end = marketDay(code, DAY).bids[SLOTS_PER_DAY] ?? 0;
      const start = marketDay(code, DAY + 1).bids[0] ?? 0;
      expect(Math.abs(end / start - 1)).toBeLessThan(0.0002);
    }
  });

  it("ticks two-sided, in whole points, in order of time and number (inv18)", () => {
    for (const { code } of MARKETS) {
      let last = { atMs: 0, sourceSeq: 0 };
      for (const tick of allTicks(marketDay(code), code === "EURUSD" ? 1 : 19)) {
        if (!(tick.bid > 0 && tick.bid < tick.ask)) expect.fail(`${code} ${tick.bid}/${tick.ask}`);
        if (!Number.isInteger(tick.ask)) expect.fail(`${code} has half a point`);
        if (tick.atMs <= last.atMs || tick.sourceSeq <= last.sourceSeq) {
          expect.fail(`${code} goes back at ${tick.atMs}`);
        }
        last = tick;
      }
    }
  });

  it("makes bars that equal the fold of every tick (inv20)", () => {
    for (const code of ["EURUSD", "JP225", "KO", "DOGEUSD"]) {
      const made = marketDay(code);
      const bars = foldDay(made, 1, () => true);
      const folded = new Map<number, number[]>();
      for (const tick of allTicks(made)) {
        const minute = Math.floor((tick.atMs - DAY * DAY_MS) / MINUTE_MS);
        const bids = folded.get(minute) ?? [];
        bids.push(tick.bid);
        folded.set(minute, bids);
      }
      expect(folded.size).toBe(1_440);
      const { open, high, low, close, ticks } = bars;
      for (const [minute, bids] of folded) {
        const bar = [open[minute], high[minute], low[minute], close[minute], ticks[minute]];
        const fold = [bids[0], Math.max(...bids), Math.min(...bids), bids.at(-1), bids.length];
        if (bar.join() !== fold.join()) expect.fail(`${code} ${minute}: ${bar} is not ${fold}`);
      }
    }
  });

  it("has no bars while a market is closed", () => {
    const bars = foldDay(marketDay("AAPL"), 1, (minute) => minute >= 810);
    expect(bars.ticks.slice(0, 810).every((ticks) => ticks === 0)).toBe(true);
    expect(bars.ticks.slice(810).every((ticks) => ticks > 0)).toBe(true);
  });
});

describe("the tick stream", () => {
  it("gives live, in small bites, what is later generated at once", () => {
    const fromMs = DAY * DAY_MS - 25_000;
    const whole = createTickStream(shared, MARKETS, fromMs).takeUntil(fromMs + 60_000);
    const stream = createTickStream(createPriceSimulator(SEED), MARKETS, fromMs);
    const bites = [];
    for (let atMs = fromMs; atMs <= fromMs + 60_000; atMs += 50) bites.push(stream.takeUntil(atMs));
    expect(bites.flat().length).toBeGreaterThan(1_000);
    const byMarket = (ticks: typeof whole, code: string) => ticks.filter((t) => t.code === code);
    for (const { code } of MARKETS) {
      expect(byMarket(bites.flat(), code)).toEqual(byMarket(whole, code));
    }
    expect(bites.flat().map((tick) => tick.atMs)).toEqual(whole.map((tick) => tick.atMs));
  });

  it("repeats nothing when the clock stands still or goes back (F10)", () => {
    const fromMs = DAY * DAY_MS + 5_000;
    const stream = createTickStream(shared, MARKETS, fromMs);
    expect(stream.takeUntil(fromMs + 4_000).length).toBeGreaterThan(0);
    expect(stream.takeUntil(fromMs + 4_000)).toEqual([]);
    expect(stream.takeUntil(fromMs - 60_000)).toEqual([]);
  });

  it("ticks majors one to six times a second and everything else at least now and then", () => {
    for (const { code } of MARKETS) {
      const perSecond = marketDay(code).counts.reduce((sum, count) => sum + count, 0) / 86_400;
      const isMajor = ["EURUSD", "GBPUSD", "USDJPY", "XAUUSD", "US500", "BTCUSD"].includes(code);
      expect(perSecond, code).toBeGreaterThan(isMajor ? 1 : 0.25);
      expect(perSecond, code).toBeLessThan(6);
    }
  });
});

describe("the seeds of days (H14)", () => {
  const revealed = new Map<number, string>();
  for (let day = FIRST_DAY; day <= DAY; day += 1) {
    revealed.set(day, Buffer.from(daySeed(SEED, day)).toString("hex"));
  }
  const seedOf = (day: number) => {
    const seed = revealed.get(day);
    if (seed === undefined) throw new Error(`the seed of day ${day} is secret`);
    return Buffer.from(seed, "hex");
  };

  it("are all that is needed to make a day again, up to that day and no further", () => {
    const verifier = createPriceSimulator(seedOf);
    for (const code of ["EURUSD", "XAUUSD", "BTCUSD", "AAPL"]) {
      const again = allTicks(marketDay(code, DAY, verifier), 50);
      expect(again).toEqual(allTicks(marketDay(code), 50));
    }
    expect(() => marketDay("EURUSD", DAY + 1, verifier)).toThrow("is secret");
  });

  it("of another day give other prices and another promise", () => {
    const swapped = createPriceSimulator((day) => seedOf(day === DAY ? DAY - 1 : day));
    expect(allTicks(marketDay("EURUSD", DAY, swapped), 50)).not.toEqual(
      allTicks(marketDay("EURUSD"), 50),
    );
    expect(commitSeed(seedOf(DAY))).not.toBe(commitSeed(seedOf(DAY - 1)));
  });
});
