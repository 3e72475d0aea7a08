// A source that is asked rather than one that calls: looks at the clock on a timer and hands on
// what has fallen due. The simulator and replayed files are such sources.

import type { Feed, FeedSink } from "./feed.ts";
import type { Tick } from "./tick.ts";

const POLL_EVERY_MS = 50;

export function createPolledFeed({
  source,
  instruments,
  takeDue,
  isAlive = () => true,
  now,
  onStop = async () => undefined,
}: {
  source: string;
  instruments: ReadonlyMap<string, string>;
  /** Ticks that have fallen due up to a moment, oldest first. */
  takeDue: (nowMs: number) => readonly Tick[];
  isAlive?: () => boolean;
  now: () => number;
  onStop?: () => Promise<void>;
}): Feed {
  let timer: NodeJS.Timeout | null = null;

  function poll(sink: FeedSink): void {
    const due = takeDue(now());
    if (isAlive()) sink.hear();
    for (const tick of due) sink.take(tick);
  }

  return {
    source,
    instruments,
    start(sink) {
      timer ??= setInterval(poll, POLL_EVERY_MS, sink);
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      await onStop();
    },
  };
}
