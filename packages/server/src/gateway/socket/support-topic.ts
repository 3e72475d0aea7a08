// The topic SUPPORT: tells open screens that something in a conversation is new, and of which kind;
// what it is, they read by the calls. Invariants: a member hears of the own conversation, a visitor
// of the key's, the desk of all, and nobody of another's (T76); what happened since a reader's last
// frame is one frame, however much it was.

import { type SupportFrame, type SupportNewsKind, TOPIC_SUPPORT } from "@truetick/contract/support";
import type { SupportNewsSource, SupportReader } from "../../content/support/support-news.ts";
import type { Outbox } from "./outbox.ts";
import type { Reader } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

export type SupportTopic = {
  /** `topic` is the client's own name for it: one socket may follow more than one. */
  readonly join: (topic: string, who: SupportReader, reader: Reader) => void;
  readonly leave: (topic: string, reader: Reader) => void;
  readonly flush: () => void;
};

type Untold = Map<number, Set<SupportNewsKind>>;

export function createSupportTopic({
  source,
  outbox,
}: {
  readonly source: SupportNewsSource;
  readonly outbox: Outbox;
}): SupportTopic {
  const stops = new Map<Reader, Map<string, () => void>>();
  const untold = new Map<Reader, Untold>();

  function note(reader: Reader, threadId: number, kind: SupportNewsKind): void {
    const news: Untold = untold.get(reader) ?? new Map();
    untold.set(reader, news.set(threadId, (news.get(threadId) ?? new Set()).add(kind)));
  }

  function leave(topic: string, reader: Reader): void {
    const own = stops.get(reader);
    own?.get(topic)?.();
    own?.delete(topic);
    if (own && own.size > 0) return;
    stops.delete(reader);
    untold.delete(reader);
  }

  return {
    join(topic, who, reader) {
      leave(topic, reader);
      const own = stops.get(reader) ?? new Map();
      const stop = source.follow(who, (threadId, kind) => note(reader, threadId, kind));
      stops.set(reader, own.set(topic, stop));
    },
    leave,
    flush() {
      for (const [reader, news] of untold) {
        // One that has not taken what it was sent hears it all at once, later.
        if (reader.unsentBytes() > 0) continue;
        outbox.put(reader, wireFrame(JSON.stringify(frameOf(news))));
        untold.delete(reader);
      }
    },
  };
}

function frameOf(news: Untold): SupportFrame {
  const data = [...news].map(([threadId, kinds]) => ({
    thread: threadId === 0 ? "" : String(threadId),
    kinds: [...kinds],
  }));
  return { type: TOPIC_SUPPORT, data };
}
