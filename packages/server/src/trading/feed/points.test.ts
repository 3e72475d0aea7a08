// Decimal text to points: exact, rounded to the nearest, and nothing that is no plain decimal.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pointsOf } from "./points.ts";

describe("pointsOf", () => {
  it.each<[unknown, number, number]>([
    ["1.08432", 5, 108_432],
    ["1.1", 5, 110_000],
    ["7", 2, 700],
    ["7.", 2, 700],
    ["0.000005", 5, 1],
    ["0.000004999", 5, 0],
    ["1.121725", 5, 112_173],
    ["1291.677", 2, 129_168],
    ["25.35190000", 2, 2_535],
    ["149.4995", 3, 149_500],
    ["-1.5", 1, -15],
    ["1475645296.729643492", 6, 1_475_645_296_729_643],
  ])("reads %j at %i decimals as %i", (text, precision, points) => {
    expect(pointsOf(text, precision)).toBe(points);
  });

  it.each([
    "NaN",
    "Infinity",
    "1e5",
    "0x10",
    "",
    " ",
    "1,5",
    "1.2.3",
    ".5",
    "+1",
    "--1",
    "٣",
    null,
    undefined,
    1.5,
    {},
    ["1"],
    `1.${"0".repeat(40)}`,
    "9".repeat(40),
  ])("F13: takes %j for no number", (text) => {
    expect(pointsOf(text, 5)).toBeNaN();
  });

  it("keeps order: a bid that is not above its ask stays so", () => {
    const price = fc.integer({ min: 0, max: 10 ** 12 }).map((e8) => e8 / 10 ** 8);
    fc.assert(
      fc.property(price, price, fc.integer({ min: 0, max: 8 }), (a, b, precision) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((each) => each.toFixed(8));
        expect(pointsOf(low, precision)).toBeLessThanOrEqual(pointsOf(high, precision));
      }),
    );
  });
});
