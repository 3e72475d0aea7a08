// Whether a state says what the ledger and the blotter say: every account's cash, every house
// balance, every live order. Called at the start, before a state that began with a snapshot is
// believed: a snapshot's own hash proves nothing, since who can forge the one can forge the other
// (T86, H07). Both tables are append-only or guarded, and written in the journal's own commits.

import {
  HOUSE_ACCOUNTS,
  type HouseAccount,
  type OrderId,
  type OrderView,
  orderView,
  type State,
} from "@truetick/engine";
import type { ClientBase } from "pg";

const ROWS_PER_READ = 10_000;

/** What differs, in words for the log; null when nothing does. Both at the journal's head. */
export async function findDisagreement(
  client: ClientBase,
  shard: number,
  state: State,
): Promise<string | null> {
  return (
    (await compareCash(client, shard, state)) ??
    (await compareHouse(client, shard, state)) ??
    (await compareOrders(client, shard, state))
  );
}

async function compareCash(
  client: ClientBase,
  shard: number,
  { accounts }: State,
): Promise<string | null> {
  let seen = 0;
  let last = "-1";
  for (;;) {
    const { rows } = await client.query<{ id: string; balance: string }>(
      `select a.account_id as id, coalesce(p.balance, 0) as balance
       from (
         select account_id from trading_account where account_id > $1 and shard = $2
         order by account_id limit ${ROWS_PER_READ}
       ) a
       left join lateral (
         select balance from ledger_posting
         where account_id = a.account_id order by journal_seq desc, position desc limit 1
       ) p on true
       order by a.account_id`,
      [last, shard],
    );
    for (const { id, balance } of rows) {
      const slot = accounts.slotOf(Number(id));
      if (accounts.cash(slot) !== BigInt(balance)) return `the cash of account ${id}`;
    }
    seen += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < ROWS_PER_READ) return seen === accounts.count ? null : "the accounts";
  }
}

async function compareHouse(
  client: ClientBase,
  shard: number,
  { house }: State,
): Promise<string | null> {
  const { rows } = await client.query<{
    book: "real" | "demo";
    house: HouseAccount;
    balance: string;
  }>(
    `select b.book, h.house, coalesce(p.balance, 0) as balance
     from unnest(array['real', 'demo']) as b(book) cross join unnest($2::text[]) as h(house)
     left join lateral (
       select balance from ledger_posting l
       where l.shard = $1 and l.book = b.book and l.house = h.house and l.is_house_end
       order by l.journal_seq desc, l.position desc limit 1
     ) p on true`,
    [shard, HOUSE_ACCOUNTS],
  );
  const differing = rows.find(
    ({ book, house: name, balance }) =>
      house[book][HOUSE_ACCOUNTS.indexOf(name)] !== BigInt(balance),
  );
  return differing ? `the ${differing.book} house account ${differing.house}` : null;
}

type LiveRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

const COLUMNS = [
  "order_id",
  "account_id",
  "market_id",
  "status",
  "side",
  "lots",
  "leverage",
  "asked_price",
  "open_price",
  "stop_loss",
  "take_profit",
  "trailing_distance",
  "margin",
  "fee",
  "expires_at_ms",
  "terms_version",
] as const;

async function compareOrders(
  client: ClientBase,
  shard: number,
  state: State,
): Promise<string | null> {
  let seen = 0;
  let last: string | number | null = "0";
  for (;;) {
    const answer: { rows: LiveRow[] } = await client.query<LiveRow>(
      `select ${COLUMNS.join(", ")} from trade_order
       where shard = $1 and order_id > $2 and ended_at_ms is null
       order by order_id limit ${ROWS_PER_READ}`,
      [shard, last],
    );
    for (const row of answer.rows) {
      // The engine's own numbers: it gave them out, and the journal wrote them down.
      const view = orderView(state, Number(row.order_id) as OrderId);
      if (!view || !isSameOrder(row, view)) return `order ${row.order_id}`;
    }
    seen += answer.rows.length;
    last = answer.rows.at(-1)?.order_id ?? last;
    if (answer.rows.length < ROWS_PER_READ) {
      return seen === state.orders.count ? null : "the live orders";
    }
  }
}

function isSameOrder(row: LiveRow, view: OrderView): boolean {
  const known: Readonly<Record<keyof LiveRow, string | number | bigint | null>> = {
    order_id: view.orderId,
    account_id: view.accountId,
    market_id: view.marketId,
    status: view.status,
    side: view.side,
    lots: view.lots,
    leverage: view.leverage,
    asked_price: view.askedPrice,
    open_price: view.openPrice,
    stop_loss: view.stopLoss,
    take_profit: view.takeProfit,
    trailing_distance: view.trailingDistance,
    margin: view.margin,
    fee: view.fee,
    expires_at_ms: view.expiresAtMs,
    terms_version: view.termsVersion,
  };
  // Large integers come as text; every value of both sides has one form as text.
  return COLUMNS.every((column) => String(row[column]) === String(known[column]));
}
