// How far from the price seen an order was filled, on both sides; and how far a single tap may go.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { deviationAtOnce } from "./deviation.ts";
import { slippageOf } from "./slippage.ts";

const SHAPE = { pricePrecision: 5, fractionDigits: 1 };

describe("slippage", () => {
  test.each([
    ["buy", "1.15833", "1.15833", "none", "0.0"],
    ["buy", "1.15833", "1.15840", "worse", "0.7"],
    ["buy", "1.15833", "1.15830", "better", "0.3"],
    ["sell", "1.15826", "1.15820", "worse", "0.6"],
    ["sell", "1.15826", "1.15836", "better", "1.0"],
  ] as const)("a %s seen at %s and filled at %s is %s by %s", (side, seen, filled, kind, pips) => {
    const placed = { side, askedPrice: seen, openPrice: filled };
    expect(slippageOf(placed, SHAPE)).toEqual({ kind, pips });
  });

  test("is nothing to speak of while an order waits", () => {
    expect(slippageOf({ side: "buy", askedPrice: "1.1", openPrice: null }, SHAPE)).toBeNull();
  });
});

describe("the limit of a single tap", () => {
  const market = { pricePrecision: 5 };

  test("is the reader's own, also where that is not a point", () => {
    const quote = { bid: "1.15826", ask: "1.15833" };
    expect(deviationAtOnce(50, { market, quote })).toBe(50);
    expect(deviationAtOnce(0, { market, quote })).toBe(0);
  });

  test("is twice the spread without one, and never less than ten points", () => {
    expect(deviationAtOnce(null, { market, quote: { bid: "1.15826", ask: "1.15833" } })).toBe(14);
    expect(deviationAtOnce(null, { market, quote: { bid: "1.15826", ask: "1.15828" } })).toBe(10);
  });

  test("cannot be without a price to be limited from", () => {
    expect(deviationAtOnce(5, { market, quote: null })).toBeNull();
  });
});
