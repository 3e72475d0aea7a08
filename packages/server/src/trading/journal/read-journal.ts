// Reading back what was written: the journal's tail, the heads of the tape, the snapshots. Called
// by recovery, on the writer's own connection, when nobody else can be writing. Invariant: a row
// is handed on only if it follows the one before in number and in hash.

import type { ClientBase } from "pg";
import { HEADS_QUERY, type HeadRow, headOf } from "../tape/read-heads.ts";
import type { TapeHead } from "../tape/tape.ts";
import type { PackedEntry } from "./batch.ts";
import { linkOf } from "./chain-link.ts";
import { JournalBroken, type JournalPlace } from "./journal-store.ts";

const ROWS_PER_READ = 2_000;

type Row = {
  readonly seq: string;
  readonly at_ms: string;
  readonly command: Buffer;
  readonly events: Buffer;
  readonly hash: Buffer;
};

/**
 * Hands on every row after `from`, in order; answers where the journal ends. Rejects also where
 * `from` itself is gone or is not what it was.
 */
export async function readTail(
  client: ClientBase,
  { shard, from }: { readonly shard: number; readonly from: JournalPlace },
  take: (entry: PackedEntry) => void,
): Promise<JournalPlace> {
  await insistOn(client, shard, from);
  let place = from;
  for (;;) {
    const answer = await client.query<Row>({
      name: "read-tail",
      text: `select seq, at_ms, command, events, hash from journal
             where shard = $1 and seq > $2 order by seq limit ${ROWS_PER_READ}`,
      values: [shard, place.seq],
    });
    for (const row of answer.rows) {
      place = follow(row, { shard, place });
      take({ seq: place.seq, atMs: place.atMs, events: row.events });
    }
    if (answer.rows.length < ROWS_PER_READ) return place;
  }
}

async function insistOn(client: ClientBase, shard: number, place: JournalPlace): Promise<void> {
  if (place.seq === 0) return;
  const answer = await client.query<Pick<Row, "hash">>({
    name: "read-link",
    text: "select hash from journal where shard = $1 and seq = $2",
    values: [shard, place.seq],
  });
  if (answer.rows[0]?.hash.equals(place.hash)) return;
  throw new JournalBroken(`journal row ${place.seq} is gone or changed`);
}

function follow(
  row: Row,
  { shard, place }: { readonly shard: number; readonly place: JournalPlace },
): JournalPlace {
  const seq = Number(row.seq);
  const atMs = Number(row.at_ms);
  const { command, events } = row;
  const hash = linkOf(place.hash, { shard, seq, atMs, command, events });
  if (seq !== place.seq + 1 || !row.hash.equals(hash)) {
    throw new JournalBroken(`journal row ${seq} does not follow row ${place.seq}`);
  }
  return { seq, atMs, hash };
}

/** The newest piece of every market that ever was defined. */
export async function readTapeHeads(client: ClientBase): Promise<TapeHead[]> {
  const answer = await client.query<HeadRow>(HEADS_QUERY);
  return answer.rows.map(headOf);
}
