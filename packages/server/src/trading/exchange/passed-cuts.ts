// The New York cuts that every shard has passed: what came before one of them, on whatever shard,
// is committed, and nothing before it can still come. Asked by what speaks of all accounts at one
// moment: liabilities, statements.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { readShards } from "../journal/read-shards.ts";

export type PassedCut = { readonly cutDate: number; readonly atMs: number };

/** Newest first. A shard that began after a cut has nothing before it. */
export async function findPassedCuts(
  database: Database,
  take: number,
): Promise<readonly PassedCut[]> {
  const { rows } = await sql<{ cut_date: number; at_ms: bigint }>`
    select d.cut_date, max(d.at_ms) as at_ms
    from trading_day d
    group by d.cut_date
    having not exists (
      select from unnest(${await readShards(database)}::smallint[]) as known (shard)
      cross join lateral (
        select j.at_ms from journal j where j.shard = known.shard order by j.seq limit 1
      ) begun
      where begun.at_ms < min(d.at_ms)
        and not exists (
          select from trading_day own where own.shard = known.shard and own.cut_date = d.cut_date
        )
    )
    order by d.cut_date desc limit ${take}`.execute(database);
  return rows.map(({ cut_date, at_ms }) => ({ cutDate: cut_date, atMs: Number(at_ms) }));
}
