// When the topics of the live socket are prepared and flushed, one lane after the other. Started by
// live-socket.ts.

import type { Clock } from "../../platform/clock.ts";
import type { Lanes } from "./lanes.ts";
import type { LiveTopics } from "./live-topics.ts";
import type { SocketLimits } from "./socket-limits.ts";

/** Answers how to stop. */
export function beatSteadily({
  lanes,
  clock,
  arrivals,
  flushEveryMs,
  prepareAheadMs,
  crowdPerSecond,
}: {
  readonly lanes: Pick<Lanes, "busy">;
  readonly clock: Pick<Clock, "monotonic">;
  /** How many have come so far. */
  readonly arrivals: () => number;
} & Pick<SocketLimits, "flushEveryMs" | "prepareAheadMs" | "crowdPerSecond">): () => void {
  let turn = 0;
  let lookedAtMs = clock.monotonic();
  let arrivedThen = arrivals();
  let next: NodeJS.Timeout;

  function wait(pauseMs: number): void {
    const aheadMs = Math.min(prepareAheadMs, pauseMs / 2);
    next = setTimeout(() => prepare(aheadMs), pauseMs - aheadMs);
  }

  function prepare(aheadMs: number): void {
    const busy = lanes.busy();
    turn = (turn + 1) % busy.length;
    const topics = busy[turn] ?? busy[0];
    topics.prepare();
    next = setTimeout(() => flush(topics), aheadMs);
  }

  function flush(topics: LiveTopics): void {
    const startedAtMs = clock.monotonic();
    topics.flush();
    const tookMs = clock.monotonic() - startedAtMs;
    const isCrowded = lookForCrowd(startedAtMs);
    wait(flushPauseMs(tookMs, flushEveryMs / lanes.busy().length, isCrowded));
  }

  /** Since the flush before. */
  function lookForCrowd(nowMs: number): boolean {
    const perMs = (arrivals() - arrivedThen) / Math.max(1, nowMs - lookedAtMs);
    arrivedThen = arrivals();
    lookedAtMs = nowMs;
    return perMs * 1_000 >= crowdPerSecond;
  }

  wait(flushEveryMs);
  return () => clearTimeout(next);
}

/**
 * At a steady pace while flushing is quick. With so many clients that it is not, prices come less
 * often: a third of the time is left to everything else; four fifths while many come in at once, as
 * after a restart, for whom everybody else waits a little (F20).
 */
export function flushPauseMs(tookMs: number, everyMs: number, isCrowded: boolean): number {
  return Math.max(everyMs - tookMs, isCrowded ? tookMs * 4 : tookMs / 2);
}
