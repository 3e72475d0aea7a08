// What is owed to real people, from the ledger as of one row of each shard's journal: cash of all
// their accounts, and what is held for their withdrawals. The ledger only grows, so the same rows
// give the same figures for ever. Invariant: an account below zero, as one with open positions can
// be for a moment, is owed nothing and takes nothing from what others, or its owner, are owed.

import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

/** By shard: the last row of its journal that counts. */
export type JournalCut = ReadonlyMap<number, bigint>;

/** Few enough that taking them in is felt by nobody. */
const OWNERS_PER_READ = 1_000;

export type Owed = {
  readonly ownerId: bigint;
  readonly uid: string;
  /** Millionths. */
  readonly amount: bigint;
};

/** Every real person with an account by then, in portions. */
export async function* readOwed(
  database: Database,
  at: JournalCut,
): AsyncGenerator<readonly Owed[]> {
  const held = await readHeld(database, at);
  let after = -1n;
  for (;;) {
    const { rows } = await sql<{ owner_id: bigint; uid: string | null; cash: string }>`
      select a.owner_id, u.uid, sum(greatest(newest.balance, 0))::text as cash
      from (
        select t.owner_id, t.account_id, cut.seq from trading_account t
        join ${tableOf(at)} on ${IS_COUNTED}
        where t.owner_id > ${after}
          and t.owner_id <= (
            select max(owner_id) from (
              select distinct t.owner_id from trading_account t
              join ${tableOf(at)} on ${IS_COUNTED}
              where t.owner_id > ${after}
              order by t.owner_id limit ${OWNERS_PER_READ}
            ) portion
          )
      ) a
      left join app_user u on u.id = a.owner_id
      cross join lateral (${NEWEST_BALANCE}) newest
      group by a.owner_id, u.uid order by a.owner_id`.execute(database);
    if (rows.length === 0) return;
    yield rows.map(({ owner_id, uid, cash }) => {
      if (uid === null) throw new Error("Invariant: whoever owns a real account is known");
      return { ownerId: owner_id, uid, amount: BigInt(cash) + (held.get(owner_id) ?? 0n) };
    });
    after = rows.at(-1)?.owner_id ?? after;
  }
}

/** As a table to join with. */
function tableOf(at: JournalCut): RawBuilder<unknown> {
  const shards = [...at.keys()];
  const seqs = [...at.values()];
  return sql`unnest(${shards}::smallint[], ${seqs}::bigint[]) as cut (shard, seq)`;
}

const IS_COUNTED = sql`cut.shard = t.shard and t.book = 'real' and t.journal_seq <= cut.seq`;

/** Of account `a`: one row, also of one that never had money. */
const NEWEST_BALANCE = sql`select coalesce((
    select balance from ledger_posting
    where account_id = a.account_id and journal_seq <= a.seq
    order by journal_seq desc, position desc limit 1
  ), 0) as balance`;

/** By owner: what withdrawals hold that are neither paid nor released by then. */
async function readHeld(
  database: Database,
  at: JournalCut,
  ownerId: bigint | null = null,
): Promise<ReadonlyMap<bigint, bigint>> {
  const isWanted = ownerId === null ? sql`true` : sql`a.owner_id = ${ownerId}`;
  const { rows } = await sql<{ owner_id: bigint; held: string }>`
    select a.owner_id, sum(open.held)::text as held
    from (
      select cause_id, sum(amount) filter (where house = 'withdrawals') as held,
        max(account_id) as account_id
      from ledger_posting p join ${tableOf(at)} on cut.shard = p.shard
      where (house = 'withdrawals' or (cause = 'withdrawal-hold' and account_id is not null))
        and book = 'real' and journal_seq <= cut.seq
      group by cause_id
      having sum(amount) filter (where house = 'withdrawals') <> 0
    ) open
    join trading_account a on a.account_id = open.account_id
    where ${isWanted} group by a.owner_id`.execute(database);
  return new Map(rows.map(({ owner_id, held }) => [owner_id, BigInt(held)]));
}

export type OwnOwed = {
  /** Of the main account; may be below zero. */
  readonly cash: bigint;
  /** Of the accounts that copy, those below zero left out. */
  readonly copying: bigint;
  readonly held: bigint;
};

/** What one person is owed, by its parts. */
export async function readOwnOwed(
  database: Database,
  ownerId: bigint,
  at: JournalCut,
): Promise<OwnOwed> {
  const [{ rows }, held] = await Promise.all([
    sql<{ cash: string; copying: string }>`
      select coalesce(sum(newest.balance) filter (where u.is_main), 0)::text as cash,
        coalesce(sum(greatest(newest.balance, 0)) filter (where not u.is_main), 0)::text as copying
      from (
        select t.account_id, cut.seq from trading_account t
        join ${tableOf(at)} on ${IS_COUNTED} where t.owner_id = ${ownerId}
      ) a
      join user_account u on u.id = a.account_id
      cross join lateral (${NEWEST_BALANCE}) newest`.execute(database),
    readHeld(database, at, ownerId),
  ]);
  const [row] = rows;
  return {
    cash: BigInt(row?.cash ?? 0),
    copying: BigInt(row?.copying ?? 0),
    held: held.get(ownerId) ?? 0n,
  };
}
