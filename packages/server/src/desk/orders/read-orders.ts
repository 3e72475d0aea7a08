// Orders of anybody, from the blotter: a page, one, and the parts that were split from one. Read
// only: the journal alone writes these tables, and nothing at the desk touches an order (H01).
// Pages go on from an order's number, which grows with time: each costs what the first did.

import type { DeskOrderFilter } from "@truetick/contract/calls";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type OrderRow = {
  order_id: bigint;
  user_id: bigint | null;
  uid: string | null;
  account_id: bigint;
  book: string;
  market_id: number;
  status: "pending" | "holding" | "closed" | "cancelled";
  side: "buy" | "sell";
  lots: bigint;
  leverage: number;
  asked_price: bigint;
  open_price: bigint | null;
  close_price: bigint | null;
  stop_loss: bigint | null;
  take_profit: bigint | null;
  margin: bigint;
  fee: bigint;
  profit: bigint | null;
  placed_at_ms: bigint;
  opened_at_ms: bigint | null;
  ended_at_ms: bigint | null;
  end_reason: string | null;
  part_of: bigint | null;
  terms_version: number;
  journal_seq: bigint;
};

const UID = /^[1-9]\d{8}$/;

/** Newest first. */
export async function readOrders(
  database: Database,
  { user, marketId, status, before }: DeskOrderFilter,
  take: number,
): Promise<OrderRow[]> {
  const conditions: RawBuilder<unknown>[] = [];
  if (before !== null) conditions.push(sql`order_id < ${before}`);
  if (marketId !== null) conditions.push(sql`market_id = ${marketId}`);
  if (status !== null) {
    const isLive = status === "pending" || status === "holding";
    // Said twice, so that the few that live are found by their own index.
    conditions.push(sql`status = ${status}`);
    conditions.push(isLive ? sql`ended_at_ms is null` : sql`ended_at_ms is not null`);
  }
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const accounts = user === null ? null : await accountsOf(database, user);
  return readRows(database, { where, take, accounts });
}

export async function readOrder(database: Database, id: number): Promise<OrderRow | null> {
  const [row] = await readRows(database, { where: sql`order_id = ${id}`, take: 1 });
  return row ?? null;
}

const PARTS_MAX = 200;

/** What was closed of it before the rest; an order and its parts are one account's. */
export function readParts(database: Database, { order_id, account_id }: OrderRow) {
  const where = sql`order_id > ${order_id} and part_of = ${order_id}`;
  return readRows(database, { where, take: PARTS_MAX, accounts: [account_id] });
}

async function accountsOf(database: Database, user: number): Promise<bigint[]> {
  const text = String(user);
  const rows = await database
    .selectFrom("user_account")
    .innerJoin("app_user", "app_user.id", "user_account.user_id")
    .select("user_account.id")
    .where((where) =>
      UID.test(text)
        ? where.or([where("app_user.uid", "=", text), where("app_user.id", "=", BigInt(user))])
        : where("app_user.id", "=", BigInt(user)),
    )
    .execute();
  return rows.map(({ id }) => BigInt(id));
}

async function readRows(
  database: Database,
  {
    where,
    take,
    accounts = null,
  }: {
    readonly where: RawBuilder<unknown>;
    readonly take: number;
    readonly accounts?: readonly bigint[] | null;
  },
): Promise<OrderRow[]> {
  // One account after another, each by its own stretch of the index.
  const found =
    accounts === null
      ? sql`select * from trade_order where ${where} order by order_id desc limit ${take}`
      : sql`select t.* from unnest(${[...accounts]}::bigint[]) as mine (id) cross join lateral (
          select * from trade_order where account_id = mine.id and ${where}
          order by order_id desc limit ${take}
        ) t order by t.order_id desc limit ${take}`;
  const { rows } = await sql<OrderRow>`
    select o.*, a.user_id, u.uid from (${found}) o
    left join user_account a on a.id = o.account_id
    left join app_user u on u.id = a.user_id
    order by o.order_id desc`.execute(database);
  return rows;
}
