// The ledger's rows: two per movement, as the engine's events carry them. Called by the journal
// for every event it writes. Invariant: nothing is computed here; the postings of a movement sum
// to zero because the engine made them so (inv01).

import type { Event, LedgerAccount, Movement } from "@truetick/engine";
import { movementsOf } from "@truetick/engine";
import type { EntryPlace } from "../journal/entry-place.ts";
import type { RowBuffer } from "../journal/row-buffer.ts";

export const POSTING_SHAPE = {
  shard: "int2",
  journal_seq: "int8",
  position: "int4",
  movement_id: "int8",
  book: "text",
  account_id: "int8",
  house: "text",
  amount: "int8",
  balance: "int8",
  cause: "text",
  cause_id: "int8",
  at_ms: "int8",
  is_house_end: "bool",
} as const;

/** The ledger's parts; a movement is in one of them (migrations 0046 and 0055). */
type PostingBuffers = {
  /** Won, lost or paid by an order. */
  readonly orderPostings: RowBuffer;
  /** Corrected or paid for by the house. */
  readonly corrections: RowBuffer;
  /** Everything else. */
  readonly flowPostings: RowBuffer;
};

/** Where a posting says that it is the last of its house account. */
type HouseEnd = { readonly rows: RowBuffer; readonly at: number };

/** The postings of one commit. */
export class PostingRows {
  readonly #buffers: PostingBuffers;
  /** The newest posting of each house account. */
  readonly #houseEnds = new Map<string, HouseEnd>();

  constructor(buffers: PostingBuffers) {
    this.#buffers = buffers;
  }

  clear(): void {
    this.#houseEnds.clear();
  }

  /** Writes the postings of one event, and moves the place's position on. */
  take(event: Event, place: EntryPlace): void {
    for (const movement of movementsOf(event)) {
      const rows = this.#partOf(movement);
      for (const { account, amount, balance } of movement.postings) {
        rows
          .begin()
          .int2(place.shard)
          .int8(place.seq)
          .int4(place.position)
          .int8(movement.movementId)
          .text(movement.book)
          .int8(accountIdOf(account))
          .text(houseOf(account))
          .int8(amount)
          .int8(balance)
          .text(movement.cause)
          .int8(movement.causeId)
          .int8(event.atMs)
          .bool(typeof account === "string");
        if (typeof account === "string") this.#endHouse(`${movement.book}/${account}`, rows);
        rows.end();
        place.position += 1;
      }
    }
  }

  #partOf({ cause }: Movement): RowBuffer {
    switch (cause) {
      case "profit":
      case "fee":
      case "financing":
        return this.#buffers.orderPostings;
      case "adjustment":
      case "protection":
        return this.#buffers.corrections;
      default:
        return this.#buffers.flowPostings;
    }
  }

  /** The posting being written is the last of its house account, the one before no longer is. */
  #endHouse(name: string, rows: RowBuffer): void {
    const before = this.#houseEnds.get(name);
    if (before !== undefined) before.rows.takeBack(before.at);
    this.#houseEnds.set(name, { rows, at: rows.valueEnd });
  }
}

function accountIdOf(account: LedgerAccount): number | null {
  return typeof account === "number" ? account : null;
}

function houseOf(account: LedgerAccount): string | null {
  return typeof account === "string" ? account : null;
}
