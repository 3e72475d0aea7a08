// The small rules of a queue: who is next, what is late, how amounts are written.
// @vitest-environment node

import { createNotation } from "@truetick/ui";
import { describe, expect, test } from "vitest";
import { writeUnits, writeUsd } from "./amounts.ts";
import { neighbourOf } from "./neighbour.ts";
import { SOON_SEC, waitOf } from "./wait.ts";

describe("next and previous", () => {
  const ids = ["a", "b", "c"];
  test.each([
    [null, 1, "a"],
    [null, -1, "a"],
    ["a", 1, "b"],
    ["c", 1, null],
    ["a", -1, null],
  ] as const)("from %s by %d is %s", (chosen, step, next) => {
    expect(neighbourOf({ ids, chosen, stoodAt: 0 }, step)).toBe(next);
  });

  test.each([
    [1, 1, "b"],
    [1, -1, "a"],
    [3, 1, "c"],
    [0, -1, "a"],
  ] as const)("one that has left from place %d is followed by %d to %s", (stoodAt, step, next) => {
    expect(neighbourOf({ ids, chosen: "gone", stoodAt }, step)).toBe(next);
  });

  test("an empty list has no next", () => {
    expect(neighbourOf({ ids: [], chosen: "a", stoodAt: 2 }, 1)).toBeNull();
  });
});

describe("waiting (H11)", () => {
  const row = { createdAt: 1_000, dueAt: 100_000, isOpen: true };
  test.each([
    [1_500, "calm"],
    [100_000 - SOON_SEC - 1, "calm"],
    [100_000 - SOON_SEC, "soon"],
    [100_000, "soon"],
    [100_001, "overdue"],
  ] as const)("at %d it is %s", (now, state) => {
    expect(waitOf(row, now).state).toBe(state);
  });

  test("what is decided, or has no deadline, is never late", () => {
    expect(waitOf({ ...row, isOpen: false }, 200_000).state).toBe("calm");
    expect(waitOf({ ...row, dueAt: null }, 200_000).state).toBe("calm");
  });
});

describe("amounts", () => {
  const english = createNotation("en");
  test.each([
    ["2400.000000", "2,400.00"],
    ["0.000001", "0.000001"],
    ["-12.5", "−12.50"],
    ["7", "7.00"],
  ])("%s USD is %s", (text, written) => {
    expect(writeUsd(text, english)).toBe(written);
  });

  test.each([
    ["0.02333014", "0.02333014"],
    ["1500.000000", "1,500"],
    ["10", "10"],
    ["0.10", "0.1"],
  ])("%s units are %s", (text, written) => {
    expect(writeUnits(text, english)).toBe(written);
  });
});
