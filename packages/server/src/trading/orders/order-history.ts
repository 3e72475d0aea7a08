// The orders of one account that have ended, those asked for, a page at a time, from the blotter;
// and which market an order of an account is in. Read only: the journal alone writes these tables.

import type { HistoryFilter } from "@truetick/contract";
import type { AccountId, Side } from "@truetick/engine";
import { type Lots, lots, type Money, money, type Price, price, ZERO_MONEY } from "@truetick/money";
import { type RawBuilder, sql } from "kysely";
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
  /** Booked under this order; negative was paid. */
  readonly financing: Money;
  /** The order that this closed part was split from. */
  readonly partOf: number | null;
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
  financing: string;
  part_of: bigint | null;
};

/** Which of the ended orders; null is any. */
export type EndedFilter = {
  readonly marketId: number | null;
  readonly side: Side | null;
  readonly result: HistoryFilter["result"];
  readonly reason: HistoryFilter["reason"];
  readonly fromMs: number | null;
  readonly toMs: number | null;
};

type Wanted = { readonly accountId: AccountId; readonly filter: EndedFilter };

/** What the index itself can answer. Only what was closed has a profit: the cancelled have none. */
function isWanted({ accountId, filter }: Wanted): RawBuilder<unknown> {
  const { marketId, side, result, reason, fromMs, toMs } = filter;
  const conditions = [sql`account_id = ${accountId}`, sql`ended_at_ms is not null`];
  if (marketId !== null) conditions.push(sql`market_id = ${marketId}`);
  if (side !== null) conditions.push(sql`side = ${side}`);
  if (result === "profit") conditions.push(sql`profit > 0`);
  if (result === "loss") conditions.push(sql`profit < 0`);
  if (reason === "cancelled") conditions.push(sql`profit is null`);
  else if (reason !== null) conditions.push(sql`profit is not null and end_reason = ${reason}`);
  if (fromMs !== null) conditions.push(sql`ended_at_ms >= ${fromMs}`);
  if (toMs !== null) conditions.push(sql`ended_at_ms < ${toMs}`);
  return sql.join(conditions, sql` and `);
}

/** The rows of these orders, with what their fills and their nights say, newest first. */
function rowsOf(ids: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select ended.*, opening.tape_seq as open_seq, closing.tape_seq as close_seq,
      (select coalesce(sum(amount), 0)::text from financing f
       where f.order_id = ended.order_id) as financing
    from (${ids}) as page
    join trade_order as ended on ended.order_id = page.order_id
    left join fill as opening
      on opening.order_id = coalesce(ended.part_of, ended.order_id) and opening.kind = 'open'
    left join fill as closing on closing.order_id = ended.order_id and closing.kind = 'close'
    order by ended.journal_seq desc, ended.order_id desc`;
}

/** Newest first, by when they ended. Pages are bounded, so the cost of skipping is too (T60). */
export async function readHistory(
  database: Database,
  wanted: Wanted & {
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
  const ids = sql`
    select order_id from trade_order
    where ${isWanted(wanted)} and ${isOlder}
    order by journal_seq desc, order_id desc
    limit ${take} offset ${skip}`;
  const { rows } = await rowsOf(ids).execute(database);
  return rows.map(toEndedOrder);
}

/** Of all the ended orders asked for: how many, and what they made together. */
export async function sumHistory(
  database: Database,
  wanted: Wanted,
): Promise<{ count: number; profit: Money }> {
  const { rows } = await sql<{ count: bigint; profit: string }>`
    select count(*) as count, coalesce(sum(profit), 0)::text as profit
    from trade_order where ${isWanted(wanted)}`.execute(database);
  const row = rows[0];
  return row
    ? { count: Number(row.count), profit: money(BigInt(row.profit)) }
    : { count: 0, profit: ZERO_MONEY };
}

type OwnOrder = { readonly orderId: number; readonly accountId: AccountId };

/** Null for one of somebody else, as for one that never was or has not ended (T56). */
export async function readEnded(database: Database, order: OwnOrder): Promise<EndedOrder | null> {
  const { orderId, accountId } = order;
  const { rows } = await rowsOf(sql`
    select order_id from trade_order
    where order_id = ${orderId} and account_id = ${accountId} and ended_at_ms is not null
  `).execute(database);
  return rows[0] ? toEndedOrder(rows[0]) : null;
}

/** The closed parts of an order of the account, newest first. */
export async function readParts(
  database: Database,
  { orderId, accountId, take }: OwnOrder & { readonly take: number },
): Promise<EndedOrder[]> {
  const { rows } = await rowsOf(sql`
    select order_id from trade_order
    where part_of = ${orderId} and account_id = ${accountId}
    order by order_id desc limit ${take}
  `).execute(database);
  return rows.map(toEndedOrder);
}

/** Null for an order of somebody else, as for one that never was (T56). */
export async function findMarketOfOrder(
  database: Database,
  order: OwnOrder,
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
    financing: money(BigInt(row.financing)),
    partOf: toNumber(row.part_of),
  };
}

function toNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}

function toPrice(value: bigint | null): Price | null {
  return value === null ? null : price(Number(value));
}
