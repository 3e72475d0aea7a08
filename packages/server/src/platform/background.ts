// Work that nobody waits for: begun while a call is answered and finished afterwards, so that the
// time of the answer tells nothing of it (T14). Invariants: what breaks is logged, once; `settle`
// answers when nothing is under way, so that a stop loses nothing.

import type { Log } from "./log.ts";

export type Background = {
  readonly run: (what: string, work: () => Promise<unknown>) => void;
  readonly settle: () => Promise<void>;
};

export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  return {
    run(what, work) {
      // In the next turn, so that not even its first step delays the answer.
      const done = new Promise((resolve) => setImmediate(resolve))
        .then(work)
        .catch((err) => log.error({ err, what }, "work in the background broke"))
        .then(() => void underWay.delete(done));
      underWay.add(done);
    },
    async settle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
