// What the ranking is computed from, as the database has it at one moment: cuts, equities, money
// paid in and out, closed orders, followers. All of it is written by the journal's own commits but
// the followers; nothing of it is the ranking's. Invariant: one read is one snapshot, up to one row
// of each shard's journal.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { readShards } from "../../trading/journal/read-shards.ts";
import { readLows } from "./equity-low-table.ts";
import type { Cut, CutEquity, EquityLow, Flow } from "./equity-record.ts";

/** An account, where it lives, and the row of that journal up to which it is known. */
export type KnownUpTo = {
  readonly accountId: number;
  readonly shard: number;
  readonly seq: number;
};

/** Of each shard: a row of its journal. Shards without one are at their beginning. */
export type Heads = ReadonlyMap<number, number>;

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
  /** The newest row of each journal that is in it. */
  readonly heads: Heads;
  /** By shard: every journal has its own row for a cut. */
  readonly cuts: ReadonlyMap<number, readonly Cut[]>;
  readonly equities: ReadonlyMap<number, readonly CutEquity[]>;
  readonly flows: ReadonlyMap<number, readonly Flow[]>;
  /** Some of them known before. */
  readonly lows: ReadonlyMap<number, readonly EquityLow[]>;
  readonly closed: ReadonlyMap<number, readonly ClosedOrders[]>;
  /** The same of the last three weeks. */
  readonly recent: ReadonlyMap<number, readonly ClosedOrders[]>;
  /** When it was read, by the database's clock. */
  readonly readAt: string;
};

export type FactsWanted = {
  readonly accounts: readonly KnownUpTo[];
  /** Only cuts after these rows. */
  readonly cutsAfter: Heads;
  /** When the lows of the accounts that are known were read. */
  readonly readBefore: string | null;
  /** Days from this date on are the last three weeks. */
  readonly recentFromDate: number;
};

export function readFacts(database: Database, wanted: FactsWanted): Promise<Facts> {
  const { accounts, cutsAfter, readBefore, recentFromDate } = wanted;
  return database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      const heads = await readHeads(tx);
      const recentFrom = await readStartsOf(tx, recentFromDate);
      const since = accounts.map((account) => {
        return { ...account, seq: recentFrom.get(account.shard) ?? 0 };
      });
      return {
        heads,
        cuts: await readCuts(tx, cutsAfter),
        equities: await readEquities(tx, accounts),
        flows: await readFlows(tx, accounts),
        lows: byNumber(await readLows(tx, accounts, readBefore), ({ seq, equity }) => {
          return { seq: Number(seq), equity };
        }),
        closed: await readClosed(tx, accounts),
        recent: await readClosed(tx, since),
        readAt: await readMoment(tx),
      };
    });
}

async function readMoment(tx: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(tx);
  return rows[0]?.at ?? "-infinity";
}

type HeadRow = { readonly shard: number; readonly seq: bigint };

function headsOf(rows: readonly HeadRow[]): Heads {
  return new Map(rows.map(({ shard, seq }) => [shard, Number(seq)]));
}

/** As a table to join with. */
function tableOf(heads: Heads) {
  const shards = [...heads.keys()];
  const seqs = [...heads.values()];
  return sql`unnest(${shards}::smallint[], ${seqs}::bigint[]) as head (shard, seq)`;
}

async function readHeads(tx: Database): Promise<Heads> {
  const { rows } = await sql<HeadRow>`
    select known.shard, newest.seq
    from unnest(${await readShards(tx)}::smallint[]) as known (shard)
    cross join lateral (
      select j.seq from journal j where j.shard = known.shard order by j.seq desc limit 1
    ) newest`.execute(tx);
  return headsOf(rows);
}

/** The rows that started the first of the days: what is after them belongs to them. */
async function readStartsOf(tx: Database, fromDate: number): Promise<Heads> {
  const { rows } = await sql<HeadRow>`
    select shard, max(journal_seq) as seq from trading_day where cut_date < ${fromDate}
    group by shard`.execute(tx);
  return headsOf(rows);
}

