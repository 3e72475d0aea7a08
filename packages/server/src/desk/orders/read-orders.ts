// Orders of anybody, from the blotter: a page, one, and the parts that were split from one. Read
// only: the journal alone writes these tables, and nothing at the desk touches an order (H01).
// Pages go on from an order's number, which grows with time: each costs what the first did.

import type { DeskOrderFilter } from "@truetick/contract/calls";
import { accountId } from "@truetick/engine";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";

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

/** The books of the engine, which knows the live orders of an account by heart. */
export type LiveOrders = Pick<Sequencer, "read">;

/** Newest first. */
export async function readOrders(
  { database, sequencer }: { readonly database: Database; readonly sequencer: LiveOrders },
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
  if (user === null) {
    const newest = sql`select * from trade_order where ${where} order by order_id desc`;
    return readRows(database, sql`${newest} limit ${take}`);
  }
  const accounts = await accountsOf(database, user);
  if (accounts.length === 0) return [];
  const live = await liveOf(sequencer, accounts);
  return readRows(database, ofAccounts({ accounts, live, where, take }));
}

export async function readOrder(database: Database, id: number): Promise<OrderRow | null> {
  const [row] = await readRows(database, sql`select * from trade_order where order_id = ${id}`);
  return row ?? null;
}

const PARTS_MAX = 200;

/** What was closed of it before the rest: ended since it was opened, by the same account. */
export function readParts(
  database: Database,
  { order_id, account_id }: OrderRow,
  openedSeq: bigint,
): Promise<OrderRow[]> {
  return readRows(
    database,
    sql`select * from trade_order
        where account_id = ${account_id} and ended_at_ms is not null
          and journal_seq >= ${openedSeq} and part_of = ${order_id}
        order by journal_seq desc limit ${PARTS_MAX}`,
  );
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

async function liveOf({ read }: LiveOrders, accounts: readonly bigint[]): Promise<number[]> {
  return read((books) =>
    accounts.flatMap((id) => books.orders(accountId(Number(id))).map(({ orderId }) => orderId)),
  );
}

/**
 * What has ended is found by the account's own index, what lives by the engine. Set down before it
 * is sorted: going through all orders until enough are this account's could be a long way.
 */
function ofAccounts(wanted: {
  readonly accounts: readonly bigint[];
  readonly live: readonly number[];
  readonly where: RawBuilder<unknown>;
  readonly take: number;
}): RawBuilder<unknown> {
  const { accounts, live, where, take } = wanted;
  return sql`
    with mine as materialized (
      select order_id from trade_order
      where account_id = any(${[...accounts]}::bigint[]) and ended_at_ms is not null and ${where}
      union all
      select order_id from trade_order where order_id = any(${[...live]}::bigint[]) and ${where}
    ), newest as materialized (
      select distinct order_id from mine order by order_id desc limit ${take}
    )
    select t.* from newest join trade_order t using (order_id)`;
}

async function readRows(database: Database, found: RawBuilder<unknown>): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.*, a.user_id, u.uid from (${found}) o
    left join user_account a on a.id = o.account_id
    left join app_user u on u.id = a.user_id
    order by o.order_id desc`.execute(database);
  return rows;
}
