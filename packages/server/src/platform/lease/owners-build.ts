// Which build of the program owns a shard now, as its claim said. Read by main-roles.ts when a row
// of the journal cannot be read.

import { sql } from "kysely";
import type { Database } from "../database.ts";
import { shardLease } from "./lease.ts";

/** Null where nobody owns it. */
export async function readOwnersBuild(database: Database, shard: number): Promise<string | null> {
  const { rows } = await sql<{ build: string | null }>`
    select build from lease where name = ${shardLease(shard)}`.execute(database);
  return rows[0]?.build ?? null;
}
