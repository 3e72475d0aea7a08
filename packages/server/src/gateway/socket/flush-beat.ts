// When the topics of the live socket are prepared and flushed. Started by live-socket.ts.

import type { Clock } from "../../platform/clock.ts";
import type { LiveTopics } from "./live-topics.ts";
import type { SocketLimits } from "./socket-limits.ts";

/** Answers how to stop. */
export function beatSteadily({
  topics,
  clock,
  flushEveryMs,
  prepareAheadMs,
}: {
  readonly topics: Pick<LiveTopics, "prepare" | "flush">;
  readonly clock: Pick<Clock, "monotonic">;
} & Pick<SocketLimits, "flushEveryMs" | "prepareAheadMs">): () => void {
  const aheadMs = Math.min(prepareAheadMs, flushEveryMs / 2);
  let next = setTimeout(prepare, flushEveryMs - aheadMs);

  function prepare(): void {
    topics.prepare();
    next = setTimeout(flush, aheadMs);
  }

  function flush(): void {
    const startedAtMs = clock.monotonic();
    topics.flush();
    const tookMs = clock.monotonic() - startedAtMs;
    next = setTimeout(prepare, flushPauseMs(tookMs, flushEveryMs) - aheadMs);
  }

  return () => clearTimeout(next);
}

/**
 * At a steady pace while flushing is quick. With so many clients that it is not, prices come less
 * often: half of the time is left to everything else.
 */
export function flushPauseMs(tookMs: number, everyMs: number): number {
  return Math.max(everyMs - tookMs, tookMs);
}
