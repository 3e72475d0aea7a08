// What one flush has for each reader, sent when all topics have spoken, to all of them together
// (send-together.ts). Invariant: a reader gets the frames of a flush in the order they were put.

import type { SendAll } from "./send-all.ts";
import { createSendTogether } from "./send-together.ts";
import type { Reader } from "./topic-stream.ts";

export type Outbox = {
  readonly put: (reader: Reader, frame: Buffer) => void;
  readonly send: () => void;
};

const NOTHING: readonly Buffer[] = [];

export function createOutbox({
  countFrame,
  sendAll = null,
}: {
  readonly countFrame: (bytes: number) => void;
  readonly sendAll?: SendAll | null | undefined;
}): Outbox {
  const waiting: Reader[] = [];
  /** Most readers get one frame, and the same one: they have one list of it. */
  let only = NOTHING;
  const sendTogether = createSendTogether(sendAll);

  return {
    put(reader, frame) {
      countFrame(frame.length);
      if (reader.pending.length > 0) {
        reader.pending = [...reader.pending, frame];
        return;
      }
      waiting.push(reader);
      if (only[0] !== frame) only = [frame];
      reader.pending = only;
    },
    send() {
      const readers = waiting.splice(0);
      only = NOTHING;
      sendTogether(readers);
    },
  };
}
