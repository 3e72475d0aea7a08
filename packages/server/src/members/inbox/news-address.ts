// From an account's news to a person's notice: whose account it is, and what the blotter has to add
// about orders that ended. Called by the follower of the journal, in its transaction. Invariant:
// the owner by the books is the only one who is told (T76).

import type { Side } from "@truetick/engine";
import { formatLots, lots } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { AccountNews } from "./facts-of-events.ts";
import type { NoticeDraft, NoticeFacts } from "./notice-facts.ts";

export async function addressNews(
  trx: Database,
  news: readonly AccountNews[],
): Promise<readonly NoticeDraft[]> {
  if (news.length === 0) return [];
  const owners = await findOwners(trx, [...new Set(news.map(({ accountId }) => accountId))]);
  const ended = news.flatMap(({ facts }) => (facts.kind === "orderEnded" ? [facts.orderId] : []));
  const orders = await findOrders(trx, ended);
  return news.flatMap(({ accountId, facts, ...draft }) => {
    const userId = owners.get(accountId);
    const whole = wholeFacts(facts, orders);
    return userId === undefined || whole === null ? [] : [{ ...draft, userId, facts: whole }];
  });
}

type EndedOrder = Pick<Extract<NoticeFacts, { kind: "orderEnded" }>, "side" | "lots" | "price">;

function wholeFacts(
  facts: AccountNews["facts"],
  orders: ReadonlyMap<number, EndedOrder>,
): NoticeFacts | null {
  if (facts.kind !== "orderEnded") return facts;
  const order = orders.get(facts.orderId);
  return order ? { ...facts, ...order } : null;
}

async function findOwners(
  trx: Database,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ account_id: bigint; owner_id: bigint }>`
    select a.account_id, a.owner_id from trading_account a
    -- The engine takes any number for an owner; a notice has a person's.
    join app_user u on u.id = a.owner_id
    where a.account_id = any(${accountIds}::bigint[])`.execute(trx);
  return new Map(rows.map((row) => [Number(row.account_id), Number(row.owner_id)]));
}

async function findOrders(
  trx: Database,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, EndedOrder>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ order_id: bigint; side: Side; lots: bigint; asked_price: bigint }>`
    select order_id, side, lots, asked_price from trade_order
    where order_id = any(${orderIds}::bigint[])`.execute(trx);
  return new Map(
    rows.map((row) => [
      Number(row.order_id),
      { side: row.side, lots: formatLots(lots(Number(row.lots))), price: Number(row.asked_price) },
    ]),
  );
}
