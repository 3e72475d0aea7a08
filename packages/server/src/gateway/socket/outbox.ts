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
/** The numbers of one parcel to `SendAll`. */
const PARCEL = 3;
const NOTHING: readonly Buffer[] = [];

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

/** Readers whose frames go out in one call. */
function createBatch(sendAll: SendAll) {
  let parcels = new Int32Array(PARCEL * READERS_AT_FIRST);
  let taken = new Int32Array(READERS_AT_FIRST);
  /** What would be taken of each parcel at most. */
  let sizes = new Int32Array(READERS_AT_FIRST);
  const readers: Reader[] = [];
  const frames: Buffer[] = [];
  /** What the last reader gets, where it stands among the frames, and its bytes. */
  let [last, from, size]: [readonly Buffer[], number, number] = [NOTHING, 0, 0];

  function grow(): void {
    parcels = doubled(parcels);
    sizes = doubled(sizes);
    taken = doubled(taken);
  }

  /** Readers of the same frames stand together and share their place. */
  function place(pending: readonly Buffer[]): void {
    if (pending === last) return;
    last = pending;
    from = frames.length;
    size = 0;
    for (const frame of pending) {
      frames.push(frame);
      size += frame.length;
    }
  }

  return {
    add(reader: Reader, descriptor: number) {
      const at = readers.length;
      if (at === taken.length) grow();
      place(reader.pending);
      readers.push(reader);
      parcels[PARCEL * at] = descriptor;
      parcels[PARCEL * at + 1] = from;
      parcels[PARCEL * at + 2] = frames.length;
      sizes[at] = size;
    },
    send() {
      if (readers.length === 0) return;
      sendAll(readers.length, parcels, frames, taken);
      for (const [at, reader] of readers.entries()) {
        const bytes = taken[at] ?? 0;
        // Also after an error: writing once more is how its stream hears of it.
        if (bytes !== sizes[at]) reader.write(restOf(reader.pending, bytes));
        reader.pending = NOTHING;
      }
      readers.length = 0;
      frames.length = 0;
      last = NOTHING;
    },
  };
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * numbers.length);
  more.set(numbers);
  return more;
}

export function createOutbox({
  countFrame,
  sendAll = null,
}: {
  readonly countFrame: (bytes: number) => void;
  readonly sendAll?: SendAll | null | undefined;
}): Outbox {
  const waiting: Reader[] = [];
  /** Most readers get one frame, and the same one: they have one list of it. */
  let only: readonly Buffer[] = NOTHING;
  const batch = sendAll && createBatch(sendAll);

  function write(reader: Reader): void {
    reader.write(reader.pending);
    reader.pending = NOTHING;
  }

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
      const alone: Reader[] = [];
      for (const reader of waiting) {
        const descriptor = batch ? reader.descriptor() : null;
        if (descriptor === null) alone.push(reader);
        else batch?.add(reader, descriptor);
      }
      waiting.length = 0;
      only = NOTHING;
      batch?.send();
      // After the others: a write may close its own socket, and no number of a socket that was
      // closed is used.
      for (const reader of alone) write(reader);
    },
  };
}
