// What one commit will hold. The sequencer fills it while the commit before is under way; the
// journal writes it. Invariant: everything in it was decided after everything in the batch before.

import type { Command, Event } from "@truetick/engine";
import type { TapePiece } from "../tape/tape.ts";
import type { CommitRows } from "./commit-rows.ts";
import type { NamedQuote } from "./named-quotes.ts";

export type JournalEntry = {
  readonly seq: number;
  readonly command: Command;
  /** Durable ones only; at least one. */
  readonly events: readonly Event[];
};

/** The answer to a keyed command. Accepted without a row to write: both are null. */
export type KeyEntry = {
  readonly ownerId: number;
  /** Both of sixteen bytes, as text of a character per byte: buffers would cost far more. */
  readonly keyHash: string;
  readonly payloadHash: string;
  readonly atMs: number;
  readonly seq: number | null;
  /** The refusal as JSON. */
  readonly refusal: string | null;
};

/** A keyed command that was refused. */
export type RefusedEntry = {
  readonly ownerId: number;
  readonly command: Command;
  /** As JSON. */
  readonly refusal: string;
};

export type Batch = {
  readonly entries: JournalEntry[];
  readonly keys: KeyEntry[];
  readonly quotes: NamedQuote[];
  readonly pieces: TapePiece[];
  /** Of the tape's writer, where it names quotes that another process has yet to store. */
  tapeEpoch?: number | null;
  /** The same as rows, made as each was decided, so that a commit need only send them. */
  readonly rows: CommitRows;
};

/** A journal row as recovery needs it: the facts, packed. */
export type PackedEntry = {
  readonly seq: number;
  readonly atMs: number;
  readonly events: Uint8Array;
};

/** Roughly how many rows an entry becomes, for the caps of batch and queue. */
export function rowsOf(events: readonly Event[]): number {
  let rows = 1;
  for (const event of events) {
    rows += "movements" in event ? 2 + 2 * event.movements.length : 1;
  }
  return rows;
}
