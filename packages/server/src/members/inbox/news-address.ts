// From an account's news to a person's notice: whose account it is, and what the blotter has to add
// about orders that ended. Called by the follower of the journal, in its transaction. Invariants:
// the owner by the books is the only one who is told (T76); the single orders of an account that
// copies somebody are news to nobody, its margin is.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Side } from "@truetick/engine";
import { formatLots, lots } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { AccountNews, EndedFacts } from "./facts-of-events.ts";
import type { NoticeDraft, NoticeFacts } from "./notice-facts.ts";

export async function addressNews(
  trx: Database,
  news: readonly AccountNews[],
): Promise<readonly NoticeDraft[]> {
  if (news.length === 0) return [];
  const owners = await findOwners(trx, [...new Set(news.map(({ accountId }) => accountId))]);
  const written: (AccountNews & { readonly userId: number; readonly own: OwnFacts })[] = [];
  for (const [place, one] of news.entries()) {
    if (place % WRITTEN_PER_TURN === WRITTEN_PER_TURN - 1) await nextTurn();
    const owner = owners.get(one.accountId);
    const own = owner && ownFacts(owner, one.facts());
    if (own) written.push({ ...one, userId: owner.userId, own });
  }
  const ended = written.flatMap(({ own }) => (own.kind === "orderEnded" ? [own.orderId] : []));
  const orders = await findOrders(trx, ended);
  return written.flatMap(({ userId, own, source, sourceId, atMs }) => {
    const facts = wholeFacts(own, orders);
    return facts === null ? [] : [{ userId, facts, source, sourceId, atMs }];
  });
}

/** So many are written at once; then others have their turn. */
const WRITTEN_PER_TURN = 500;

type OwnFacts = NoticeFacts | EndedFacts;

type AccountOwner = { readonly userId: number; readonly isCopy: boolean };

/** Null: nobody is told of it. */
function ownFacts({ isCopy }: AccountOwner, facts: OwnFacts): OwnFacts | null {
  if (!isCopy) return facts;
  const isOfLevel = facts.kind === "marginCall" || facts.kind === "stopOut";
  return isOfLevel ? { ...facts, isCopy: true } : null;
}

type EndedOrder = Pick<Extract<NoticeFacts, { kind: "orderEnded" }>, "side" | "lots" | "price">;

function wholeFacts(facts: OwnFacts, orders: ReadonlyMap<number, EndedOrder>): NoticeFacts | null {
  if (facts.kind !== "orderEnded") return facts;
  const order = orders.get(facts.orderId);
  return order ? { ...facts, ...order } : null;
}

async function findOwners(
  trx: Database,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, AccountOwner>> {
  const { rows } = await sql<{ account_id: bigint; owner_id: bigint; is_copy: boolean }>`
    select a.account_id, a.owner_id, coalesce(not own.is_main, false) as is_copy
    from trading_account a
    -- The engine takes any number for an owner; a notice has a person's.
    join app_user u on u.id = a.owner_id
    left join user_account own on own.id = a.account_id
    where a.account_id = any(${accountIds}::bigint[])`.execute(trx);
  return new Map(
    rows.map((row) => [
      Number(row.account_id),
      { userId: Number(row.owner_id), isCopy: row.is_copy },
    ]),
  );
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
