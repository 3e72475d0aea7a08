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
