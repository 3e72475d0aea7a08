// Bounds hold at their very edge, and an estimate never rounds up.

import { expect, test } from "vitest";
import { problemOfAmount, shortDecimal, worthInUsd } from "./deposit-amount.ts";

const BOUNDS = { min: "0.0005", max: "2.00000000" };

test.each([
  [null, "unreadable"],
  ["0.000000001", "unreadable"],
  ["0", "missing"],
  ["0.00049999", "belowMin"],
  ["0.0005", null],
  ["2", null],
  ["2.00000001", "aboveMax"],
])("%s: %s", (amount, problem) => {
  expect(problemOfAmount(amount, BOUNDS)).toBe(problem);
});

test("a maximum of zero is none", () => {
  expect(problemOfAmount("999999999", { min: "0", max: "0" })).toBeNull();
});

test.each([
  ["100", "1", "100.00"],
  ["0.025", "0.00000982", "2545.82"],
  ["1", "3", "0.33"],
  ["2", "3", "0.66"],
  ["0.00000001", "1", "0.00"],
])("%s at %s units for a dollar is %s USD", (amount, price, usd) => {
  expect(worthInUsd(amount, price)).toBe(usd);
});

test("nothing is said without a price", () => {
  expect(worthInUsd("1", null)).toBeNull();
  expect(worthInUsd("1", "0")).toBeNull();
  expect(worthInUsd(null, "1")).toBeNull();
});

test.each([
  ["0.00050000", "0.0005"],
  ["100.00", "100"],
  ["100", "100"],
  ["0.10", "0.1"],
])("%s is written as %s", (text, short) => {
  expect(shortDecimal(text)).toBe(short);
});
