// The topic NOTICE: tells a person's sockets how many notices are unread and which is the newest,
// in the socket's language. Invariants: a reader hears of the user it is logged in as, and of
// nobody else (T76); what happened since its last frame is one frame, with the newest of it.

import type { Language } from "@truetick/contract";
import { type NoticeFrame, TOPIC_NOTICE } from "@truetick/contract/notices";
import type { InboxNews, InboxNewsSource } from "../../members/inbox/inbox-news.ts";
import type { Outbox } from "./outbox.ts";
import type { Reader } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

export type NoticeTopic = {
  readonly join: (
    owner: { readonly userId: number; readonly language: Language },
    reader: Reader,
  ) => void;
  readonly leave: (reader: Reader) => void;
  readonly flush: () => void;
};

export function createNoticeTopic({
  source,
  outbox,
}: {
  readonly source: InboxNewsSource;
  readonly outbox: Outbox;
}): NoticeTopic {
  const stops = new Map<Reader, () => void>();
  const untold = new Map<Reader, NoticeFrame>();

  function note(reader: Reader, { unread, newest }: InboxNews, language: Language): void {
    const data = newest(language);
    // A count alone does not push aside a notice that was not sent yet.
    const known = untold.get(reader)?.data ?? [];
    untold.set(reader, { type: TOPIC_NOTICE, unread, data: data.length > 0 ? data : known });
  }

  function leave(reader: Reader): void {
    stops.get(reader)?.();
    stops.delete(reader);
    untold.delete(reader);
  }

  return {
    join({ userId, language }, reader) {
      leave(reader);
      stops.set(
        reader,
        source.follow(userId, (news) => note(reader, news, language)),
      );
    },
    leave,
    flush() {
      for (const [reader, frame] of untold) {
        // One that has not taken what it was sent hears it later, with what came since.
        if (reader.unsentBytes() > 0) continue;
        outbox.put(reader, wireFrame(JSON.stringify(frame)));
        untold.delete(reader);
      }
    },
  };
}
