// Who chose to be listed, under which alias. Invariant: there is no column for a result; figures
// are computed from the facts alone, so that none can be made up (H18, T44).

import type { Book } from "@truetick/engine";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type LeaderTable = {
  readonly account_id: bigint;
  readonly alias: string;
  readonly listed_at: Generated<Date>;
  /** Off the list since then; null: listed. */
  readonly left_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    leader: LeaderTable;
  }
}

export type Leader = {
  readonly accountId: number;
  readonly userId: number;
  readonly alias: string;
  readonly isListed: boolean;
  readonly book: Book;
  readonly isSimulated: boolean;
  readonly openedAtMs: number;
  /** Where it lives, and the row of that journal that opened it. */
  readonly shard: number;
  readonly openedSeq: number;
};

type Row = {
  readonly account_id: bigint;
  readonly user_id: bigint;
  readonly alias: string;
  readonly is_listed: boolean;
  readonly book: Book;
  readonly is_simulated: boolean;
  readonly opened_at_ms: bigint;
  readonly shard: number;
  readonly opened_seq: bigint;
};

/** Also those who have left: a follower may still copy them. Play accounts where they count. */
export async function readLeaders(
  database: Database,
  { hasDemos }: { readonly hasDemos: boolean },
): Promise<Leader[]> {
  const { rows } = await sql<Row>`
    select l.account_id, u.id as user_id, l.alias, l.left_at is null as is_listed, t.book,
      u.is_simulated, t.opened_at_ms, t.shard, t.journal_seq as opened_seq
    from leader l
    join user_account a on a.id = l.account_id
    join app_user u on u.id = a.user_id
    join trading_account t on t.account_id = l.account_id
    where t.book = 'real' or ${hasDemos}`.execute(database);
  return rows.map((row) => ({
    accountId: Number(row.account_id),
    userId: Number(row.user_id),
    alias: row.alias,
    isListed: row.is_listed,
    book: row.book,
    isSimulated: row.is_simulated,
    openedAtMs: Number(row.opened_at_ms),
    shard: row.shard,
    openedSeq: Number(row.opened_seq),
  }));
}
