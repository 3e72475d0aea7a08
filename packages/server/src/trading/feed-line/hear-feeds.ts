// The price room's end of the line to the feed role: hears what the sources say over there, as if
// they were here. Started by whoever hosts shard 0. Invariant: only the highest epoch heard so far
// counts, so that a feed that was overtaken is not listened to.

import type { Bus } from "../../platform/bus/bus.ts";
import type { FeedSink } from "../feed/feed.ts";
import { FEED_WORDS, type FeedWord, readFeedWord } from "./feed-words.ts";

type Needs = {
  readonly bus: Bus;
  /** The sources of the plan; what another says is not heard. */
  readonly sources: readonly string[];
  readonly sinkOf: (source: string) => FeedSink;
  /** Made-up prices up to and including a moment were left out. */
  readonly skip: (untilMs: number) => void;
};

/** Answers how to stop. */
export function hearFeeds({ bus, sources, sinkOf, skip }: Needs): () => void {
  const sinks = new Map(sources.map((source) => [source, sinkOf(source)]));
  let epoch = 0;

  function hear(word: FeedWord, sink: FeedSink): void {
    if (word.skippedToMs !== null) skip(word.skippedToMs);
    if (word.isHeard) sink.hear();
    for (const tick of word.ticks) sink.take(tick);
    for (const reason of word.discards) sink.discard(reason);
  }

  return bus.subscribe(FEED_WORDS, ({ bytes }) => {
    const word = readFeedWord(bytes);
    if (word.epoch < epoch) return;
    epoch = word.epoch;
    const sink = sinks.get(word.source);
    if (sink) hear(word, sink);
  });
}