type CutRow = {
  readonly id: bigint;
  readonly seq: bigint;
  readonly cut_date: number;
  readonly at_ms: bigint;
};

async function readCuts(tx: Database, after: Heads): Promise<ReadonlyMap<number, readonly Cut[]>> {
  const { rows } = await sql<CutRow>`
    select d.shard::bigint as id, d.journal_seq as seq, d.cut_date, d.at_ms from trading_day d
    left join ${tableOf(after)} on head.shard = d.shard
    where d.journal_seq > coalesce(head.seq, 0) order by d.shard, d.journal_seq`.execute(tx);
  return byNumber(rows, ({ seq, cut_date, at_ms }) => {
    return { seq: Number(seq), cutDate: cut_date, atMs: Number(at_ms) };
  });
}

/** The accounts with what is known of each, as a table to join with. */
function known(accounts: readonly KnownUpTo[]) {
  const ids = accounts.map(({ accountId }) => accountId);
  const seqs = accounts.map(({ seq }) => seq);
  const shards = accounts.map(({ shard }) => shard);
  return sql`unnest(${ids}::bigint[], ${seqs}::bigint[], ${shards}::smallint[])
    as known (id, seq, shard)`;
}

async function readEquities(tx: Database, accounts: readonly KnownUpTo[]) {
  const { rows } = await sql<{ id: bigint; seq: bigint; equity: bigint }>`
    select e.account_id as id, e.journal_seq as seq, e.equity from ${known(accounts)}
    join day_equity e on e.account_id = known.id and e.journal_seq > known.seq
    order by e.account_id, e.journal_seq`.execute(tx);
  return byNumber(rows, ({ seq, equity }) => ({ seq: Number(seq), equity }));
}

type FlowRow = Pick<Flow, "amount" | "balance" | "cause"> & { id: bigint; seq: bigint };

async function readFlows(tx: Database, accounts: readonly KnownUpTo[]) {
  const { rows } = await sql<FlowRow>`
    select p.account_id as id, p.journal_seq as seq, p.amount, p.balance, p.cause
    from ${known(accounts)}
    join ledger_posting p on p.account_id = known.id and p.journal_seq > known.seq
      and p.cause not in ('profit', 'fee', 'financing')
    order by p.account_id, p.journal_seq, p.position`.execute(tx);
  return byNumber(rows, ({ seq, amount, balance, cause }) => {
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
  return byNumber(rows, ({ id: _, market_id: marketId, held_ms: heldMs, ...counts }) => {
    return { marketId, heldMs, ...counts };
  });
}

/** Lists by what each row is of: an account, or a shard. */
function byNumber<Row extends { readonly id: bigint }, T>(
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

/**
 * Of which accounts something was paid, or a day started, after what is known of them: of those the
 * books are ahead.
 */
export async function readMoved(
  database: Database,
  accounts: readonly KnownUpTo[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: bigint }>`
    select known.id from ${known(accounts)}
    join (
      select shard, max(journal_seq) as seq from trading_day group by shard
    ) newest on newest.shard = known.shard and newest.seq > known.seq
    union
    select known.id from ${known(accounts)}
    join ledger_posting p on p.account_id = known.id and p.journal_seq > known.seq
      and p.cause not in ('profit', 'fee', 'financing')`.execute(database);
  return new Set(rows.map(({ id }) => Number(id)));
}

/** What the newest posting of each account says that it has; nothing was posted: nothing. */
export async function readBalances(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  const { rows } = await sql<{ id: bigint; balance: bigint }>`
    select of_account.id, coalesce(newest.balance, 0) as balance
    from unnest(${ids}::bigint[]) as of_account (id)
    left join lateral (
      select p.balance from ledger_posting p where p.account_id = of_account.id
      order by p.journal_seq desc, p.position desc limit 1
    ) newest on true`.execute(database);
  return new Map(rows.map(({ id, balance }) => [Number(id), balance]));
}
