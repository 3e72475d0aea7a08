// Which shards sit on which seat, and what of both is taken right now (migration 0044). Read by
// claim-shards.ts before it claims or hands over anything.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type SeatedShard = {
  readonly shard: number;
  readonly seat: number;
  /** Somebody owns the shard, as claim_lease sees it. */
  readonly isTaken: boolean;
  readonly isSeatTaken: boolean;
};

/** Lower shards first: shard 0 makes the quotes. */
export async function readSeating(database: Database): Promise<readonly SeatedShard[]> {
  const { rows } = await sql<SeatedShard>`
    with taken as (
      select name from lease
      where owner is not null and expires_at > clock_timestamp()
        and is_connected(backend_pid, backend_start)
    )
    select shard, seat,
      'shard/' || shard in (select name from taken) as "isTaken",
      'seat/' || seat in (select name from taken) as "isSeatTaken"
    from shard_seat order by shard`.execute(database);
  return rows;
}
