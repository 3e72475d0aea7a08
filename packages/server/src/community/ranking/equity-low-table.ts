// How low the equity of listed accounts was seen between two cuts. Written by note-lows.ts before a
// fall is shown for the first time, read with the other facts. Invariant: rows are only added, and
// one more of them can only deepen the fall of its own account (H18).

import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { EquityLow } from "./equity-record.ts";

type EquityLowTable = {
  readonly account_id: bigint;
  readonly journal_seq: bigint;
  readonly shard: number;
  readonly equity: bigint;
  readonly seen_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    equity_low: EquityLowTable;
  }
}

export type SeenLow = EquityLow & { readonly accountId: number; readonly shard: number };

type LowRow = { readonly id: bigint; readonly seq: bigint; readonly equity: bigint };

/** Nobody takes longer to commit a row than this. */
const COMMITTED_WITHIN = "10 minutes";

/** All that were ever seen of accounts that nothing is known of; of the others what is new. */
export async function readLows(
  database: Database,
  accounts: readonly { readonly accountId: number; readonly seq: number }[],
  readBefore: string | null,
): Promise<readonly LowRow[]> {
  const ids = (isKnown: boolean) =>
    accounts.filter(({ seq }) => seq > 0 === isKnown).map(({ accountId }) => accountId);
  const { rows } = await sql<LowRow>`
    select account_id as id, journal_seq as seq, equity from equity_low
    where account_id = any(${ids(false)}::bigint[])
    union all
    select account_id, journal_seq, equity from equity_low
    where account_id = any(${ids(true)}::bigint[])
      and seen_at > coalesce(${readBefore}::timestamptz, '-infinity')
        - ${COMMITTED_WITHIN}::interval`.execute(database);
  return rows;
}

export async function storeLows(database: Database, lows: readonly SeenLow[]): Promise<void> {
  if (lows.length === 0) return;
  const columns = {
    accounts: lows.map(({ accountId }) => accountId),
    seqs: lows.map(({ seq }) => seq),
    shards: lows.map(({ shard }) => shard),
    equities: lows.map(({ equity }) => equity),
  };
  // A parameter for each column: a row of parameters each would be too many of a big fall.
  await sql`
    insert into equity_low (account_id, journal_seq, shard, equity)
    select * from unnest(${columns.accounts}::bigint[], ${columns.seqs}::bigint[],
      ${columns.shards}::smallint[], ${columns.equities}::bigint[])
    on conflict do nothing`.execute(database);
}
