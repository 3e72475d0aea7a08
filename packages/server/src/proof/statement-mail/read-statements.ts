// Who is due a statement for a New York day, and its figures: of all accounts of a member together,
// from the ledger and the equities of the cut. Called by statement-mail.ts. Invariant: every figure
// of a statement speaks of the same rows of the journal.

import type { MovementCause } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

/** A day that has ended: its rows of the journal from `firstSeq` up to, but without, `endSeq`. */
export type EndedDay = {
  readonly cutDate: number;
  readonly atMs: number;
  readonly firstSeq: number;
  readonly endSeq: number;
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

const MEMBERS_PER_READ = 100;

/** The newest day that has ended; null before the first. */
export async function findEndedDay(database: Database): Promise<EndedDay | null> {
  const { rows } = await sql<{ cut_date: number; at_ms: bigint; journal_seq: bigint }>`
    select cut_date, at_ms, journal_seq from trading_day where shard = 0
    order by cut_date desc limit 2`.execute(database);
  const [newest, before] = rows;
  if (!newest) return null;
  return {
    cutDate: newest.cut_date,
    atMs: Number(newest.at_ms),
    firstSeq: Number(before?.journal_seq ?? 0n),
    endSeq: Number(newest.journal_seq),
  };
}

/** Some of those who have none for this day so far; empty when everybody has theirs. */
export async function readDue(database: Database, day: EndedDay): Promise<readonly DueStatement[]> {
  const { firstSeq, endSeq } = day;
  const { rows } = await sql<DueStatement>`
    with due as (${dueMembers(day)}), held as (${heldBy(day)})
    select due.id as "userId", due.email, due.language, held.opening::bigint as opening,
      held.closing::bigint as closing, held.equity::bigint as equity,
      coalesce((
        select json_agg(json_build_object('cause', t.cause, 'amount', t.amount::text)
          order by t.cause)
        from (
          select p.cause, sum(p.amount) as amount from ledger_posting p
          join trading_account a on a.account_id = p.account_id
          where a.owner_id = due.id
            and p.journal_seq >= ${firstSeq} and p.journal_seq < ${endSeq}
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

/** Real people with an address, something on the account, and no wish to the contrary. */
function dueMembers({ cutDate, firstSeq, endSeq }: EndedDay) {
  return sql`
    select u.id, u.email, coalesce(s.language, u.language) as language
    from app_user u left join member_setting s on s.user_id = u.id
    where u.book = 'real' and u.email is not null and not u.is_simulated
      and coalesce(s.has_statement_mail, true)
      and not exists (
        select from statement_mail m where m.user_id = u.id and m.cut_date = ${cutDate}
      )
      and exists (
        select from trading_account a where a.owner_id = u.id and (
          exists (
            select from ledger_posting p where p.account_id = a.account_id
              and p.journal_seq >= ${firstSeq} and p.journal_seq < ${endSeq}
          )
          or a.account_id in (
            select o.account_id from trade_order o
            where o.ended_at_ms is null and o.status = 'holding'
          )
        )
      )
    order by u.id limit ${MEMBERS_PER_READ}`;
}

/** Where a cut wrote no equity, it was the one before and what was paid in or out since. */
function heldBy({ firstSeq, endSeq }: EndedDay) {
  return sql`
    select a.owner_id,
      sum(coalesce(opening.balance, 0)) as opening,
      sum(coalesce(closing.balance, 0)) as closing,
      sum(coalesce(cut.equity, 0) + coalesce(since.amount, 0)) as equity
    from trading_account a
    join due on due.id = a.owner_id
    left join lateral (
      select balance from ledger_posting
      where account_id = a.account_id and journal_seq < ${firstSeq}
      order by journal_seq desc, position desc limit 1
    ) opening on true
    left join lateral (
      select balance from ledger_posting
      where account_id = a.account_id and journal_seq < ${endSeq}
      order by journal_seq desc, position desc limit 1
    ) closing on true
    left join lateral (
      select equity, journal_seq from day_equity
      where account_id = a.account_id and journal_seq <= ${endSeq}
      order by journal_seq desc limit 1
    ) cut on true
    left join lateral (
      select sum(amount) as amount from ledger_posting
      where account_id = a.account_id and cause not in ('profit', 'fee', 'financing')
        and journal_seq > coalesce(cut.journal_seq, 0) and journal_seq < ${endSeq}
    ) since on true
    group by a.owner_id`;
}
