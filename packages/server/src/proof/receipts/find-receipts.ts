// What has a receipt: everything that happened to an account, page by page; to one order; and the
// steps of a deposit or a withdrawal. Invariant: bounded, whatever is asked for (T46, T60).

import type { ReceiptEntry } from "@truetick/contract/proof";
import type { Event } from "@truetick/engine";
import { eventReceiptId } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { readShardOf } from "../../trading/journal/read-shards.ts";
import type { ProofLog } from "../log/proof-log.ts";
import { accountIn, type ReadRow, readJournalRows } from "./journal-rows.ts";
import type { OwnAccounts } from "./own-accounts.ts";
import type { ReadLine } from "./read-lines.ts";

type Needs = { readonly database: Database; readonly log: ProofLog };

/** The rows of one order; more than anybody makes by hand. */
const ORDER_ROWS_MAX = 500;

export type FoundEvent = {
  readonly read: ReadRow;
  readonly part: number;
  readonly event: Event;
  readonly accountId: number;
};

/** Those events of the rows that are about one of the accounts. */
export function ownEvents(rows: readonly ReadRow[], own: OwnAccounts): readonly FoundEvent[] {
  return rows.flatMap((read) =>
    read.events.flatMap((event, at) => {
      const accountId = accountIn(event, own);
      return accountId === null ? [] : [{ read, part: at + 1, event, accountId }];
    }),
  );
}

/** A page of an account's rows, newest first, and how many there are. */
export async function findPage(
  { database, log }: Needs,
  wanted: { readonly accountId: number; readonly page: number; readonly take: number },
): Promise<{ readonly found: readonly FoundEvent[]; readonly total: number }> {
  const { accountId, page, take } = wanted;
  const shard = await readShardOf(database, accountId);
  const seqs = await log.accountRows({ shard, accountId });
  const to = Math.max(0, seqs.length - (page - 1) * take);
  const some = seqs.slice(Math.max(0, to - take), to);
  const rows = await readJournalRows(database, { shard, seqs: some });
  const found = ownEvents(rows, new Set([accountId]));
  return { found: found.toReversed(), total: seqs.length };
}

/** Everything that happened to an order, oldest first; null: no order of theirs. */
export async function findOrderEvents(
  { database, log }: Needs,
  { orderId, own }: { readonly orderId: number; readonly own: OwnAccounts },
): Promise<readonly FoundEvent[] | null> {
  const { rows } = await sql<{
    shard: number;
    account_id: bigint;
    placed_at_ms: bigint;
    ended_at_ms: bigint | null;
    part_of: bigint | null;
  }>`
    select shard, account_id, placed_at_ms, ended_at_ms, part_of from trade_order
    where order_id = ${orderId}`.execute(database);
  const order = rows[0];
  const accountId = Number(order?.account_id ?? 0);
  if (!order || !own.has(accountId)) return null;
  const { shard } = order;
  const known = await log.accountRows({ shard, accountId });
  const { rows: found } = await sql<{ seq: bigint }>`
    select seq from journal where shard = ${shard} and seq = any(${known}::bigint[])
      and at_ms between ${order.placed_at_ms} and ${order.ended_at_ms ?? 9_007_199_254_740_991n}
    union select journal_seq from trade_order where order_id = ${orderId}
    union select journal_seq from fill
      where order_id = ${orderId} or (order_id = ${order.part_of} and kind = 'open')
    union select journal_seq from financing where order_id = ${orderId}
    order by 1 limit ${ORDER_ROWS_MAX}`.execute(database);
  const seqs = found.map(({ seq }) => Number(seq));
  const read = await readJournalRows(database, { shard, seqs });
  const opened = order.part_of === null ? null : Number(order.part_of);
  return ownEvents(read, own).filter(({ event }) => isOf(event, orderId, opened));
}

/** Of a part, also the opening of the order it was split from. */
function isOf(event: Event, orderId: number, openedAs: number | null): boolean {
  if (!("orderId" in event)) return false;
  if (event.orderId === orderId) return true;
  if (event.type === "OrderReduced" && event.closedOrderId === orderId) return true;
  return event.type === "OrderOpened" && event.orderId === openedAs;
}

export function entryOfEvent({ read, part, event }: FoundEvent): ReceiptEntry {
  return {
    id: eventReceiptId({ ...read.row, part }),
    kind: "event",
    name: event.type,
    at: read.row.atMs / 1_000,
    order: "orderId" in event ? String(event.orderId) : null,
  };
}

export function entryOfLine({ id, kind, name, atMs }: ReadLine): ReceiptEntry {
  return { id, kind, name, at: atMs / 1_000, order: null };
}
