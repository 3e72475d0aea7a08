// How often somebody may do something costly: so many times per window, then no more until it has
// passed. Used by calls that open accounts, log in or reset; the gateway's own limit on requests
// is another (see gateway/http/address-limit.ts). Several gateways count together: what one allows
// it tells the others. Invariant: memory is bounded, whoever asks.

import type { Clock } from "./clock.ts";
import type { News } from "./news/news.ts";

export type AttemptLimit = {
  /** Counts one attempt; false when there were too many. A named one counts once (T01). */
  readonly allows: (subject: string, name?: string | null) => boolean;
};

export type AttemptLimitOptions = {
  readonly clock: Pick<Clock, "monotonic">;
  readonly attemptsMax: number;
  readonly windowMs: number;
  /** With whom it is counted, and what it is called there; without, this process counts alone. */
  readonly shared?: { readonly news: News; readonly name: string };
};

/** The name of an attempt; null where it has none. */
type Counted = readonly [subject: string, name: string | null];

const SUBJECTS_MAX = 100_000;

type Window = { count: number; readonly names: Set<string>; readonly startedAtMs: number };

export function createAttemptLimit(options: AttemptLimitOptions): AttemptLimit {
  const { clock, attemptsMax, windowMs } = options;
  const windows = new Map<string, Window>();

  function windowOf(subject: string): Window {
    const nowMs = clock.monotonic();
    let window = windows.get(subject);
    if (!window || nowMs - window.startedAtMs >= windowMs) {
      window = { count: 0, names: new Set(), startedAtMs: nowMs };
      // Inserted anew, so that the first is always the window that began the longest ago.
      windows.delete(subject);
      windows.set(subject, window);
      if (windows.size > SUBJECTS_MAX) forgetOldest(windows);
    }
    return window;
  }

  function count([subject, name]: Counted): void {
    const window = windowOf(subject);
    if (name !== null && window.names.has(name)) return;
    window.count += 1;
    // Beyond what anybody may, a name says nothing any more.
    if (name !== null && window.names.size < attemptsMax) window.names.add(name);
  }

  const channel = options.shared?.news.channel(`attempts.${options.shared.name}`, parseCounted);
  channel?.follow(count);
  return {
    allows(subject, name = null) {
      const window = windowOf(subject);
      if (name !== null && window.names.has(name)) return true;
      if (window.count >= attemptsMax) return false;
      count([subject, name]);
      channel?.tellOthers([subject, name]);
      return true;
    },
  };
}

function parseCounted(said: unknown): Counted | null {
  const [subject, name] = Array.isArray(said) ? said : [];
  const isCounted = typeof subject === "string" && (name === null || typeof name === "string");
  return isCounted ? [subject, name] : null;
}

function forgetOldest(windows: Map<string, Window>): void {
  for (const subject of windows.keys()) {
    windows.delete(subject);
    return;
  }
}
