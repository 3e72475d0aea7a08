// Downwards, not rounded, on whatever the wire sends.

import { expect, test } from "vitest";
import { percentOf, twoDecimals } from "./two-decimals.ts";

test.each([
  ["12400.000000", "12400.00"],
  ["0.999999", "0.99"],
  ["-234.449999", "-234.45"],
  ["-234.440000", "-234.44"],
  ["-0.999001", "-1.00"],
  ["-0.001", "-0.01"],
  ["-0.000000", "0.00"],
  ["7", "7.00"],
  ["-", "-"],
])("%s is shown as %s", (wire, shown) => {
  expect(twoDecimals(wire)).toBe(shown);
});

test.each([
  ["1.89799999", "189.7"],
  ["0.50000000", "50.0"],
  ["0.00400000", "0.4"],
  ["12", "1200.0"],
  ["0.05", "5.0"],
])("a ratio of %s is %s percent", (ratio, percent) => {
  expect(percentOf(ratio)).toBe(percent);
});
