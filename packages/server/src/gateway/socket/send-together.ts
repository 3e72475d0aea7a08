// Sends many receivers what each of them is to get: to all that are idle in one call where that can
// be had (send-all.ts), to the others by themselves. Used by the outbox of the live sockets and by
// the plain lane of HTTP. Invariant: a receiver gets its frames whole and in order; what the kernel
// did not take waits in its own stream.

import type { SendAll } from "./send-all.ts";

/** A connection, as sending needs it. */
export type Receiver = {
  /** What it is to get; nothing again once that was sent. */
  pending: readonly Buffer[];
  /** Its socket, for a write past the stream; null unless nothing is on its way in that. */
  readonly descriptor: () => number | null;
  /** All frames, as they go onto the wire, in one write of its stream. */
  readonly write: (frames: readonly Buffer[]) => void;
};

export type SendTogether = (receivers: readonly Receiver[]) => void;

const RECEIVERS_AT_FIRST = 256;
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

/** Receivers whose frames go out in one call. */
function createBatch(sendAll: SendAll) {
  let parcels = new Int32Array(PARCEL * RECEIVERS_AT_FIRST);
  let taken = new Int32Array(RECEIVERS_AT_FIRST);
  /** What would be taken of each parcel at most. */
  let sizes = new Int32Array(RECEIVERS_AT_FIRST);
  const receivers: Receiver[] = [];
  const frames: Buffer[] = [];
  /** What the last receiver gets, where it stands among the frames, and its bytes. */
  let [last, from, size]: [readonly Buffer[], number, number] = [NOTHING, 0, 0];

  function grow(): void {
    parcels = doubled(parcels);
    sizes = doubled(sizes);
    taken = doubled(taken);
  }

  /** Receivers of the same frames stand together and share their place. */
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
    add(receiver: Receiver, descriptor: number) {
      const at = receivers.length;
      if (at === taken.length) grow();
      place(receiver.pending);
      receivers.push(receiver);
      parcels[PARCEL * at] = descriptor;
      parcels[PARCEL * at + 1] = from;
      parcels[PARCEL * at + 2] = frames.length;
      sizes[at] = size;
    },
    send() {
      if (receivers.length === 0) return;
      sendAll(receivers.length, parcels, frames, taken);
      for (const [at, receiver] of receivers.entries()) {
        const bytes = taken[at] ?? 0;
        // Also after an error: writing once more is how its stream hears of it.
        if (bytes !== sizes[at]) receiver.write(restOf(receiver.pending, bytes));
        receiver.pending = NOTHING;
      }
      receivers.length = 0;
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

export function createSendTogether(sendAll: SendAll | null): SendTogether {
  const batch = sendAll && createBatch(sendAll);
  return (receivers) => {
    const alone: Receiver[] = [];
    for (const receiver of receivers) {
      const descriptor = batch ? receiver.descriptor() : null;
      if (descriptor === null) alone.push(receiver);
      else batch?.add(receiver, descriptor);
    }
    batch?.send();
    // After the others: a write may close its own socket, and no number of a socket that was
    // closed is used.
    for (const receiver of alone) {
      receiver.write(receiver.pending);
      receiver.pending = NOTHING;
    }
  };
}
