// What a source's own time says by our clock. Its clock may be wrong by any amount; the message
// that took the least time to arrive tells by how much, and how late every other one is. One per
// connection. Invariants: a stamp is never after its arrival and never before the market's last;
// neither clock's being wrong changes a stamp, only lateness does.

export type SourceClock = {
  /** When it was made, by our clock; null: it claims a time that cannot be. */
  readonly stamp: (code: string, sourceAtMs: number, arrival: Arrival) => number | null;
  /** How long everything said has been late or from the future: the connection is no good. */
  readonly strayedMs: (arrival: Arrival) => number;
};

/** One moment by both our clocks: points in time by the wall's, durations by the steady one's. */
export type Arrival = { readonly wallMs: number; readonly steadyMs: number };

/** A source's time may run this far ahead of what was seen of it. */
const AHEAD_MAX_MS = 5_000;
/** Anything later than this is no good sign. */
const LATE_MS = 5_000;

export function createSourceClock(): SourceClock {
  const last = new Map<string, number>();
  let leastMs: number | null = null;
  let strayedAtMs: number | null = null;
  return {
    stamp(code, sourceAtMs, { wallMs, steadyMs }) {
      const behindMs = steadyMs - sourceAtMs;
      if (!Number.isFinite(behindMs)) return null;
      strayedAtMs ??= steadyMs;
      if (leastMs !== null && behindMs < leastMs - AHEAD_MAX_MS) return null;
      leastMs = Math.min(leastMs ?? behindMs, behindMs);
      const lateMs = Math.round(behindMs - leastMs);
      if (lateMs <= LATE_MS) strayedAtMs = null;
      const atMs = Math.max(Math.floor(wallMs) - lateMs, last.get(code) ?? 0);
      last.set(code, atMs);
      return atMs;
    },
    strayedMs: ({ steadyMs }) => steadyMs - (strayedAtMs ?? steadyMs),
  };
}
