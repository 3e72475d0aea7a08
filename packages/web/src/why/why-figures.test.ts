// Figures are shown to their last digit that counts, never rounded: 49.995 % is not 50 %.
import { expect, it } from "vitest";
import { percentOf, shortDecimal } from "./why-figures.ts";

it.each([
  ["0.49995000", "49.995"],
  ["0.50000000", "50"],
  ["1.00000000", "100"],
  ["0.00410000", "0.41"],
  ["12.34567891", "1234.567891"],
  ["-0.02000000", "-2"],
  ["0.55", "55"],
])("the ratio %s is %s percent", (ratio, percent) => {
  expect(percentOf(ratio)).toBe(percent);
});

it.each([
  ["1291.970000", "1291.97"],
  ["500.016723", "500.016723"],
  ["-56.000000", "-56.00"],
  ["110.100001", "110.100001"],
  ["0.10", "0.10"],
])("%s is written %s", (text, short) => {
  expect(shortDecimal(text)).toBe(short);
});
