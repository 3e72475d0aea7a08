// When the sessions of sockets run out, by age or idleness (T18): known from one question to the
// database per session, asked again when that moment has come, since it may have been used. Used by
// session-sockets.ts. Invariant: none is ended that the database does not say has ended.

import type { Clock } from "../../platform/clock.ts";

export type EndSource = {
  /** Endings may have been missed: those that matter have to be asked for. */
  readonly onMissed: (listener: () => void) => () => void;
  /** Those that hold, and for how many milliseconds yet if nobody uses them. */
  readonly living: (sessionIds: readonly number[]) => Promise<ReadonlyMap<number, number>>;
};

export type SessionEnds = {
  readonly watch: (sessionId: number) => void;
  readonly forget: (sessionId: number) => void;
  readonly stop: () => void;
};

/** After a question that failed. */
const ASKED_AGAIN_AFTER_MS = 5_000;

export function watchEnds({
  source,
  clock,
  everyMs,
  onEnd,
  onBroken,
}: {
  readonly source: EndSource;
  readonly clock: Pick<Clock, "monotonic">;
  readonly everyMs: number;
  readonly onEnd: (sessionId: number) => void;
  readonly onBroken: (error: unknown) => void;
}): SessionEnds {
  /** By the monotonic clock; of one that nobody has asked for yet, when it came. */
  const endsAtMs = new Map<number, number>();
  let isAsking = false;
  let quietUntilMs = Number.NEGATIVE_INFINITY;

  async function ask(sessionIds: readonly number[]): Promise<void> {
    if (sessionIds.length === 0) return;
    const askedAtMs = clock.monotonic();
    try {
      const living = await source.living(sessionIds);
      for (const sessionId of sessionIds) {
        const leftMs = living.get(sessionId);
        if (leftMs === undefined) onEnd(sessionId);
        else if (endsAtMs.has(sessionId)) endsAtMs.set(sessionId, askedAtMs + leftMs);
      }
    } catch (error) {
      quietUntilMs = clock.monotonic() + ASKED_AGAIN_AFTER_MS;
      onBroken(error);
    }
  }

  /** All that came since the last look, and those whose end has come, in one question. */
  async function look(): Promise<void> {
    const nowMs = clock.monotonic();
    if (isAsking || nowMs < quietUntilMs) return;
    const due: number[] = [];
    for (const [sessionId, atMs] of endsAtMs) if (atMs <= nowMs) due.push(sessionId);
    isAsking = true;
    await ask(due);
    isAsking = false;
  }

  const looking = setInterval(() => void look(), everyMs).unref();
  const stopMissed = source.onMissed(() => void ask([...endsAtMs.keys()]));
  return {
    watch(sessionId) {
      if (!endsAtMs.has(sessionId)) endsAtMs.set(sessionId, clock.monotonic());
    },
    forget: (sessionId) => void endsAtMs.delete(sessionId),
    stop() {
      clearInterval(looking);
      stopMissed();
    },
  };
}
