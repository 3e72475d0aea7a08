// Leaves of rows that were just committed, made from the sequencer's own bytes while they are at
// hand: nothing has to be read back from the database and checked. Lives in the keeper's thread,
// between its turns. It is a memory and no record: whatever is not here the keeper reads from the
// journal. Invariant: what it hands on follows in number, and was committed.

import { accountOfCommand } from "@truetick/engine";
import { HASH_BYTES } from "@truetick/proof";
import { concernedBy } from "./account-rows.ts";
import { bytesOf, int2Of, int8Of, readCopiedRows } from "./copy-out.ts";
import { saltJournalRow } from "./row-parts.ts";

/** Minutes of the busiest day; beyond it the oldest are forgotten. */
const ROWS_KEPT_MAX = 2_000_000;
const ROWS_AT_START = 4_096;

/** Whom a row concerns: one account, as nearly always, or several. */
export type Concerned = number | ReadonlySet<number>;

export type TakeLeaf = (leaf: Uint8Array, concerned: Concerned, seq: number) => void;

export class JournalLeaves {
  readonly #saltKey: Uint8Array;
  readonly #strands = new Map<number, Strand>();

  constructor(saltKey: Uint8Array) {
    this.#saltKey = saltKey;
  }

  /** Rows of a commit as PostgreSQL's binary COPY has them, in the order of their shard. */
  take(rows: Uint8Array): void {
    readCopiedRows(rows, ([shardColumn, seqColumn, atColumn, commandColumn, eventsColumn]) => {
      const shard = int2Of(shardColumn);
      const seq = int8Of(seqColumn);
      const atMs = int8Of(atColumn);
      const [command, events] = [bytesOf(commandColumn), bytesOf(eventsColumn)];
      const { leaf } = saltJournalRow(this.#saltKey, { shard, seq, atMs, command, events });
      const strand = this.#strands.get(shard) ?? new Strand();
      this.#strands.set(shard, strand);
      strand.add(seq, leaf, accountOfCommand(command) ?? concernedBy(command, events));
    });
  }

  /** The first number that is known of a shard; infinity: none is. */
  firstSeq(shard: number): number {
    return this.#strands.get(shard)?.firstSeq ?? Number.POSITIVE_INFINITY;
  }

  /** Hands on the leaves from a number to another, as far as they are known. */
  read(shard: number, range: { readonly from: number; readonly to: number }, take: TakeLeaf) {
    this.#strands.get(shard)?.read(range, take);
  }

  /** Everything up to this number is in the log for good. */
  forget(shard: number, to: number): void {
    this.#strands.get(shard)?.forget(to);
  }
}

class Strand {
  #hashes = Buffer.allocUnsafe(ROWS_AT_START * HASH_BYTES);
  #concerned: Concerned[] = [];
  #firstSeq = Number.POSITIVE_INFINITY;

  get firstSeq(): number {
    return this.#concerned.length > 0 ? this.#firstSeq : Number.POSITIVE_INFINITY;
  }

  add(seq: number, leaf: Uint8Array, concerned: Concerned): void {
    const count = this.#concerned.length;
    const isNext = count > 0 && seq === this.#firstSeq + count;
    if (!isNext || count >= ROWS_KEPT_MAX) {
      this.#concerned = [];
      this.#firstSeq = seq;
    }
    const at = this.#concerned.length * HASH_BYTES;
    if (at + HASH_BYTES > this.#hashes.length) {
      this.#hashes = Buffer.concat([this.#hashes, Buffer.allocUnsafe(this.#hashes.length)]);
    }
    this.#hashes.set(leaf, at);
    this.#concerned.push(concerned);
  }

  read({ from, to }: { readonly from: number; readonly to: number }, take: TakeLeaf): void {
    const [first, end] = [from - this.#firstSeq, to + 1 - this.#firstSeq];
    if (first < 0) return;
    for (let row = first; row < Math.min(end, this.#concerned.length); row += 1) {
      const leaf = this.#hashes.subarray(row * HASH_BYTES, (row + 1) * HASH_BYTES);
      take(leaf, this.#concerned[row] ?? 0, this.#firstSeq + row);
    }
  }

  forget(to: number): void {
    const gone = Math.min(this.#concerned.length, to + 1 - this.#firstSeq);
    if (gone <= 0) return;
    this.#hashes.copyWithin(0, gone * HASH_BYTES, this.#concerned.length * HASH_BYTES);
    this.#concerned = this.#concerned.slice(gone);
    this.#firstSeq += gone;
  }
}
