// How low the equity of listed accounts was seen between two cuts. Written by ranking.ts before it
// shows a fall for the first time, read with the other facts. Invariant: rows are only added, and
// one more of them can make nobody look better (H18).

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
  const rows = lows.map(({ accountId, seq, shard, equity }) => {
    return { account_id: BigInt(accountId), journal_seq: BigInt(seq), shard, equity };
  });
  await database
    .insertInto("equity_low")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
