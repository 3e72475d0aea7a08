// A rate told as percent, to the last digit the server gave.
// @vitest-environment node

import { createNotation } from "@truetick/ui";
import { expect, test } from "vitest";
import { percentOf, signedPercentOf } from "./terms.tsx";

test.each([
  ["0.00003000", "en", "0.003%"],
  ["0.00050000", "de", "0,05%"],
  ["0.1", "en", "10%"],
  ["1", "en", "100%"],
  ["0", "en", "0%"],
  ["n/a", "en", "–"],
])("%s in %s is %s", (rate, tag, percent) => {
  expect(percentOf(rate, createNotation(tag))).toBe(percent);
});

test.each([
  ["-0.03000000", "−3%"],
  ["0.01200000", "+1.2%"],
  ["0.00000000", "0%"],
])("a rate that is paid or received: %s is %s", (rate, percent) => {
  expect(signedPercentOf(rate, createNotation("en"))).toBe(percent);
});
