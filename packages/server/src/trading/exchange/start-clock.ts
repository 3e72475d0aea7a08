// The time that the engine has while a fresh sandbox lives through its past: an argument of the
// start, then the clock's own again. Held by trading.ts; only the sequencer reads it. Durations are
// the real clock's all the time, so that nothing which waits is deceived.

import type { Clock } from "../../platform/clock.ts";

export type StartClock = Clock & {
  /** It is this moment until something else is said. */
  readonly setTo: (atMs: number) => void;
  /** It is the clock's time from here on. */
  readonly release: () => void;
};

export function createStartClock({ now, monotonic }: Clock): StartClock {
  let fixedAtMs: number | null = null;
  return {
    now: () => fixedAtMs ?? now(),
    monotonic,
    setTo: (atMs) => {
      fixedAtMs = atMs;
    },
    release: () => {
      fixedAtMs = null;
    },
  };
}
