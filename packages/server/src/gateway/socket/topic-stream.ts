// One topic as its readers get it: numbered frames, the same bytes for all. A reader that has not
// taken what it was sent is skipped and gets one snapshot of the newest later, so values are
// conflated and never queued (F18). Used by every topic. Invariant: a reader gets a snapshot
// first, and from then on every frame in order, or another snapshot.

import type { Clock } from "../../platform/clock.ts";
import type { Outbox } from "./outbox.ts";
import type { Receiver } from "./send-together.ts";

/** A socket, as a topic needs it. */
export type Reader = Receiver & {
  /** Bytes that the network has not taken yet. */
  readonly unsentBytes: () => number;
  /** Called when the reader has been behind for too long. */
  readonly giveUp: () => void;
};

export type TopicStream = {
  readonly join: (reader: Reader) => void;
  readonly leave: (reader: Reader) => void;
  readonly readers: () => number;
  /** Builds what changed as the next frame. Nothing is written before `deliver`. */
  readonly publish: (build: (seq: number) => Buffer) => void;
  /** To everybody who has not got the newest frame; with a reader, to that one. */
  readonly deliver: (outbox: Outbox, reader?: Reader) => void;
};

export type StreamTiming = {
  readonly clock: Pick<Clock, "monotonic">;
  readonly behindMaxMs: number;
};

/** The number of a reader that has seen nothing; no frame follows it. */
const NOTHING = -2;

type Position = { seq: number; behindSinceMs: number | null };

export function createTopicStream({
  snapshot,
  clock,
  behindMaxMs,
}: StreamTiming & {
  /** Everything there is, as the frame of that number; null while nobody knows yet. */
  readonly snapshot: (seq: number) => Buffer | null;
}): TopicStream {
  const positions = new Map<Reader, Position>();
  let seq = 0;
  let newest: Buffer | null = null;

  function wait(reader: Reader, position: Position): void {
    const nowMs = clock.monotonic();
    position.behindSinceMs ??= nowMs;
    if (nowMs - position.behindSinceMs < behindMaxMs) return;
    positions.delete(reader);
    reader.giveUp();
  }

  function serve(reader: Reader, position: Position, outbox: Outbox): void {
    if (position.seq === seq) return;
    if (reader.unsentBytes() > 0) {
      wait(reader, position);
      return;
    }
    const frame = position.seq === seq - 1 ? newest : snapshot(seq);
    if (!frame) return;
    outbox.put(reader, frame);
    position.seq = seq;
    position.behindSinceMs = null;
  }

  return {
    join(reader) {
      if (!positions.has(reader)) positions.set(reader, { seq: NOTHING, behindSinceMs: null });
    },
    leave: (reader) => void positions.delete(reader),
    readers: () => positions.size,
    publish(build) {
      seq += 1;
      newest = build(seq);
    },
    deliver(outbox, reader) {
      if (reader) {
        const position = positions.get(reader);
        if (position) serve(reader, position, outbox);
        return;
      }
      for (const [each, position] of positions) serve(each, position, outbox);
    },
  };
}
