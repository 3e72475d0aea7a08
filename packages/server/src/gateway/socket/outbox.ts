// What one flush has for each reader, written when all topics have spoken: to all that are idle in
// one call where that can be had (send-all.ts), to the others by themselves. Invariant: a reader
// gets its frames whole and in order; what the kernel did not take waits in its own stream.

import type { SendAll } from "./send-all.ts";
import type { Reader } from "./topic-stream.ts";

export type Outbox = {
  readonly put: (reader: Reader, frame: Buffer) => void;
  readonly send: () => void;
};

const READERS_AT_FIRST = 256;

/** What is left of the frames after so many bytes of them. */
export function restOf(frames: readonly Buffer[], taken: number): readonly Buffer[] {
  let left = Math.max(0, taken);
  const rest: Buffer[] = [];
  for (const frame of frames) {
    if (left < frame.length) rest.push(left === 0 ? frame : frame.subarray(left));
    left = Math.max(0, left - frame.length);
  }
  return rest;
}

function createBatch(sendAll: SendAll) {
  let [descriptors, ends, taken] = numbersFor(READERS_AT_FIRST);
  const readers: Reader[] = [];
  const frames: Buffer[] = [];
  return {
    add(reader: Reader, descriptor: number) {
      const at = readers.length;
      if (at === descriptors.length) {
        const [more, moreEnds, moreTaken] = numbersFor(2 * at);
        more.set(descriptors);
        moreEnds.set(ends);
        [descriptors, ends, taken] = [more, moreEnds, moreTaken];
      }
      readers.push(reader);
      for (const frame of reader.pending) frames.push(frame);
      descriptors[at] = descriptor;
      ends[at] = frames.length;
    },
    send() {
      sendAll(readers.length, descriptors, ends, frames, taken);
      for (const [at, reader] of readers.entries()) {
        const rest = restOf(reader.pending, taken[at] ?? 0);
        // Also after an error: writing once more is how its stream hears of it.
        if (rest.length > 0) reader.write(rest);
        reader.pending.length = 0;
      }
      readers.length = 0;
      frames.length = 0;
    },
  };
}

function numbersFor(count: number): [Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
}

export function createOutbox({
  countFrame,
  sendAll = null,
}: {
  readonly countFrame: (bytes: number) => void;
  readonly sendAll?: SendAll | null | undefined;
}): Outbox {
  const waiting: Reader[] = [];
  const batch = sendAll && createBatch(sendAll);

  function write(reader: Reader): void {
    reader.write(reader.pending);
    reader.pending.length = 0;
  }

  return {
    put(reader, frame) {
      countFrame(frame.length);
      if (reader.pending.length === 0) waiting.push(reader);
      reader.pending.push(frame);
    },
    send() {
      const alone: Reader[] = [];
      for (const reader of waiting) {
        const descriptor = batch ? reader.descriptor() : null;
        if (descriptor === null) alone.push(reader);
        else batch?.add(reader, descriptor);
      }
      waiting.length = 0;
      batch?.send();
      // After the others: a write may close its own socket, and no number of a socket that was
      // closed is used.
      for (const reader of alone) write(reader);
    },
  };
}
