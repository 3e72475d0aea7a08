// Who is due a statement for a New York day, and its figures: of all accounts of a member together,
// from the ledger and the equities of the cut. Called by statement-mail.ts. Invariant: every figure
// of a statement speaks of the same rows of the journal of the shard that the member lives on.

import type { MovementCause } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { findPassedCuts } from "../../trading/exchange/passed-cuts.ts";

/** The rows of a shard's journal from `firstSeq` up to, but without, `endSeq`. */
export type DayRows = {
  readonly shard: number;
  readonly firstSeq: number;
  readonly endSeq: number;
};

/** A day that has ended, on every shard. */
export type EndedDay = {
  readonly cutDate: number;
  readonly atMs: number;
  readonly rows: readonly DayRows[];
};

export type DueStatement = {
  readonly userId: number;
  readonly email: string;
  readonly language: string;
  /** In millionths. */
  readonly opening: bigint;
  readonly closing: bigint;
  readonly equity: bigint;
  readonly totals: readonly { readonly cause: MovementCause; readonly amount: bigint }[];
};

/** Each look goes through all live orders. */
const MEMBERS_PER_LOOK = 10_000;

/** The newest day that has ended; null before the first. */
export async function findEndedDay(database: Database): Promise<EndedDay | null> {
  const [newest] = await findPassedCuts(database, 1);
  if (!newest) return null;
  const { rows } = await sql<{ shard: number; first_seq: bigint; end_seq: bigint }>`
    select d.shard, d.journal_seq as end_seq, coalesce((
      select b.journal_seq from trading_day b
      where b.shard = d.shard and b.cut_date < d.cut_date order by b.cut_date desc limit 1
    ), 0) as first_seq
    from trading_day d where d.cut_date = ${newest.cutDate} order by d.shard`.execute(database);
  return {
    ...newest,
    rows: rows.map(({ shard, first_seq, end_seq }) => {
      return { shard, firstSeq: Number(first_seq), endSeq: Number(end_seq) };
    }),
  };
}

/** As a table to join with. */
function boundsOf({ rows }: EndedDay) {
  const shards = rows.map(({ shard }) => shard);
  const firsts = rows.map(({ firstSeq }) => firstSeq);
  const ends = rows.map(({ endSeq }) => endSeq);
  return sql`unnest(${shards}::smallint[], ${firsts}::bigint[], ${ends}::bigint[])
    as day (shard, first_seq, end_seq)`;
}

/** Some of those behind that one, by id, who have none for this day so far; empty: no more. */
export async function findDue(
  database: Database,
  day: EndedDay,
  afterId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: bigint }>`
    select u.id
    from app_user u left join member_setting s on s.user_id = u.id
    where ${isWanted(day)} and u.id > ${afterId}
      and exists (
        select from trading_account a join ${boundsOf(day)} on day.shard = a.shard
        where a.owner_id = u.id and (
          exists (
            select from ledger_posting p where p.account_id = a.account_id
              and p.journal_seq >= day.first_seq and p.journal_seq < day.end_seq
          )
          or a.account_id in (
            select o.account_id from trade_order o
            where o.ended_at_ms is null and o.status = 'holding'
          )
        )
      )
    order by u.id limit ${MEMBERS_PER_LOOK}`.execute(database);
  return rows.map(({ id }) => Number(id));
}

/** Of those among them who still want it. */
export async function readStatements(
  database: Database,
  day: EndedDay,
  userIds: readonly number[],
): Promise<readonly DueStatement[]> {
  const { rows } = await sql<DueStatement>`
    with due as (
      select u.id, u.email, coalesce(s.language, u.language) as language
      from app_user u left join member_setting s on s.user_id = u.id
      where u.id = any(${userIds}::bigint[]) and ${isWanted(day)}
    ), held as (${heldBy(day)})
    select due.id as "userId", due.email, due.language, held.opening::bigint as opening,
      held.closing::bigint as closing, held.equity::bigint as equity,
      coalesce((
        select json_agg(json_build_object('cause', t.cause, 'amount', t.amount::text)
          order by t.cause)
        from (
          select p.cause, sum(p.amount) as amount from ledger_posting p
          join trading_account a on a.account_id = p.account_id
          join ${boundsOf(day)} on day.shard = a.shard
          where a.owner_id = due.id
            and p.journal_seq >= day.first_seq and p.journal_seq < day.end_seq
          group by p.cause
        ) t
      ), '[]') as totals
    from due join held on held.owner_id = due.id order by due.id`.execute(database);
  return rows.map((row) => ({
    ...row,
    userId: Number(row.userId),
    totals: row.totals.map(({ cause, amount }) => ({ cause, amount: BigInt(amount) })),
  }));
}

/** Real people with an address, no wish to the contrary, and none for this day so far. */
function isWanted(day: EndedDay) {
  return sql`u.book = 'real' and u.email is not null and not u.is_simulated
    and coalesce(s.has_statement_mail, true)
    and not exists (
      select from statement_mail m where m.user_id = u.id and m.cut_date = ${day.cutDate}
    )`;
}

/** Where a cut wrote no equity, it was the one before and what was paid in or out since. */
function heldBy(day: EndedDay) {
  return sql`
    select a.owner_id,
      sum(coalesce(opening.balance, 0)) as opening,
      sum(coalesce(closing.balance, 0)) as closing,
      sum(coalesce(cut.equity, 0) + coalesce(since.amount, 0)) as equity
    from trading_account a
    join due on due.id = a.owner_id
    join ${boundsOf(day)} on day.shard = a.shard
    left join lateral (
      select balance from ledger_posting
      where account_id = a.account_id and journal_seq < day.first_seq
      order by journal_seq desc, position desc limit 1
    ) opening on true
    left join lateral (
      select balance from ledger_posting
      where account_id = a.account_id and journal_seq < day.end_seq
      order by journal_seq desc, position desc limit 1
    ) closing on true
    left join lateral (
      select equity, journal_seq from day_equity
      where account_id = a.account_id and journal_seq <= day.end_seq
      order by journal_seq desc limit 1
    ) cut on true
    left join lateral (
      select sum(amount) as amount from ledger_posting
      where account_id = a.account_id and cause not in ('profit', 'fee', 'financing')
        and journal_seq > coalesce(cut.journal_seq, 0) and journal_seq < day.end_seq
    ) since on true
    group by a.owner_id`;
}
