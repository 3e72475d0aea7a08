// So many, then no more, then again; one subject's attempts are nobody else's.

import { expect, test } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createAttemptLimit } from "./attempt-limit.ts";

test("allows so many per window and subject, whatever the wall clock does", () => {
  const clock = createFakeClock();
  const limit = createAttemptLimit({ clock, attemptsMax: 3, windowMs: 1_000 });
  const ask = (subject: string, times: number) =>
    Array.from({ length: times }, () => limit.allows(subject));

  expect(ask("a", 5)).toEqual([true, true, true, false, false]);
  expect(ask("b", 1)).toEqual([true]);
  clock.jumpWall(3_600_000);
  clock.advance(999);
  expect(ask("a", 1)).toEqual([false]);
  clock.advance(1);
  expect(ask("a", 4)).toEqual([true, true, true, false]);
});

test("T01: the same named attempt counts once, also when there were too many since", () => {
  const limit = createAttemptLimit({ clock: createFakeClock(), attemptsMax: 2, windowMs: 1_000 });
  expect(Array.from({ length: 9 }, () => limit.allows("a", "first"))).not.toContain(false);
  expect(limit.allows("a", "second")).toBe(true);
  expect(limit.allows("a", "third")).toBe(false);
  expect(limit.allows("a", "first")).toBe(true);
});
