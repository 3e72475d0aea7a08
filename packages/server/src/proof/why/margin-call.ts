// The margin call of an account that stands before a row of the journal, or its newest. Calls are
// in the journal alone; the inbox keeps in which row each was told, so that nothing is searched.

import type { MarginCalled } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { ownEvents, readRow, type WhyRow } from "./why-row.ts";

export type FoundCall = { readonly row: WhyRow; readonly event: MarginCalled };

/** Other accounts of the same owner may have been called since. */
const LOOKED_AT_MAX = 20;

export async function findMarginCall(
  database: Database,
  wanted: {
    readonly accountId: number;
    readonly ownerId: number;
    readonly shard: number;
    /** The call is in this row or before it; null: the newest. */
    readonly upTo: number | null;
  },
): Promise<FoundCall | null> {
  const { accountId, ownerId, shard, upTo } = wanted;
  const { rows } = await sql<{ seq: bigint }>`
    select seq from (
      select split_part(source_id, '/', 2)::bigint as seq from notice
      where user_id = ${ownerId} and source = 'margin-call'
        and split_part(source_id, '/', 1) = ${String(shard)}
    ) as told
    where ${upTo}::bigint is null or seq <= ${upTo}
    order by seq desc limit ${LOOKED_AT_MAX}`.execute(database);
  for (const { seq } of rows) {
    const row = await readRow(database, { shard, seq: Number(seq) });
    const event = callIn(row, accountId);
    if (event) return { row, event };
  }
  return null;
}

export function callIn(row: WhyRow, accountId: number): MarginCalled | null {
  const called = ownEvents(row, accountId).findLast(({ type }) => type === "MarginCalled");
  return called?.type === "MarginCalled" ? called : null;
}
