// Periods begin and end at the reader's midnight, and the last day counts whole.

import { expect, test } from "vitest";
import { dayOf, namedPeriod, ownPeriod } from "./period.ts";

const NOW = new Date(2026, 10, 15, 13, 30);
const at = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).getTime() / 1_000;

test.each([
  ["week", at(2026, 11, 9), at(2026, 11, 16)],
  ["month", at(2026, 11, 1), at(2026, 11, 16)],
  ["lastMonth", at(2026, 10, 1), at(2026, 11, 1)],
  ["year", at(2026, 1, 1), at(2026, 11, 16)],
] as const)("%s", (id, from, to) => {
  expect(namedPeriod(id, NOW)).toEqual({ from, to });
});

test("last month of January is December of the year before", () => {
  const { from, to } = namedPeriod("lastMonth", new Date(2026, 0, 3));
  expect([from, to]).toEqual([at(2025, 12, 1), at(2026, 1, 1)]);
});

test("a chosen period holds both of its days", () => {
  expect(ownPeriod("2026-11-01", "2026-11-01")).toEqual({
    from: at(2026, 11, 1),
    to: at(2026, 11, 2),
  });
});

test.each([
  ["2026-11-02", "2026-11-01"],
  ["", "2026-11-01"],
  ["2026-11-01", ""],
])("from “%s” to “%s” is no period", (first, last) => {
  expect(ownPeriod(first, last)).toBeNull();
});

test("a day is written as a date field has it", () => {
  expect(dayOf(NOW)).toBe("2026-11-15");
});
