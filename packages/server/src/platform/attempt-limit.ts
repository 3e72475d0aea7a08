// How often somebody may do something costly: so many times per window, then no more until it has
// passed. Used by calls that open accounts, log in or reset; the gateway's own limit on requests
// is another (see gateway/http/address-limit.ts). Invariant: memory is bounded, whoever asks.

import type { Clock } from "./clock.ts";

export type AttemptLimit = {
  /** Counts one attempt; false when there were too many. */
  readonly allows: (subject: string) => boolean;
};

export type AttemptLimitOptions = {
  readonly clock: Pick<Clock, "monotonic">;
  readonly attemptsMax: number;
  readonly windowMs: number;
};

const SUBJECTS_MAX = 100_000;

type Window = { count: number; readonly startedAtMs: number };

export function createAttemptLimit(options: AttemptLimitOptions): AttemptLimit {
  const { clock, attemptsMax, windowMs } = options;
  const windows = new Map<string, Window>();
  return {
    allows(subject) {
      const nowMs = clock.monotonic();
      const known = windows.get(subject);
      if (known && nowMs - known.startedAtMs < windowMs) {
        known.count += 1;
        return known.count <= attemptsMax;
      }
      // Inserted anew, so that the first is always the window that began the longest ago.
      windows.delete(subject);
      windows.set(subject, { count: 1, startedAtMs: nowMs });
      if (windows.size > SUBJECTS_MAX) forgetOldest(windows);
      return attemptsMax > 0;
    },
  };
}

function forgetOldest(windows: Map<string, Window>): void {
  for (const subject of windows.keys()) {
    windows.delete(subject);
    return;
  }
}
