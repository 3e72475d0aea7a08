// The way down: what was started last is stopped first, each part once, whatever became of the
// others. main.ts adds a part as soon as it runs, so a signal in the middle of the start ends
// exactly what is there. Invariant: it ends in time, with or without the parts' consent.

import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";

export type Shutdown = {
  /** A part added again moves to the front: it came up early but must go down first. */
  readonly add: (part: string, stop: () => Promise<void>) => void;
  /** Settles when all is stopped or time is up. Asked twice, it is the same one. */
  readonly run: () => Promise<void>;
  readonly isRunning: () => boolean;
};

/** The whole server is gone within 5 s of being asked. */
const PATIENCE_MS = 4_000;

export function createShutdown(log: Log, patienceMs = PATIENCE_MS): Shutdown {
  const parts: { part: string; stop: () => Promise<void> }[] = [];
  let running: Promise<void> | null = null;

  async function stopAll(): Promise<void> {
    for (let last = parts.pop(); last; last = parts.pop()) {
      const { part } = last;
      await last.stop().catch((err) => log.error({ err, part }, "a part did not stop cleanly"));
    }
  }

  async function run(): Promise<void> {
    const impatience = new AbortController();
    const tooLate = sleep(patienceMs, "late", { signal: impatience.signal }).catch(() => null);
    const winner = await Promise.race([stopAll(), tooLate]);
    impatience.abort();
    if (winner === "late") log.warn("stopping took too long; leaving the rest to the next start");
  }

  return {
    add: (part, stop) => {
      const early = parts.findIndex((known) => known.part === part);
      if (early >= 0) parts.splice(early, 1);
      parts.push({ part, stop });
    },
    run: () => {
      running ??= run();
      return running;
    },
    isRunning: () => running !== null,
  };
}
