// How many shards this installation has: as many as there are rows `shard/…` in the table of
// leases, made by whoever starts first with a higher number. Asked by main.ts at every start.
// Invariants: nobody works with fewer shards than there are, because accounts live on all of them;
// every shard has a seat, so that some engine will work on it.

import { sql } from "kysely";
import type { Database } from "../database.ts";
import { StartRefusal } from "../start-refusal.ts";

/** Refuses by throwing a StartRefusal. */
export async function settleShards(database: Database, shards: number): Promise<void> {
  const settled = await sql<{ count: number }>`
    select settle_shards(${shards}) as count`.execute(database);
  const count = settled.rows[0]?.count ?? 0;
  if (count === shards) return;
  throw new StartRefusal(
    `SHARDS=${shards} is too few: the accounts of this database are spread over ${count} shards.` +
      (shards === 1 ? ` Set ROLES and SHARDS=${count}.` : ""),
  );
}
