// Reading back what was written: the journal's tail, the heads of the tape, the snapshots. Called
// by recovery, on the writer's own connection, when nobody else can be writing. Invariant: a row
// is handed on only if it follows the one before in number and in hash.

import { marketId } from "@truetick/engine";
import { price } from "@truetick/money";
import type { ClientBase, QueryArrayConfig } from "pg";
import type { TapeHead } from "../tape/tape.ts";
import type { PackedEntry } from "./batch.ts";
import { linkOf } from "./chain-link.ts";

/** Where a reader stands in the journal: the last row it has seen. */
export type JournalPlace = {
  readonly seq: number;
  readonly atMs: number;
  readonly hash: Uint8Array;
};

const ROWS_PER_READ = 2_000;

type RawRow = [seq: Buffer, at: Buffer, command: Buffer, events: Buffer, hash: Buffer];

/** Hands on every row after `from`, in order; answers where the journal ends. */
export async function readTail(
  client: ClientBase,
  { shard, from }: { readonly shard: number; readonly from: JournalPlace },
  take: (entry: PackedEntry) => void,
): Promise<JournalPlace> {
  let place = from;
  for (;;) {
    const query: QueryArrayConfig & { readonly binary: true } = {
      name: "read-tail",
      text: `select seq, at_ms, command, events, hash from journal
             where shard = $1 and seq > $2 order by seq limit ${ROWS_PER_READ}`,
      values: [shard, place.seq],
      rowMode: "array",
      // As PostgreSQL keeps them, without a detour through text (see JournalWriter's parsers).
      binary: true,
    };
    const answer = await client.query<RawRow>(query);
    for (const row of answer.rows) {
      const next = readRow(row, { shard, place });
      place = next.place;
      take(next.entry);
    }
    if (answer.rows.length < ROWS_PER_READ) return place;
  }
}

function readRow(
  [seqBytes, atBytes, command, events, hash]: RawRow,
  { shard, place }: { readonly shard: number; readonly place: JournalPlace },
): { readonly entry: PackedEntry; readonly place: JournalPlace } {
  const seq = Number(seqBytes.readBigInt64BE());
  const atMs = Number(atBytes.readBigInt64BE());
  const link = linkOf(place.hash, { shard, seq, atMs, command, events });
  if (seq !== place.seq + 1 || !hash.equals(link)) {
    throw new JournalBroken(`journal row ${seq} does not follow row ${place.seq}`);
  }
  // Copied: the row is a window on what came over the socket, and would keep all of it.
  return { entry: { seq, atMs, events: new Uint8Array(events) }, place: { seq, atMs, hash: link } };
}

/** Somebody changed, dropped or added a row: nothing that follows can be trusted. */
export class JournalBroken extends Error {
  override readonly name = "JournalBroken";
}

/** The newest piece of every market that ever was defined. */
export async function readTapeHeads(client: ClientBase): Promise<TapeHead[]> {
  const answer = await client.query<{
    id: number;
    seq: string;
    bid: string;
    ask: string;
    at: string;
    hash: Buffer;
  }>(
    `select p.market_id as id, p.last_seq as seq, p.last_bid as bid, p.last_ask as ask,
            p.last_at_ms as at, p.hash
     from (select distinct market_id from market_terms) m
     cross join lateral (
       select * from tape_piece where market_id = m.market_id order by first_seq desc limit 1
     ) p`,
  );
  return answer.rows.map((row) => ({
    marketId: marketId(row.id),
    newest: {
      seq: Number(row.seq),
      bid: price(Number(row.bid)),
      ask: price(Number(row.ask)),
      atMs: Number(row.at),
    },
    hash: new Uint8Array(row.hash),
  }));
}
