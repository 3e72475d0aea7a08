// What a leader made since a follow began, from returns that are told by days.

import { expect, test } from "vitest";
import { leaderRateOf, rateBetween } from "./leader-rate.ts";

test.each([
  ["-0.1004", "-0.1004", "0.0000"],
  ["0", "0.1", "0.1000"],
  ["0.25", "0.5", "0.2000"],
  ["-0.5", "0", "1.0000"],
  ["0.1", "-0.01", "-0.1000"],
  ["-1", "0", null],
])("from %s to %s is %s", (base, now, rate) => {
  expect(rateBetween(base, now)).toBe(rate);
});

test("is not told where the beginning is not known", async () => {
  const follow = { leaderAccountId: 1 as never, startedAtMs: 5, leaderBase: null };
  expect(await leaderRateOf(async () => "0.5", follow)).toBeNull();
});
