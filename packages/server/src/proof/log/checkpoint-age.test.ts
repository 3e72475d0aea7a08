// The age of the newest checkpoint, whatever the wall clock does.

import { expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createCheckpointAge } from "./checkpoint-age.ts";

const HOUR_MS = 3_600_000;

it("is told since it was made, and of none since the start", () => {
  const clock = createFakeClock();
  const ageOf = createCheckpointAge(clock);
  clock.advance(5_000);
  expect(ageOf(null)).toBe(5);
  const newest = { number: 7, atMs: clock.now() - 40_000 };
  expect(ageOf(newest)).toBe(40);
  clock.advance(20_000);
  expect(ageOf(newest)).toBe(60);
});

it("F10: grows also while the wall clock stands before it", () => {
  const clock = createFakeClock();
  const ageOf = createCheckpointAge(clock);
  const newest = { number: 8, atMs: clock.now() };
  expect(ageOf(newest)).toBe(0);
  clock.jumpWall(-HOUR_MS);
  clock.advance(90_000);
  expect(ageOf(newest)).toBe(90);
  const dated = { number: 9, atMs: clock.now() + HOUR_MS };
  expect(ageOf(dated)).toBe(0);
  clock.advance(90_000);
  expect(ageOf(dated)).toBe(90);
});
