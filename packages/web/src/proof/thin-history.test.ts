// How much of the past a browser keeps: dense near, thin far, and the first for good.

import { expect, test } from "vitest";
import { thinHistory } from "./thin-history.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

/** A browser that was open for so many minutes. */
function watch(minutes: number) {
  let kept: readonly { readonly atMs: number }[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    kept = thinHistory([...kept, { atMs: minute * MINUTE_MS }]);
  }
  return kept.map(({ atMs }) => atMs);
}

test("the newest hour is kept whole", () => {
  expect(watch(60)).toHaveLength(60);
  expect(watch(61).slice(-60)).toEqual(Array.from({ length: 60 }, (_, at) => (at + 1) * MINUTE_MS));
});

test("of a week: hours of the last two days, before them days, and the first", () => {
  const kept = watch(7 * 1_440);
  const [first] = kept;
  expect(first).toBe(0);
  const lastMs = (7 * 1_440 - 1) * MINUTE_MS;
  const ages = kept.map((atMs) => lastMs - atMs);
  expect(ages.filter((age) => age < 60 * MINUTE_MS)).toHaveLength(60);
  const hourly = ages.filter((age) => age >= 60 * MINUTE_MS && age <= 2 * DAY_MS);
  expect(hourly.length).toBeGreaterThanOrEqual(46);
  expect(hourly.length).toBeLessThanOrEqual(48);
  expect(ages.filter((age) => age > 2 * DAY_MS).length).toBeLessThanOrEqual(7);
  expect(kept).toEqual(kept.toSorted((one, other) => one - other));
});

test("of years no more than fits", () => {
  const days = Array.from({ length: 3_000 }, (_, day) => ({ atMs: day * DAY_MS }));
  const kept = thinHistory(days);
  expect(kept.length).toBeLessThanOrEqual(480);
  expect(kept[0]?.atMs).toBe(0);
  expect(kept.at(-1)?.atMs).toBe(2_999 * DAY_MS);
});
