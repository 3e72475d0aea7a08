// The pause between two looks: brief while a shard is on its way, as always once it does not come.

import { expect, it } from "vitest";
import { LookPause } from "./look-pause.ts";

const ALWAYS_MS = 200;
const SOON_MS = 25;
const LONG_MS = 10_000;

it("is brief while a shard of ours is missing, and not for ever", () => {
  const pause = new LookPause();
  expect(pause.after([], 0)).toBe(ALWAYS_MS);
  expect(pause.after([1], 100)).toBe(SOON_MS);
  expect(pause.after([1], 99 + LONG_MS)).toBe(SOON_MS);
  expect(pause.after([1], 100 + LONG_MS)).toBe(ALWAYS_MS);
  expect(pause.after([1], 100 + 5 * LONG_MS)).toBe(ALWAYS_MS);
});

it("is brief for another, and for one that was here meanwhile", () => {
  const pause = new LookPause();
  pause.after([1], 0);
  expect(pause.after([1], LONG_MS)).toBe(ALWAYS_MS);
  expect(pause.after([1, 2], LONG_MS)).toBe(SOON_MS);
  expect(pause.after([1], LONG_MS + SOON_MS)).toBe(ALWAYS_MS);
  expect(pause.after([], LONG_MS + ALWAYS_MS)).toBe(ALWAYS_MS);
  expect(pause.after([1], LONG_MS + 2 * ALWAYS_MS)).toBe(SOON_MS);
});
