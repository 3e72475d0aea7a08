// The three ways to say a stop lead to the same place, to the last point, and money at risk is
// never exceeded.
// @vitest-environment node

import type { Side } from "@truetick/contract";
import { contractOf, lots, PAR, price, type Ratio } from "@truetick/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  pipsTo,
  profitAt,
  readStop,
  type StopGround,
  type StopKind,
  tellStop,
} from "./stop-levels.ts";

/** The example of the design: 0.50 EUR/USD bought at 1.15833. */
const EURUSD: StopGround = {
  side: "buy",
  openPrice: price(115_833),
  lots: lots(5_000),
  contract: contractOf({ unitsPerLot: 100_000, pricePrecision: 5 }),
  fractionDigits: 1,
  conversion: PAR,
};

const YEN: Ratio = { numerator: 2_000n, denominator: 298_190n };
const USDJPY: StopGround = {
  side: "sell",
  openPrice: price(149_500),
  lots: lots(5_000),
  contract: contractOf({ unitsPerLot: 100_000, pricePrecision: 3 }),
  fractionDigits: 1,
  conversion: YEN,
};

const levelOf = (
  plain: string,
  kind: StopKind,
  by: "price" | "distance" | "amount",
  ground = EURUSD,
) => {
  const reading = readStop(plain, { kind, by }, ground);
  return reading.isOk ? reading.level : reading.problem;
};

describe("a stop loss of a buy", () => {
  test("126.50 at risk is 1.15580, 25.3 pips away", () => {
    expect(levelOf("126.50", "stopLoss", "amount")).toBe(115_580);
    expect(pipsTo(price(115_580), EURUSD)).toBe("25.3");
    expect(profitAt(price(115_580), EURUSD)).toBe(-126_500_000n);
  });

  test("25.3 pips and 1.15580 are the same", () => {
    expect(levelOf("25.3", "stopLoss", "distance")).toBe(115_580);
    expect(levelOf("1.15580", "stopLoss", "price")).toBe(115_580);
  });
});

test("a take profit lies on the other side, and a sell mirrors both", () => {
  expect(levelOf("49.7", "takeProfit", "distance")).toBe(116_330);
  expect(levelOf("40", "stopLoss", "distance", USDJPY)).toBe(149_900);
  expect(levelOf("40", "takeProfit", "distance", USDJPY)).toBe(149_100);
  // The worked example of the rules: 20000 JPY at a mid of 149.095.
  expect(profitAt(price(149_100), USDJPY)).toBe(134_142_661n);
});

test("what cannot be a stop says why", () => {
  expect(levelOf("0", "stopLoss", "distance")).toBe("tooNear");
  expect(levelOf("0.10", "stopLoss", "amount")).toBe("tooNear");
  expect(levelOf("99999999", "stopLoss", "amount")).toBe("tooFar");
  expect(levelOf("1.158261", "stopLoss", "price")).toBe("unreadable");
  expect(levelOf("0", "stopLoss", "price")).toBe("unreadable");
  expect(readStop(null, { kind: "stopLoss", by: "price" }, EURUSD).isOk).toBe(false);
  expect(levelOf("10", "stopLoss", "amount", { ...EURUSD, conversion: null })).toBe("noRate");
});

const grounds = fc
  .record({
    side: fc.constantFrom<Side>("buy", "sell"),
    openPrice: fc.integer({ min: 50_000, max: 200_000 }).map(price),
    lots: fc.integer({ min: 1, max: 5_000 }).map((steps) => lots(steps * 100)),
    conversion: fc.constantFrom(PAR, YEN),
  })
  .map((parts): StopGround => ({ ...EURUSD, ...parts }));

test("money at risk is never exceeded, and one point further would exceed it", () => {
  fc.assert(
    fc.property(grounds, fc.integer({ min: 1, max: 100_000 }), (ground, cents) => {
      const reading = readStop(
        (cents / 100).toFixed(2),
        { kind: "stopLoss", by: "amount" },
        ground,
      );
      fc.pre(reading.isOk);
      const away = ground.side === "buy" ? -1 : 1;
      const risk = -(profitAt(reading.level, ground) ?? 0n);
      const further = -(profitAt(price(reading.level + away), ground) ?? 0n);
      expect(risk <= BigInt(cents) * 10_000n).toBe(true);
      expect(further > BigInt(cents) * 10_000n - 1n).toBe(true);
    }),
  );
});

test("a level told another way and read back is the same level", () => {
  const kinds = fc.constantFrom<StopKind>("stopLoss", "takeProfit");
  const ways = fc.constantFrom("price", "distance", "amount");
  const sizes = grounds.filter(({ lots: size, conversion }) => size >= 2_000 && conversion === PAR);
  fc.assert(
    fc.property(
      sizes,
      kinds,
      ways,
      fc.integer({ min: 1, max: 20_000 }),
      (ground, kind, by, points) => {
        const isAbove = (kind === "takeProfit") === (ground.side === "buy");
        const level = price(ground.openPrice + (isAbove ? points : -points));
        const reading = readStop(tellStop(level, by, ground), { kind, by }, ground);
        expect(reading).toEqual({ isOk: true, level });
      },
    ),
  );
});
