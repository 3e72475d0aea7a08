// What a proposal changes, place by place: nothing that it names is hidden (H08, H09).
// @vitest-environment node

import { expect, test } from "vitest";
import { diffOf } from "./diff.ts";
import { inWords } from "./use-kind-name.ts";

test("shows what stands and what would, the changed first and nothing left out", () => {
  const current = { code: "EURUSD", feeRate: "0.0030", lots: { min: "0.01", max: "50" } };
  const payload = { code: "EURUSD", feeRate: "0.0025", lots: { min: "0.01", max: "40" } };
  expect(diffOf(current, payload)).toEqual([
    { name: "feeRate", before: "0.0030", after: "0.0025", isChanged: true },
    { name: "lots.max", before: "50", after: "40", isChanged: true },
    { name: "code", before: "EURUSD", after: "EURUSD", isChanged: false },
    { name: "lots.min", before: "0.01", after: "0.01", isChanged: false },
  ]);
});

test("a new thing has nothing before it", () => {
  expect(diffOf(null, { code: "X", isOffered: true })).toEqual([
    { name: "code", before: null, after: "X", isChanged: true },
    { name: "isOffered", before: null, after: "true", isChanged: true },
  ]);
});

test("lists are one place, and their order counts", () => {
  expect(diffOf({ leverages: [5, 10] }, { leverages: [10, 5] })).toEqual([
    { name: "leverages", before: "5, 10", after: "10, 5", isChanged: true },
  ]);
});

test("taking something away is a change", () => {
  expect(diffOf({ rate: "1.2" }, { rate: null })).toEqual([
    { name: "rate", before: "1.2", after: null, isChanged: true },
  ]);
});

test("names of the wire are read as words", () => {
  expect(inWords("fee_rate")).toBe("fee rate");
  expect(inWords("amountMin")).toBe("amount min");
});
