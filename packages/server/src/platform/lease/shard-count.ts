// How many shards this installation has: as many as there are rows `shard/…` in the table of
// leases, made by whoever starts first with a higher number. Asked by main.ts at every start.
// Invariant: nobody works with fewer shards than there are, because accounts live on all of them.

import { sql } from "kysely";
import type { Database } from "../database.ts";
import { StartRefusal } from "../start-refusal.ts";
import { shardLease } from "./lease.ts";

/** Refuses by throwing a StartRefusal. */
export async function settleShards(database: Database, shards: number): Promise<void> {
  const names = Array.from({ length: shards }, (_, shard) => shardLease(shard));
  await sql`
    insert into lease (name) select unnest(${names}::text[]) on conflict do nothing
  `.execute(database);
  const found = await sql<{ count: number }>`
    select count(*)::int as count from lease where name like 'shard/%'
  `.execute(database);
  const count = found.rows[0]?.count ?? 0;
  if (count === shards) return;
  throw new StartRefusal(
    `SHARDS=${shards} is too few: the accounts of this database are spread over ${count} shards.` +
      (shards === 1 ? ` Set ROLES and SHARDS=${count}.` : ""),
  );
}
