// The evidence behind one order: its fills with the quotes and rules they used, and what it did to
// the account's cash. Read only.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { OrderRow } from "./read-orders.ts";

/** A quote of another market, as the journal keeps it beside a fill. */
export type ConversionRow = {
  readonly market: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
};

export type FillRow = {
  kind: "open" | "close";
  at_ms: bigint;
  lots: bigint;
  tape_seq: bigint;
  bid: bigint;
  ask: bigint;
  price: bigint;
  rule: string;
  level: bigint | null;
  rules_version: number;
  terms_version: number;
  margin: bigint;
  profit: bigint | null;
  quote_conversion: ConversionRow[] | null;
  base_conversion: ConversionRow[] | null;
  journal_seq: bigint;
};

/** The opening of a part is that of the order it was split from. */
export async function readFills(database: Database, order: OrderRow): Promise<FillRow[]> {
  const opened = order.part_of ?? order.order_id;
  const { rows } = await sql<FillRow>`
    select * from fill where (order_id = ${opened} and kind = 'open')
      or (order_id = ${order.order_id} and kind = 'close')
    order by journal_seq`.execute(database);
  return rows;
}

export type MovementRow = {
  movement_id: bigint;
  at_ms: bigint;
  cause: string;
  amount: bigint;
  balance: bigint;
};

/** Fee, financing and profit, oldest first; only the stretch of the ledger it lived in is read. */
export async function readOrderMovements(
  database: Database,
  order: OrderRow,
  fills: readonly FillRow[],
): Promise<MovementRow[]> {
  const firstSeq = fills[0]?.journal_seq;
  if (firstSeq === undefined) return [];
  const lastSeq = order.ended_at_ms === null ? null : order.journal_seq;
  const { rows } = await sql<MovementRow>`
    select movement_id, at_ms, cause, amount, balance from ledger_posting
    where account_id = ${order.account_id} and journal_seq >= ${firstSeq}
      and (${lastSeq}::bigint is null or journal_seq <= ${lastSeq})
      and cause in ('fee', 'financing', 'profit') and cause_id = ${order.order_id}
    order by journal_seq, position`.execute(database);
  return rows;
}
