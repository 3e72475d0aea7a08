// The order that somebody asks about, with how it was opened, from the blotter. Somebody else's is
// as unknown as one that never was (T56); the accounts of a member's own follows are the member's.

import { type AccountId, accountId, type Book, type Side } from "@truetick/engine";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type Opening = {
  readonly atMs: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly price: number;
  readonly lots: number;
  readonly margin: bigint;
};

export type AskedOrder = {
  readonly orderId: number;
  /** The position it is, or is a part of. */
  readonly positionId: number;
  readonly isPart: boolean;
  readonly shard: number;
  readonly accountId: AccountId;
  readonly ownerId: number;
  readonly book: Book;
  readonly marketId: number;
  readonly status: "pending" | "holding" | "closed" | "cancelled";
  readonly side: Side;
  readonly lots: number;
  readonly closePrice: number | null;
  readonly profit: bigint | null;
  readonly endReason: string | null;
  /** The row of the journal that changed it last; of an ended order, the one that ended it. */
  readonly rowSeq: number;
  /** Null: never filled. */
  readonly opening: Opening | null;
};

type Row = {
  order_id: bigint;
  shard: number;
  account_id: bigint;
  book: Book;
  market_id: number;
  status: AskedOrder["status"];
  side: Side;
  lots: bigint;
  close_price: bigint | null;
  profit: bigint | null;
  end_reason: string | null;
  part_of: bigint | null;
  journal_seq: bigint;
  opened_at_ms: bigint | null;
  open_seq: bigint | null;
  open_bid: bigint | null;
  open_ask: bigint | null;
  open_price: bigint | null;
  open_lots: bigint | null;
  open_margin: bigint | null;
};

export async function findOrder(
  database: Database,
  asked: { readonly orderId: number; readonly ownerId: number },
): Promise<AskedOrder | null> {
  const { rows } = await sql<Row>`
    select o.order_id, o.shard, o.account_id, o.book, o.market_id, o.status, o.side, o.lots,
      o.close_price, o.profit, o.end_reason, o.part_of, o.journal_seq,
      f.at_ms as opened_at_ms, f.tape_seq as open_seq, f.bid as open_bid, f.ask as open_ask,
      f.price as open_price, f.lots as open_lots, f.margin as open_margin
    from trade_order o
    join trading_account a on a.account_id = o.account_id and a.owner_id = ${asked.ownerId}
    left join fill f on f.order_id = coalesce(o.part_of, o.order_id) and f.kind = 'open'
    where o.order_id = ${asked.orderId}`.execute(database);
  const row = rows[0];
  return row ? orderOf(row, asked.ownerId) : null;
}

function orderOf(row: Row, ownerId: number): AskedOrder {
  return {
    orderId: Number(row.order_id),
    positionId: Number(row.part_of ?? row.order_id),
    isPart: row.part_of !== null,
    shard: row.shard,
    accountId: accountId(Number(row.account_id)),
    ownerId,
    book: row.book,
    marketId: row.market_id,
    status: row.status,
    side: row.side,
    lots: Number(row.lots),
    closePrice: row.close_price === null ? null : Number(row.close_price),
    profit: row.profit,
    endReason: row.end_reason,
    rowSeq: Number(row.journal_seq),
    opening: row.open_seq === null ? null : openingOf(row),
  };
}

function openingOf(row: Row): Opening {
  return {
    atMs: Number(row.opened_at_ms),
    seq: Number(row.open_seq),
    bid: Number(row.open_bid),
    ask: Number(row.open_ask),
    price: Number(row.open_price),
    lots: Number(row.open_lots),
    margin: row.open_margin ?? 0n,
  };
}
