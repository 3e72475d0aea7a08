// The journal read page by page, as it stands in the table: numbers and links checked with code of
// its own, the leaf of every row made anew. Used by check-books.ts.

import {
  decodeCommand,
  decodeEvents,
  type Event,
  encodeCommand,
  encodeEvents,
} from "@truetick/engine";
import {
  CHAIN_GENESIS,
  chainHash,
  partCommitment,
  type RowPlace,
  rowLeaf,
  saltOf,
  wholeLeaf,
  wholeSalt,
} from "@truetick/proof";
import type { ClientBase } from "pg";
import type { Findings } from "./fault.ts";

export type JournalRow = {
  readonly seq: number;
  readonly atMs: number;
  readonly events: readonly Event[];
  /** Null where no salts are known. */
  readonly leaf: Uint8Array | null;
};

type StoredRow = {
  readonly seq: string;
  readonly at_ms: string;
  readonly command: Buffer;
  readonly events: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

/** Few milliseconds of work at a time. */
const ROWS_PER_READ = 250;

export class JournalReader {
  readonly log: string;
  readonly #client: ClientBase;
  readonly #shard: number;
  readonly #findings: Findings;
  readonly #saltKey: Uint8Array;
  #seq = 0;
  #link: Uint8Array = CHAIN_GENESIS;

  constructor(parts: {
    readonly client: ClientBase;
    readonly shard: number;
    readonly findings: Findings;
    readonly saltKey: Uint8Array;
  }) {
    this.#client = parts.client;
    this.#shard = parts.shard;
    this.#findings = parts.findings;
    this.#saltKey = parts.saltKey;
    this.log = `journal/${parts.shard}`;
  }

  /** The last number read. */
  get seq(): number {
    return this.#seq;
  }

  /** The next rows up to a number; empty at the end. */
  async next(toSeq: number): Promise<readonly JournalRow[]> {
    const { rows } = await this.#client.query<StoredRow>({
      name: "verify-journal",
      text: `select seq, at_ms, command, events, prev_hash, hash from journal
             where shard = $1 and seq > $2 and seq <= $3 order by seq limit ${ROWS_PER_READ}`,
      values: [this.#shard, this.#seq, toSeq],
    });
    this.#findings.count("journal", rows.length);
    return rows.map((row) => this.#take(row));
  }

  #take(row: StoredRow): JournalRow {
    const seq = Number(row.seq);
    if (seq !== this.#seq + 1) {
      const missing = { seq: this.#seq + 1, what: "missing" } as const;
      this.#fault({ ...missing, detail: `row ${this.#seq} is followed by row ${seq}` });
    } else if (!row.prev_hash.equals(this.#link)) {
      this.#fault({ seq, what: "chain", detail: "it does not follow the row before it" });
    }
    const atMs = Number(row.at_ms);
    const { command, events } = row;
    const own = linkOf(row.prev_hash, { shard: this.#shard, seq, atMs, command, events });
    if (own === null || !row.hash.equals(own)) {
      this.#fault({ seq, what: "chain", detail: "its hash is not that of its contents" });
    }
    this.#seq = seq;
    this.#link = row.hash;
    return { seq, atMs, ...this.#open({ seq, atMs, command, events: row.events }) };
  }

  #open(row: {
    readonly seq: number;
    readonly atMs: number;
    readonly command: Buffer;
    readonly events: Buffer;
  }): Pick<JournalRow, "events" | "leaf"> {
    const place = { shard: this.#shard, seq: row.seq, atMs: row.atMs };
    try {
      const events = decodeEvents(row.events);
      const isSpelled =
        row.events.equals(encodeEvents(events)) &&
        row.command.equals(encodeCommand(decodeCommand(row.command)));
      if (!isSpelled) throw new Error("of another spelling");
      return { events, leaf: this.#leafOf(place, row.command, events) };
    } catch (error) {
      const detail = `it means nothing: ${error instanceof Error ? error.message : error}`;
      this.#fault({ seq: row.seq, what: "unreadable", detail });
      return { events: [], leaf: this.#leafOfParts(place, [row.command, row.events]) };
    }
  }

  /** By a second spelling of the rule of row-parts.ts. */
  #leafOf(place: RowPlace, command: Uint8Array, events: readonly Event[]): Uint8Array {
    if ("accountId" in decodeCommand(command)) {
      const salt = wholeSalt(this.#saltKey, this.log, place);
      return wholeLeaf(place, salt, { command, events: encodeEvents(events) });
    }
    return this.#leafOfParts(place, [command, ...events.map((event) => encodeEvents([event]))]);
  }

  #leafOfParts(place: RowPlace, parts: readonly Uint8Array[]): Uint8Array {
    return rowLeaf(
      place,
      parts.map((part, nth) => {
        return partCommitment(saltOf(this.#saltKey, this.log, place, nth), part);
      }),
    );
  }

  #fault(fault: {
    readonly seq: number;
    readonly what: "missing" | "chain" | "unreadable";
    readonly detail: string;
  }): void {
    this.#findings.add({ log: this.log, marketId: null, ...fault });
  }
}

/** Shard, number, time, length of the command, command, events: null where the link is none. */
function linkOf(
  previous: Buffer,
  row: {
    readonly shard: number;
    readonly seq: number;
    readonly atMs: number;
    readonly command: Buffer;
    readonly events: Buffer;
  },
): Uint8Array | null {
  if (previous.length !== CHAIN_GENESIS.length) return null;
  const header = new DataView(new ArrayBuffer(22));
  header.setInt16(0, row.shard);
  header.setBigInt64(2, BigInt(row.seq));
  header.setBigInt64(10, BigInt(row.atMs));
  header.setInt32(18, row.command.length);
  return chainHash(
    previous,
    Buffer.concat([new Uint8Array(header.buffer), row.command, row.events]),
  );
}
