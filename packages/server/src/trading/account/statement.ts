// One account's ledger for a period: what it held before and after, what moved it by cause, and
// its lines, oldest first. Read only. Invariant: the period is turned into rows of the journal
// once, so that every figure of one statement speaks of the same lines, whatever comes meanwhile.

import type { AccountId, MovementCause } from "@truetick/engine";
import { type Money, money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { LoggedMovement } from "./account-log.ts";

/** The lines of an account from one row of the journal up to, but without, another. */
export type StatementBounds = {
  readonly accountId: AccountId;
  readonly firstSeq: number;
  readonly endSeq: number;
};

/** The line that was read last. */
export type StatementPlace = { readonly journalSeq: number; readonly position: number };

export type StatementMovement = LoggedMovement & { readonly place: StatementPlace };

/** `fromMs` counts, `toMs` does not. Null when there is no such account. */
export async function findBounds(
  database: Database,
  wanted: { readonly accountId: AccountId; readonly fromMs: number; readonly toMs: number },
): Promise<StatementBounds | null> {
  const { accountId, fromMs, toMs } = wanted;
  const { rows } = await sql<{ first_seq: bigint; end_seq: bigint }>`
    select journal_seq_at(shard, ${fromMs}) as first_seq, journal_seq_at(shard, ${toMs}) as end_seq
    from trading_account where account_id = ${accountId}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  return { accountId, firstSeq: Number(row.first_seq), endSeq: Number(row.end_seq) };
}

export type CauseTotal = {
  readonly cause: MovementCause;
  readonly amount: Money;
  readonly count: number;
};

export type StatementSummary = {
  readonly opening: Money;
  readonly closing: Money;
  /** By cause, in the order of their names. */
  readonly totals: readonly CauseTotal[];
  readonly lineCount: number;
};

export async function readSummary(
  database: Database,
  bounds: StatementBounds,
): Promise<StatementSummary> {
  const { accountId, firstSeq, endSeq } = bounds;
  const [opening, closing, { rows }] = await Promise.all([
    readBalance(database, accountId, firstSeq),
    readBalance(database, accountId, endSeq),
    sql<{ cause: MovementCause; amount: string; count: bigint }>`
      select cause, sum(amount)::text as amount, count(*) as count from ledger_posting
      where account_id = ${accountId} and journal_seq >= ${firstSeq} and journal_seq < ${endSeq}
      group by cause order by cause`.execute(database),
  ]);
  const totals = rows.map(({ cause, amount, count }) => {
    return { cause, amount: money(BigInt(amount)), count: Number(count) };
  });
  const lineCount = totals.reduce((sum, { count }) => sum + count, 0);
  return { opening, closing, totals, lineCount };
}

/** What the account held before a row of the journal. */
async function readBalance(
  database: Database,
  accountId: AccountId,
  beforeSeq: number,
): Promise<Money> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_posting
    where account_id = ${accountId} and journal_seq < ${beforeSeq}
    order by journal_seq desc, position desc limit 1`.execute(database);
  return rows[0] ? money(rows[0].balance) : ZERO_MONEY;
}

type Row = {
  journal_seq: bigint;
  position: number;
  movement_id: bigint;
  amount: bigint;
  balance: bigint;
  cause: MovementCause;
  cause_id: bigint;
  at_ms: bigint;
};

/** Oldest first, from behind a line on. */
export async function readLines(
  database: Database,
  bounds: StatementBounds,
  { after, take }: { readonly after: StatementPlace | null; readonly take: number },
): Promise<StatementMovement[]> {
  const { accountId, firstSeq, endSeq } = bounds;
  const isLater =
    after === null
      ? sql`true`
      : sql`(journal_seq, position) > (${after.journalSeq}, ${after.position})`;
  const { rows } = await sql<Row>`
    select journal_seq, position, movement_id, amount, balance, cause, cause_id, at_ms
    from ledger_posting
    where account_id = ${accountId} and journal_seq >= ${firstSeq} and journal_seq < ${endSeq}
      and ${isLater}
    order by journal_seq, position limit ${take}`.execute(database);
  return rows.map(movementOf);
}

/** All lines of an account, newest first, from before a line on; as cheap at the end as here. */
export async function readNewestLines(
  database: Database,
  wanted: {
    readonly accountId: AccountId;
    readonly before: StatementPlace | null;
    readonly take: number;
  },
): Promise<StatementMovement[]> {
  const { accountId, before, take } = wanted;
  const isOlder =
    before === null
      ? sql`true`
      : sql`(journal_seq, position) < (${before.journalSeq}, ${before.position})`;
  const { rows } = await sql<Row>`
    select journal_seq, position, movement_id, amount, balance, cause, cause_id, at_ms
    from ledger_posting where account_id = ${accountId} and ${isOlder}
    order by journal_seq desc, position desc limit ${take}`.execute(database);
  return rows.map(movementOf);
}

function movementOf(row: Row): StatementMovement {
  return {
    movementId: Number(row.movement_id),
    amount: money(row.amount),
    balance: money(row.balance),
    cause: row.cause,
    causeId: Number(row.cause_id),
    atMs: Number(row.at_ms),
    place: { journalSeq: Number(row.journal_seq), position: row.position },
  };
}

export function placeText({ journalSeq, position }: StatementPlace): string {
  return `${journalSeq}.${position}`;
}

/** Null for what `placeText` never wrote. */
export function readPlace(text: string): StatementPlace | null {
  const found = /^(\d{1,15})\.(\d{1,9})$/.exec(text);
  return found ? { journalSeq: Number(found[1]), position: Number(found[2]) } : null;
}
