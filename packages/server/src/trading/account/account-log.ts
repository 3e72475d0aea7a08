// The movements of one account's cash, a page at a time, from the ledger. Read only: the journal
// alone writes that table.

import type { AccountId, MovementCause } from "@truetick/engine";
import { type Money, money } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type LoggedMovement = {
  readonly movementId: number;
  readonly amount: Money;
  /** Cash after it. */
  readonly balance: Money;
  readonly cause: MovementCause;
  readonly causeId: number;
  readonly atMs: number;
};

type Row = {
  movement_id: bigint;
  amount: bigint;
  balance: bigint;
  cause: MovementCause;
  cause_id: bigint;
  at_ms: bigint;
};

/** Newest first. Pages are bounded, so the cost of skipping is too (T60). */
export async function readAccountLog(
  database: Database,
  wanted: {
    readonly accountId: AccountId;
    /** Only what is older than this movement of the account; null for all. */
    readonly before: number | null;
    readonly skip: number;
    readonly take: number;
  },
): Promise<LoggedMovement[]> {
  const { accountId, before } = wanted;
  // A movement of one account has one posting there; ids of movements grow with the journal.
  const isOlder = before === null ? sql`true` : sql`movement_id < ${before}`;
  const { rows } = await sql<Row>`
    select movement_id, amount, balance, cause, cause_id, at_ms from ledger_posting
    where account_id = ${accountId} and ${isOlder}
    order by journal_seq desc, position desc
    limit ${wanted.take} offset ${wanted.skip}`.execute(database);
  return rows.map((row) => ({
    movementId: Number(row.movement_id),
    amount: money(row.amount),
    balance: money(row.balance),
    cause: row.cause,
    causeId: Number(row.cause_id),
    atMs: Number(row.at_ms),
  }));
}

export async function countAccountLog(database: Database, accountId: AccountId): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ledger_posting where account_id = ${accountId}`.execute(database);
  return Number(rows[0]?.count ?? 0n);
}
