// How prices are cut for the eye, and how spreads and distances are written. Exact to the digit, in
// every notation.
// @vitest-environment node

import { describe, expect, test } from "vitest";
import { createNotation } from "./notation.ts";
import { distanceOf, splitPrice, spreadInPips } from "./price-text.ts";

const english = createNotation("en");
const euro = { pricePrecision: 5, pipDigits: 2, fractionDigits: 1 };
const yen = { pricePrecision: 3, pipDigits: 2, fractionDigits: 1 };
const gold = { pricePrecision: 2, pipDigits: 2, fractionDigits: 0 };
const index = { pricePrecision: 1, pipDigits: 2, fractionDigits: 1 };
const nikkei = { pricePrecision: 0, pipDigits: 2, fractionDigits: 0 };

describe("a price is cut into head, pip and fraction", () => {
  test.each([
    ["1.15826", euro, "1.15", "82", "6"],
    ["153.284", yen, "153.", "28", "4"],
    ["4086.42", gold, "4,086.", "42", ""],
    ["6812.4", index, "6,8", "12", ".4"],
    ["101842.5", index, "101,8", "42", ".5"],
    ["50842", nikkei, "50,8", "42", ""],
    ["0.9", index, "", "0", ".9"],
  ] as const)("%s", (price, shape, head, pip, fraction) => {
    expect(splitPrice(price, shape, english)).toEqual({ head, pip, fraction });
  });

  test("the parts always make the whole again", () => {
    for (const price of ["1.15826", "0.00001", "123456.78901", "10"]) {
      const { head, pip, fraction } = splitPrice(price, euro, english);
      expect((head + pip + fraction).replaceAll(",", "")).toBe(price);
    }
  });

  test.each([
    ["de", "101.8", "42", ",5"],
    ["fr", "101\u202f8", "42", ",5"],
    ["hi", "1,01,8", "42", ".5"],
    ["ar", "101,8", "42", ".5"],
  ])("in the notation of %s, with Latin digits", (tag, head, pip, fraction) => {
    const parts = splitPrice("101842.5", index, createNotation(tag));
    expect(parts).toEqual({ head, pip, fraction });
  });
});

describe("the spread is told in pips", () => {
  test.each([
    [{ bid: "1.15826", ask: "1.15833" }, euro, "0.7"],
    [{ bid: "4086.42", ask: "4086.78" }, gold, "36"],
    [{ bid: "101842.5", ask: "101861.0" }, index, "18.5"],
    [{ bid: "1.15826", ask: "1.15826" }, euro, "0.0"],
    [{ bid: "", ask: "1.15826" }, euro, "–"],
  ] as const)("%o", (sides, shape, pips) => {
    expect(spreadInPips(sides, shape, english)).toBe(pips);
  });
});

test("a distance is exact where floats are not", () => {
  expect(distanceOf("1.15394", "1.15826", 5)).toBe("0.00432");
  expect(distanceOf("0.30000", "0.10000", 5)).toBe("-0.20000");
});
