// The ledger and the fills of an account as the tables have them, in the order of the journal.
// Comparing them with the events is the reader's part.

import type { FillLine, LedgerEntry } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

const ROWS_PER_READ = 500;

/** `size`: rows of the journal that are under the checkpoint. */
type Wanted = { readonly accountId: number; readonly size: number };

type EntryRow = {
  readonly journal_seq: bigint;
  readonly position: number;
  readonly at_ms: bigint;
  readonly movement_id: bigint;
  readonly book: string;
  readonly amount: bigint;
  readonly balance: bigint;
  readonly cause: string;
  readonly cause_id: bigint;
};

export async function* readEntries(
  database: Database,
  { accountId, size }: Wanted,
): AsyncGenerator<LedgerEntry> {
  let [seq, position] = [0n, -1];
  for (;;) {
    const { rows } = await sql<EntryRow>`
      select journal_seq, position, at_ms, movement_id, book, amount, balance, cause, cause_id
      from ledger_posting
      where account_id = ${accountId} and journal_seq <= ${size}
        and (journal_seq, position) > (${seq}, ${position})
      order by journal_seq, position limit ${ROWS_PER_READ}`.execute(database);
    for (const row of rows) {
      yield {
        seq: Number(row.journal_seq),
        atMs: Number(row.at_ms),
        movementId: Number(row.movement_id),
        book: row.book,
        accountId,
        amount: row.amount.toString(),
        balance: row.balance.toString(),
        cause: row.cause,
        causeId: Number(row.cause_id),
      };
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_READ) return;
    [seq, position] = [last.journal_seq, last.position];
  }
}

type FillRow = {
  readonly journal_seq: bigint;
  readonly order_id: bigint;
  readonly kind: "open" | "close";
  readonly at_ms: bigint;
  readonly market_id: number;
  readonly side: string;
  readonly lots: bigint;
  readonly tape_seq: bigint;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly price: bigint;
  readonly rule: string;
  readonly level: bigint | null;
  readonly terms_version: number;
  readonly margin: bigint;
  readonly profit: bigint | null;
};

/** Of these orders and parts, in portions; the reader puts them in the order of the journal. */
export async function* readFills(
  database: Database,
  { accountId, size, orderIds }: Wanted & { readonly orderIds: readonly number[] },
): AsyncGenerator<FillLine> {
  for (let at = 0; at < orderIds.length; at += ROWS_PER_READ) {
    const some = orderIds.slice(at, at + ROWS_PER_READ);
    const { rows } = await sql<FillRow>`
      select journal_seq, order_id, kind, at_ms, market_id, side, lots, tape_seq, bid, ask, price,
        rule, level, terms_version, margin, profit
      from fill
      where order_id = any(${some}::bigint[]) and account_id = ${accountId}
        and journal_seq <= ${size}
      order by journal_seq, order_id`.execute(database);
    for (const row of rows) yield fillOf(row);
  }
}

function fillOf(row: FillRow): FillLine {
  return {
    seq: Number(row.journal_seq),
    orderId: Number(row.order_id),
    kind: row.kind,
    atMs: Number(row.at_ms),
    marketId: row.market_id,
    side: row.side,
    lots: Number(row.lots),
    tapeSeq: Number(row.tape_seq),
    bid: Number(row.bid),
    ask: Number(row.ask),
    price: Number(row.price),
    rule: row.rule,
    level: row.level === null ? null : Number(row.level),
    termsVersion: row.terms_version,
    margin: row.margin.toString(),
    profit: row.profit === null ? null : row.profit.toString(),
  };
}
