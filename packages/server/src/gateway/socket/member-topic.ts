// A private topic that only says what of a member's has changed; the rest is read by the calls.
// Made by the topics CASHIER and COPY. Invariants: a reader hears of the user it is logged in as,
// and of nobody else (T76); what happened since its last frames is told once, however often it was.

import type { MemberChanges } from "../../platform/member-changes.ts";
import type { Outbox } from "./outbox.ts";
import type { Reader } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

export type MemberTopic = {
  readonly join: (userId: number, reader: Reader) => void;
  readonly leave: (reader: Reader) => void;
  readonly flush: () => void;
};

export function createMemberTopic<What>({
  source,
  outbox,
  framesOf,
}: {
  readonly source: Pick<MemberChanges<What>, "follow">;
  readonly outbox: Outbox;
  readonly framesOf: (changed: ReadonlySet<What>) => readonly object[];
}): MemberTopic {
  const stops = new Map<Reader, () => void>();
  const untold = new Map<Reader, Set<What>>();

  function note(reader: Reader, what: What): void {
    const changed = untold.get(reader) ?? new Set();
    untold.set(reader, changed.add(what));
  }

  function leave(reader: Reader): void {
    stops.get(reader)?.();
    stops.delete(reader);
    untold.delete(reader);
  }

  return {
    join(userId, reader) {
      leave(reader);
      stops.set(
        reader,
        source.follow(userId, (what) => note(reader, what)),
      );
    },
    leave,
    flush() {
      for (const [reader, changed] of untold) {
        // One that has not taken what it was sent hears it all at once, later.
        if (reader.unsentBytes() > 0) continue;
        for (const frame of framesOf(changed)) outbox.put(reader, wireFrame(JSON.stringify(frame)));
        untold.delete(reader);
      }
    },
  };
}
