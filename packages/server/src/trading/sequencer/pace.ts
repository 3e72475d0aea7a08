// What happens by itself after a while: the sequencer's two waits, handed in like its clock, so
// that a seeded run decides when they are over. The system's timers are the default.

import { setTimeout as sleep } from "node:timers/promises";

export type Pace = {
  /** Calls back again and again until the answer is called. Keeps no process alive. */
  readonly every: (ms: number, act: () => void) => () => void;
  readonly wait: (ms: number) => Promise<void>;
};

export const systemPace: Pace = {
  every: (ms, act) => {
    const timer = setInterval(act, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
  wait: (ms) => sleep(ms),
};
