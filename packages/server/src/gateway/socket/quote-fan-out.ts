// Prices to every socket that asked for them. Whatever changed since the last flush goes into ONE
// frame, built once and written to all as the same bytes: the cost is one write per reader and
// flush, however many ticks there were. A reader that has not taken the last frame yet is skipped
// and gets one frame of the newest values later: values are conflated, never queued (F18).

import {
  type QuotesFrame,
  type QuoteUpdate,
  quoteUpdateToWire,
  TOPIC_QUOTES,
} from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";

/** The newest quotes, as the fan-out needs them; the quote board is one. */
export type QuoteSource = {
  readonly isSimulated: boolean;
  /** Rises with every change; 0 before the first. */
  readonly version: () => number;
  /** What changed after that version, each market once with its newest quote; after 0: all. */
  readonly changedSince: (version: number) => readonly QuoteUpdate[];
};

/** A socket, as the fan-out needs it. */
export type Reader = {
  /** Bytes that the network has not taken yet. */
  readonly unsentBytes: () => number;
  readonly write: (frame: Buffer) => void;
  /** Called once when the reader has been behind for too long. */
  readonly giveUp: () => void;
};

export type QuoteFanOut = {
  readonly add: (reader: Reader) => void;
  readonly remove: (reader: Reader) => void;
  readonly flush: () => void;
};

/** The version of a reader that has seen no quote at all. */
const NOTHING = -1;

type Position = { version: number; behindSinceMs: number | null };

export function createQuoteFanOut({
  source,
  clock,
  behindMaxMs,
  countFrame,
}: {
  source: QuoteSource;
  clock: Pick<Clock, "monotonic">;
  behindMaxMs: number;
  countFrame: (bytes: number) => void;
}): QuoteFanOut {
  const positions = new Map<Reader, Position>();
  const frames = createFrames(source);
  let flushedVersion = source.version();

  function write(reader: Reader, frame: Buffer): void {
    reader.write(frame);
    countFrame(frame.length);
  }

  function wait(reader: Reader, position: Position): void {
    const nowMs = clock.monotonic();
    position.behindSinceMs ??= nowMs;
    if (nowMs - position.behindSinceMs < behindMaxMs) return;
    positions.delete(reader);
    reader.giveUp();
  }

  return {
    add(reader) {
      if (positions.has(reader)) return;
      const isReading = reader.unsentBytes() === 0;
      // A snapshot holds at least what the others know; the next flush may repeat, never skip.
      const version = isReading ? flushedVersion : NOTHING;
      positions.set(reader, { version, behindSinceMs: null });
      if (isReading) write(reader, frames.snapshot());
    },
    remove: (reader) => void positions.delete(reader),
    flush() {
      const version = source.version();
      const isNews = positions.size > 0 && version !== flushedVersion;
      const changes = isNews ? frames.changesSince(flushedVersion) : null;
      for (const [reader, position] of positions) {
        if (position.version === version) continue;
        if (reader.unsentBytes() > 0) {
          wait(reader, position);
          continue;
        }
        const frame = position.version === flushedVersion ? changes : frames.snapshot();
        if (frame) write(reader, frame);
        position.version = version;
        position.behindSinceMs = null;
      }
      flushedVersion = version;
    },
  };
}

/** The bytes of a frame, built once however many readers there are. */
function createFrames(source: QuoteSource) {
  let newest: { readonly version: number; readonly frame: Buffer } | null = null;

  function build(updates: readonly QuoteUpdate[]): Buffer {
    const frame: QuotesFrame = {
      type: TOPIC_QUOTES,
      sim: source.isSimulated,
      data: updates.map(quoteUpdateToWire),
    };
    return Buffer.from(JSON.stringify(frame));
  }

  return {
    /** Null when the change is nothing a reader can see: a market before its first quote. */
    changesSince(version: number): Buffer | null {
      const updates = source.changedSince(version);
      return updates.length === 0 ? null : build(updates);
    },
    snapshot(): Buffer {
      const version = source.version();
      if (newest?.version !== version) newest = { version, frame: build(source.changedSince(0)) };
      return newest.frame;
    },
  };
}
