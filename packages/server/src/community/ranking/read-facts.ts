// What the ranking is computed from, as the database has it at one moment: cuts, equities, money
// paid in and out, closed orders, followers. All of it is written by the journal's own commits but
// the followers; nothing of it is the ranking's. Invariant: one read is one snapshot, up to one row
// of the journal.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Cut, CutEquity, Flow } from "./equity-record.ts";

/** An account, and the row of the journal up to which it is known. */
export type KnownUpTo = { readonly accountId: number; readonly seq: number };

/** Closed orders of one account, market and leverage. */
export type ClosedOrders = {
  readonly marketId: number;
  readonly leverage: number;
  /** Orders that people placed; the closed parts of one count once. */
  readonly orders: bigint;
  readonly closed: bigint;
  readonly won: bigint;
  /** After fees. */
  readonly profit: bigint;
  readonly heldMs: bigint;
};

export type Facts = {
  /** The newest row of the journal that is in it. */
  readonly seq: number;
  readonly cuts: readonly Cut[];
  readonly equities: ReadonlyMap<number, readonly CutEquity[]>;
  readonly flows: ReadonlyMap<number, readonly Flow[]>;
  readonly closed: ReadonlyMap<number, readonly ClosedOrders[]>;
  /** The same of the last three weeks. */
  readonly recent: ReadonlyMap<number, readonly ClosedOrders[]>;
};

export type FactsWanted = {
  readonly accounts: readonly KnownUpTo[];
  /** Only cuts after this row. */
  readonly cutsAfter: number;
  /** Days from this date on are the last three weeks. */
  readonly recentFromDate: number;
};

export function readFacts(database: Database, wanted: FactsWanted): Promise<Facts> {
  const { accounts, cutsAfter, recentFromDate } = wanted;
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const seq = await readNewestSeq(tx);
      const recentFrom = await readStartOf(tx, recentFromDate);
      const since = accounts.map((account) => ({ ...account, seq: recentFrom }));
      return {
        seq,
        cuts: await readCuts(tx, cutsAfter),
        equities: await readEquities(tx, accounts),
        flows: await readFlows(tx, accounts),
        closed: await readClosed(tx, accounts),
        recent: await readClosed(tx, since),
      };
    });
}

async function readNewestSeq(tx: Database): Promise<number> {
  const { rows } = await sql<{ seq: bigint | null }>`
    select max(seq) as seq from journal where shard = 0`.execute(tx);
  return Number(rows[0]?.seq ?? 0n);
}

/** The row that started the first of the days: what is after it belongs to them. */
async function readStartOf(tx: Database, fromDate: number): Promise<number> {
  const { rows } = await sql<{ seq: bigint | null }>`
    select max(journal_seq) as seq from trading_day where shard = 0 and cut_date < ${fromDate}
  `.execute(tx);
  return Number(rows[0]?.seq ?? 0n);
}

async function readCuts(tx: Database, after: number): Promise<Cut[]> {
  const { rows } = await sql<{ seq: bigint; cut_date: number; at_ms: bigint }>`
    select journal_seq as seq, cut_date, at_ms from trading_day
    where shard = 0 and journal_seq > ${after} order by journal_seq`.execute(tx);
  return rows.map(({ seq, cut_date, at_ms }) => {
    return { seq: Number(seq), cutDate: cut_date, atMs: Number(at_ms) };
  });
}

/** The accounts with what is known of each, as a table to join with. */
function known(accounts: readonly KnownUpTo[]) {
  const ids = accounts.map(({ accountId }) => accountId);
  const seqs = accounts.map(({ seq }) => seq);
  return sql`unnest(${ids}::bigint[], ${seqs}::bigint[]) as known (id, seq)`;
}

async function readEquities(tx: Database, accounts: readonly KnownUpTo[]) {
  const { rows } = await sql<{ id: bigint; seq: bigint; equity: bigint }>`
    select e.account_id as id, e.journal_seq as seq, e.equity from ${known(accounts)}
    join day_equity e on e.account_id = known.id and e.journal_seq > known.seq
    order by e.account_id, e.journal_seq`.execute(tx);
  return byAccount(rows, ({ seq, equity }) => ({ seq: Number(seq), equity }));
}

type FlowRow = Pick<Flow, "amount" | "balance" | "cause"> & { id: bigint; seq: bigint };

async function readFlows(tx: Database, accounts: readonly KnownUpTo[]) {
  const { rows } = await sql<FlowRow>`
    select p.account_id as id, p.journal_seq as seq, p.amount, p.balance, p.cause
    from ${known(accounts)}
    join ledger_posting p on p.account_id = known.id and p.journal_seq > known.seq
      and p.cause not in ('profit', 'fee', 'financing')
    order by p.account_id, p.journal_seq, p.position`.execute(tx);
  return byAccount(rows, ({ seq, amount, balance, cause }) => {
    return { seq: Number(seq), amount, balance, cause };
  });
}

type ClosedRow = {
  readonly id: bigint;
  readonly market_id: number;
  readonly leverage: number;
  readonly orders: bigint;
  readonly closed: bigint;
  readonly won: bigint;
  readonly profit: bigint;
  readonly held_ms: bigint;
};

async function readClosed(tx: Database, accounts: readonly KnownUpTo[]) {
  const { rows } = await sql<ClosedRow>`
    select o.account_id as id, o.market_id, o.leverage,
      count(*) filter (where o.part_of is null) as orders, count(*) as closed,
      count(*) filter (where o.profit > 0) as won,
      sum(o.profit - o.fee)::bigint as profit,
      sum(o.ended_at_ms - o.opened_at_ms)::bigint as held_ms
    from ${known(accounts)}
    join trade_order o on o.account_id = known.id and o.journal_seq > known.seq
      and o.ended_at_ms is not null and o.status = 'closed'
    group by o.account_id, o.market_id, o.leverage`.execute(tx);
  return byAccount(rows, ({ id: _, market_id: marketId, held_ms: heldMs, ...counts }) => {
    return { marketId, heldMs, ...counts };
  });
}

function byAccount<Row extends { readonly id: bigint }, T>(
  rows: readonly Row[],
  read: (row: Row) => T,
): ReadonlyMap<number, readonly T[]> {
  const lists = new Map<number, T[]>();
  for (const row of rows) {
    const id = Number(row.id);
    const list = lists.get(id);
    if (list) list.push(read(row));
    else lists.set(id, [read(row)]);
  }
  return lists;
}

/** Whether something was paid, or a day started, after this row: then the books are ahead. */
export async function hasMovedOn(
  database: Database,
  accountIds: readonly number[],
  seq: number,
): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select exists (select from trading_day where shard = 0 and journal_seq > ${seq})
      or exists (
        select from unnest(${[...accountIds]}::bigint[]) as known (id)
        join ledger_posting p on p.account_id = known.id and p.journal_seq > ${seq}
          and p.cause not in ('profit', 'fee', 'financing')
      ) as moved`.execute(database);
  return rows[0]?.moved ?? false;
}
