// Text in, text out, and nothing lost between (P14); what the wire accepts as a size (T48).
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatBalance,
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  lots,
  money,
  parseLots,
  parseMoney,
  parsePrice,
  parseRate,
  price,
  rate,
} from "./amount.ts";

describe("P14: decimal round trip", () => {
  test("money, prices, lots and rates come back as they went", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (units) => {
        expect(parseMoney(formatMoney(money(units)))).toBe(units);
        expect(parseRate(formatRate(rate(units)))).toBe(units);
        expect(parseRate(formatRate(rate(-units)))).toBe(-units);
      }),
    );
    const points = fc.integer({ min: 1, max: 2 ** 40 });
    fc.assert(
      fc.property(points, fc.integer({ min: 0, max: 8 }), (units, precision) => {
        expect(parsePrice(formatPrice(price(units), precision), precision)).toBe(units);
        expect(parseLots(formatLots(lots(units)))).toBe(units);
      }),
    );
  });

  test.each([
    [5_000, "0.50"],
    [1, "0.0001"],
    [10_000, "1.00"],
    [12_340, "1.234"],
    [1_234_500, "123.45"],
  ])("%d ten-thousandths of a lot read %s", (size, text) => {
    expect(formatLots(lots(size))).toBe(text);
  });
});

describe("a balance is cut, never rounded up", () => {
  test.each([
    [1_009_999n, "1.00"],
    [1_010_000n, "1.01"],
    [-1n, "-0.01"],
    [-10_000n, "-0.01"],
    [-10_001n, "-0.02"],
    [0n, "0.00"],
  ])("%d millionths", (units, text) => {
    expect(formatBalance(money(units))).toBe(text);
  });
});

describe("T48: what is not a size", () => {
  test.each([
    "",
    "-1",
    "+1",
    "1e3",
    "1e308",
    "NaN",
    "Infinity",
    "0x10",
    "1e-9",
    "٣",
    " 1",
    "1 ",
    "1.",
    ".5",
    "1,5",
    "0.00001",
    "1".repeat(30),
    "1.2.3",
  ])("%j", (text) => {
    expect(parseLots(text)).toBeNull();
  });

  test("accepts exactly plain decimals of at most four significant places", () => {
    const alphabet = fc.constantFrom(..."0123456789.-+eE xX٣,".split(""));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 12 }), (text) => {
        const isPlain = /^\d{1,15}(\.\d{1,4}0{0,8})?$/.test(text);
        expect(parseLots(text) !== null).toBe(isPlain);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a price of zero is none", () => {
    expect(parsePrice("0.00000", 5)).toBeNull();
    expect(parsePrice("1.084321", 5)).toBeNull();
    expect(parsePrice("1.08432", 5)).toBe(108_432);
  });
});
