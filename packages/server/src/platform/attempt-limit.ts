// How often somebody may do something costly: so many times per window, then no more until it has
// passed. Used by calls that open accounts, log in or reset; the gateway's own limit on requests
// is another (see gateway/http/address-limit.ts). Invariant: memory is bounded, whoever asks.

import type { Clock } from "./clock.ts";

export type AttemptLimit = {
  /** Counts one attempt; false when there were too many. A named one counts once (T01). */
  readonly allows: (subject: string, name?: string | null) => boolean;
};

export type AttemptLimitOptions = {
  readonly clock: Pick<Clock, "monotonic">;
  readonly attemptsMax: number;
  readonly windowMs: number;
};

const SUBJECTS_MAX = 100_000;

type Window = { count: number; readonly names: Set<string>; readonly startedAtMs: number };

export function createAttemptLimit(options: AttemptLimitOptions): AttemptLimit {
  const { clock, attemptsMax, windowMs } = options;
  const windows = new Map<string, Window>();
  return {
    allows(subject, name = null) {
      const nowMs = clock.monotonic();
      let window = windows.get(subject);
      if (!window || nowMs - window.startedAtMs >= windowMs) {
        window = { count: 0, names: new Set(), startedAtMs: nowMs };
        // Inserted anew, so that the first is always the window that began the longest ago.
        windows.delete(subject);
        windows.set(subject, window);
        if (windows.size > SUBJECTS_MAX) forgetOldest(windows);
      }
      if (name !== null && window.names.has(name)) return true;
      if (window.count >= attemptsMax) return false;
      window.count += 1;
      if (name !== null) window.names.add(name);
      return true;
    },
  };
}

function forgetOldest(windows: Map<string, Window>): void {
  for (const subject of windows.keys()) {
    windows.delete(subject);
    return;
  }
}
