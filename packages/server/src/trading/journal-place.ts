// Where a follower of the journals stands, as the database keeps it: a row per shard. Called by
// journal-follower.ts, and by whoever must not meet one of its steps half done. Invariant: whoever
// looks at a place holds the one lock of that follower, so that steps of different shards, of
// different processes and of people take turns, and nobody waits for two rows crosswise.

import { sql } from "kysely";
import type { Database } from "../platform/database.ts";
import { FIRST_SHARD } from "./journal/read-shards.ts";

export type Cursor = "notice_cursor" | "copy_cursor";

/** Until the transaction ends. The row of the first shard is the lock of all of them. */
export async function lockPlaces(trx: Database, cursor: Cursor): Promise<void> {
  await makePlace(trx, cursor, FIRST_SHARD);
  await sql`select from ${sql.table(cursor)} where shard = ${FIRST_SHARD} for update`.execute(trx);
}

/** Up to which row of a shard's journal everything is done. Under the lock. */
export async function readPlace(trx: Database, cursor: Cursor, shard: number): Promise<number> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from ${sql.table(cursor)} where shard = ${shard}`.execute(trx);
  return Number(rows[0]?.seq ?? 0n);
}

export async function movePlace(
  trx: Database,
  cursor: Cursor,
  { shard, seq }: { readonly shard: number; readonly seq: number },
): Promise<void> {
  if (shard !== FIRST_SHARD) await makePlace(trx, cursor, shard);
  await sql`update ${sql.table(cursor)} set seq = ${seq} where shard = ${shard}`.execute(trx);
}

/** How each begins where a shard has no journal yet. */
async function makePlace(trx: Database, cursor: Cursor, shard: number): Promise<void> {
  const values = {
    notice_cursor: sql`(shard, first_seq, seq) values (${shard}, 0, 0)`,
    copy_cursor: sql`(shard, seq) values (${shard}, 0)`,
  };
  await sql`insert into ${sql.table(cursor)} ${values[cursor]} on conflict do nothing`.execute(trx);
}
