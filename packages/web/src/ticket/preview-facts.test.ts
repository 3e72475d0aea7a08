// What a stop brings "all in" is the profit less the fee, to the last millionth.
// @vitest-environment node

import { expect, test } from "vitest";
import { afterFee, freeAfter } from "./preview-facts.tsx";

test.each([
  ["-126.500000", "1.737495", "-128.237495"],
  ["248.500000", "1.737495", "246.762505"],
  ["0.500000", "1.000000", "-0.500000"],
])("%s less a fee of %s is %s", (profit, fee, result) => {
  expect(afterFee(profit, fee)).toBe(result);
});

test("what stays free is less the margin, the fee and the cost of the spread", () => {
  const preview = { margin: "38.361667", fee: "0.034526", spread: "-0.080000" };
  expect(freeAfter("48.100000", preview)).toBe("9.623807");
  expect(freeAfter("-1.000000", { ...preview, spread: "0.000000" })).toBe("-39.396193");
});
