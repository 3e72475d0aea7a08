// What a stop brings "all in" is the profit less the fee, to the last millionth.
// @vitest-environment node

import { expect, test } from "vitest";
import { afterFee } from "./preview-facts.tsx";

test.each([
  ["-126.500000", "1.737495", "-128.237495"],
  ["248.500000", "1.737495", "246.762505"],
  ["0.500000", "1.000000", "-0.500000"],
])("%s less a fee of %s is %s", (profit, fee, result) => {
  expect(afterFee(profit, fee)).toBe(result);
});
