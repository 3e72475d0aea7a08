// A clock that only a test moves. Wall time and monotonic time advance together, and the wall
// can be made to jump alone, as real ones do (F10).

import type { Clock } from "../platform/clock.ts";

export type FakeClock = Clock & {
  readonly advance: (ms: number) => void;
  readonly jumpWall: (ms: number) => void;
};

export function createFakeClock(startsAtMs = Date.UTC(2026, 0, 5, 12)): FakeClock {
  let wall = startsAtMs;
  let monotonic = 0;
  return {
    now: () => wall,
    monotonic: () => monotonic,
    advance: (ms) => {
      wall += ms;
      monotonic += ms;
    },
    jumpWall: (ms) => {
      wall += ms;
    },
  };
}
