// Time that only the run moves: a wall clock that may jump, a steady one behind it, and the waits
// of the process that lives now. A process that died is never called back.

import type { Clock, Pace } from "@truetick/server";

type Due = { atMs: number; readonly everyMs: number | null; readonly act: () => void };

export type SimulatedTime = {
  readonly clock: Clock;
  /** The waits of a new life; those of the life before are forgotten. */
  readonly beginLife: () => Pace;
  readonly advance: (ms: number) => void;
  /** Moves the wall clock alone. */
  readonly jump: (ms: number) => void;
};

export function createSimulatedTime(startMs: number): SimulatedTime {
  let steadyMs = 0;
  let jumpedMs = 0;
  let due = new Set<Due>();

  function beginLife(): Pace {
    const ours = new Set<Due>();
    due = ours;
    return {
      every: (ms, act) => {
        const entry = { atMs: steadyMs + ms, everyMs: ms, act };
        ours.add(entry);
        return () => void ours.delete(entry);
      },
      wait: (ms) =>
        new Promise((resolve) => {
          ours.add({ atMs: steadyMs + ms, everyMs: null, act: resolve });
        }),
    };
  }

  return {
    clock: { now: () => startMs + steadyMs + jumpedMs, monotonic: () => steadyMs },
    beginLife,
    jump: (ms) => {
      jumpedMs += ms;
    },
    advance: (ms) => {
      steadyMs += ms;
      for (const entry of [...due]) {
        if (entry.atMs > steadyMs) continue;
        if (entry.everyMs === null) due.delete(entry);
        else entry.atMs = steadyMs + entry.everyMs;
        entry.act();
      }
    },
  };
}
