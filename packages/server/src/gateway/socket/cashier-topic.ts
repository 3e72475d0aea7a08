// The topic CASHIER: tells a member's sockets that something about the member's money or identity
// has changed, and of which kind; what it is, they read by the calls. Invariants: a reader hears of
// the user it is logged in as, and of nobody else (T76); what happened since its last frame is one
// frame, however much it was.

import { type CashierFrame, type CashierKind, TOPIC_CASHIER } from "@truetick/contract";
import type { MemberChanges } from "../../platform/member-changes.ts";
import type { Outbox, Reader } from "./topic-stream.ts";
import { wireFrame } from "./wire-frame.ts";

export type CashierTopic = {
  readonly join: (userId: number, reader: Reader) => void;
  readonly leave: (reader: Reader) => void;
  readonly flush: () => void;
};

export function createCashierTopic({
  source,
  outbox,
}: {
  readonly source: Pick<MemberChanges, "follow">;
  readonly outbox: Outbox;
}): CashierTopic {
  const stops = new Map<Reader, () => void>();
  const untold = new Map<Reader, Set<CashierKind>>();

  function note(reader: Reader, kind: CashierKind): void {
    const kinds = untold.get(reader) ?? new Set();
    untold.set(reader, kinds.add(kind));
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
        source.follow(userId, (kind) => note(reader, kind)),
      );
    },
    leave,
    flush() {
      for (const [reader, kinds] of untold) {
        // One that has not taken what it was sent hears it all at once, later.
        if (reader.unsentBytes() > 0) continue;
        const frame: CashierFrame = { type: TOPIC_CASHIER, kinds: [...kinds] };
        outbox.put(reader, wireFrame(JSON.stringify(frame)));
        untold.delete(reader);
      }
    },
  };
}
