// The orders of one account that have ended, a page at a time, from the blotter; and which market
// an order of an account is in. Read only: the journal alone writes these tables.

import type { AccountId, Side } from "@truetick/engine";
import { type Lots, lots, type Money, money, type Price, price, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type EndedOrder = {
  readonly orderId: number;
  readonly status: "closed" | "cancelled";
  readonly marketId: number;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly askedPrice: Price;
  readonly openPrice: Price | null;
  readonly closePrice: Price | null;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: number | null;
  readonly margin: Money;
  readonly fee: Money;
  readonly profit: Money | null;
  readonly expiresAtMs: number | null;
  readonly placedAtMs: number;
  readonly openedAtMs: number | null;
  readonly endedAtMs: number;
  readonly endReason: string;
  readonly openSeq: number | null;
  readonly closeSeq: number | null;
};

type Row = {
  order_id: bigint;
  status: "closed" | "cancelled";
  market_id: number;
  side: Side;
  lots: bigint;
  leverage: number;
  asked_price: bigint;
  open_price: bigint | null;
  close_price: bigint | null;
  stop_loss: bigint | null;
  take_profit: bigint | null;
  trailing_distance: bigint | null;
  margin: bigint;
  fee: bigint;
  profit: bigint | null;
  expires_at_ms: bigint | null;
  placed_at_ms: bigint;
  opened_at_ms: bigint | null;
  ended_at_ms: bigint;
  end_reason: string;
  open_seq: bigint | null;
  close_seq: bigint | null;
};

/** Newest first, by when they ended. Pages are bounded, so the cost of skipping is too (T60). */
export async function readHistory(
  database: Database,
  wanted: {
    readonly accountId: AccountId;
    /** Only what ended before this order of the account; null for all. */
    readonly before: number | null;
    readonly skip: number;
    readonly take: number;
  },
): Promise<EndedOrder[]> {
  const { accountId, before, skip, take } = wanted;
  const isOlder =
    before === null
      ? sql`true`
      : sql`(journal_seq, order_id) < (
          select journal_seq, order_id from trade_order
          where order_id = ${before} and account_id = ${accountId} and ended_at_ms is not null
        )`;
  const { rows } = await sql<Row>`
    select ended.*, opening.tape_seq as open_seq, closing.tape_seq as close_seq
    from (
      select * from trade_order
      where account_id = ${accountId} and ended_at_ms is not null and ${isOlder}
      order by journal_seq desc, order_id desc
      limit ${take} offset ${skip}
    ) as ended
    left join fill as opening
      on opening.order_id = coalesce(ended.part_of, ended.order_id) and opening.kind = 'open'
    left join fill as closing on closing.order_id = ended.order_id and closing.kind = 'close'
    order by ended.journal_seq desc, ended.order_id desc`.execute(database);
  return rows.map(toEndedOrder);
}

/** Of all the account's ended orders: how many, and what they made together. */
export async function sumHistory(
  database: Database,
  accountId: AccountId,
): Promise<{ count: number; profit: Money }> {
  const { rows } = await sql<{ count: bigint; profit: string }>`
    select count(*) as count, coalesce(sum(profit), 0)::text as profit
    from trade_order where account_id = ${accountId} and ended_at_ms is not null`.execute(database);
  const row = rows[0];
  return row
    ? { count: Number(row.count), profit: money(BigInt(row.profit)) }
    : { count: 0, profit: ZERO_MONEY };
}

/** Null for an order of somebody else, as for one that never was (T56). */
export async function findMarketOfOrder(
  database: Database,
  order: { readonly orderId: number; readonly accountId: AccountId },
): Promise<number | null> {
  const { rows } = await sql<{ market_id: number }>`
    select market_id from trade_order
    where order_id = ${order.orderId} and account_id = ${order.accountId}`.execute(database);
  return rows[0]?.market_id ?? null;
}

function toEndedOrder(row: Row): EndedOrder {
  return {
    orderId: Number(row.order_id),
    status: row.status,
    marketId: row.market_id,
    side: row.side,
    lots: lots(Number(row.lots)),
    leverage: row.leverage,
    askedPrice: price(Number(row.asked_price)),
    openPrice: toPrice(row.open_price),
    closePrice: toPrice(row.close_price),
    stopLoss: toPrice(row.stop_loss),
    takeProfit: toPrice(row.take_profit),
    trailingDistance: toNumber(row.trailing_distance),
    margin: money(row.margin),
    fee: money(row.fee),
    profit: row.profit === null ? null : money(row.profit),
    expiresAtMs: toNumber(row.expires_at_ms),
    placedAtMs: Number(row.placed_at_ms),
    openedAtMs: toNumber(row.opened_at_ms),
    endedAtMs: Number(row.ended_at_ms),
    endReason: row.end_reason,
    openSeq: toNumber(row.open_seq),
    closeSeq: toNumber(row.close_seq),
  };
}

function toNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

function toPrice(value: bigint | null): Price | null {
  return value === null ? null : price(Number(value));
}
