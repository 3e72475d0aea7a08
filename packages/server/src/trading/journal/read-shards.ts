// Which shards have a journal. Asked by whoever reads the record of all of them: followers, the
// ranking, the logs, the verifier. Invariant: a shard is there from its first row on, and for good.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

/** The first shard; the only one of an installation in one process. */
export const FIRST_SHARD = 0;

/** By steps from one shard to the next: the rows of a shard are not looked through. */
export const SHARDS_QUERY = `
  with recursive known (shard) as (
    select min(shard) from journal
    union all
    select (select min(j.shard) from journal j where j.shard > k.shard)
    from known k where k.shard is not null
  )
  select shard from known where shard is not null order by shard`;

/** Where an account lives; an account that was never opened is on the first. */
export async function readShardOf(database: Database, accountId: number): Promise<number> {
  const { rows } = await sql<{ shard: number }>`
    select shard from trading_account where account_id = ${accountId}`.execute(database);
  return rows[0]?.shard ?? FIRST_SHARD;
}

/** In the order of their numbers; none in an installation that has not begun. */
export async function readShards(database: Database): Promise<readonly number[]> {
  const { rows } = await sql<{ shard: number }>`${sql.raw(SHARDS_QUERY)}`.execute(database);
  return rows.map(({ shard }) => shard);
}
