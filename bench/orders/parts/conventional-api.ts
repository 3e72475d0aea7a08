// The peer over HTTP: the same two calls as most platforms write them. A session looked up per
// request, the fields validated by the same declarations, then one transaction per order on a pool
// of connections: the key, the account's row locked, its positions valued, the order, two
// postings, the balance, the answer kept under the key, commit. Terms and newest quote are in
// memory. No journal, no hash chain, no evidence of the fill, no tape: it does less.

import { hash } from "node:crypto";
import { CALLS, orderDraftFromFields } from "@truetick/contract/calls";
import { formatMoney, formatPrice, money, parseLots, price } from "@truetick/money";
import pg from "pg";
import { inTransaction, named } from "./conventional.ts";

const POOL_CONNECTIONS = 20;
const PRECISION = 5;
const POINT_VALUE = 10n;
const FEE_RATE_E8 = 3_000n;
const TERMS = {
  lotsMin: 100,
  lotsMax: 1_000_000,
  lotStep: 100,
  leverages: [1, 10, 20, 30, 50, 100, 200, 300, 400, 500, 1_000],
};

const SCHEMA = `
  create table account (id bigint primary key, cash bigint not null, used bigint not null);
  create table session (
    token_hash bytea primary key, account_id bigint not null references account,
    expires_at timestamptz not null, revoked_at timestamptz
  );
  create table orders (
    id bigint generated always as identity primary key,
    account_id bigint not null, status text not null, side text not null, lots bigint not null,
    leverage integer not null, open_price bigint not null, close_price bigint,
    margin bigint not null, fee bigint not null, profit bigint,
    created_at timestamptz not null default now(), closed_at timestamptz
  );
  create index on orders (account_id, id) where closed_at is not null;
  create index on orders (account_id) where status = 'holding';
  create table posting (
    id bigint generated always as identity primary key,
    account_id bigint, house text, amount bigint not null, balance bigint not null,
    cause text not null, cause_id bigint not null, created_at timestamptz not null default now()
  );
  create index on posting (account_id, id) where account_id is not null;
  create table idempotency (
    owner_id bigint not null, key text not null, answer jsonb, primary key (owner_id, key)
  );`;

export type Answered = Readonly<Record<string, unknown>>;

export type ConventionalApi = {
  /** Throws what a real one would refuse. */
  readonly open: (asked: Asked) => Promise<Answered>;
  readonly close: (asked: Asked) => Promise<Answered>;
};

export type Asked = {
  readonly token: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Accounts are numbered from 1 and own the sessions of the tokens, in order. */
export async function startConventionalApi(
  url: string,
  tokens: readonly string[],
): Promise<ConventionalApi> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_CONNECTIONS });
  await pool.query(SCHEMA);
  await pool.query(
    "insert into account select g, 100000000000000, 0 from generate_series(1, $1) as g",
    [tokens.length],
  );
  await pool.query(
    `insert into session (token_hash, account_id, expires_at)
     select t.hash, t.number, now() + interval '1 day'
     from unnest($1::bytea[]) with ordinality as t(hash, number)`,
    [tokens.map(hashOf)],
  );
  return {
    open: (asked) => once(pool, asked, openOrder),
    close: (asked) => once(pool, asked, closeOrder),
  };
}

function hashOf(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

type Work = (client: pg.PoolClient, account: Account, fields: Asked["fields"]) => Promise<Answered>;
type Account = { readonly id: string; readonly cash: bigint; readonly used: bigint };

/** Whoever asks, at most once per key, with the account's row locked. */
async function once(pool: pg.Pool, { token, key, fields }: Asked, work: Work): Promise<Answered> {
  const session = await pool.query<{ account_id: string }>(
    named(
      "session",
      `select account_id from session
       where token_hash = $1 and revoked_at is null and expires_at > now()`,
      [hashOf(token)],
    ),
  );
  const id = session.rows[0]?.account_id;
  if (id === undefined) throw new Error("no session");
  return inTransaction(pool, async (client) => {
    const taken = await client.query(
      named("key", "insert into idempotency values ($1, $2) on conflict do nothing returning 1", [
        id,
        key,
      ]),
    );
    if (taken.rowCount !== 1) throw new Error("the key was used");
    const answer = await work(client, await lockAccount(client, id), fields);
    await client.query(
      named("answer", "update idempotency set answer = $3 where owner_id = $1 and key = $2", [
        id,
        key,
        answer,
      ]),
    );
    return answer;
  });
}

async function lockAccount(client: pg.PoolClient, id: string): Promise<Account> {
  const answer = await client.query<{ cash: string; used: string }>(
    named("lock", "select cash, used from account where id = $1 for update", [id]),
  );
  const [row] = answer.rows;
  if (!row) throw new Error("no such account");
  return { id, cash: BigInt(row.cash), used: BigInt(row.used) };
}

/** One market is enough here; its price moves as that of the product does, ten times a second. */
function newestQuote(): { readonly bid: bigint; readonly ask: bigint } {
  const bid = 110_000n + BigInt(Math.floor(Date.now() / 100) % 100);
  return { bid, ask: bid + 10n };
}

async function openOrder(client: pg.PoolClient, account: Account, fields: Asked["fields"]) {
  const draft = orderDraftFromFields(CALLS.placeOrder.input.parse(fields));
  const lots = parseLots(draft.lots) ?? 0;
  const { lotsMin, lotsMax, lotStep, leverages } = TERMS;
  if (lots < lotsMin || lots > lotsMax || lots % lotStep !== 0) throw new Error("lots");
  if (!leverages.includes(draft.leverage)) throw new Error("leverage");
  const quote = newestQuote();
  const openPrice = draft.side === "buy" ? quote.ask : quote.bid;
  const value = openPrice * BigInt(lots) * POINT_VALUE;
  const leverage = BigInt(draft.leverage);
  const margin = (value + leverage - 1n) / leverage;
  const fee = (value * FEE_RATE_E8 + 99_999_999n) / 100_000_000n;
  const floating = await floatingOf(client, account.id, quote);
  const balance = account.cash - account.used;
  const available = floating < 0n ? balance + floating : balance;
  if (margin + fee > available) throw new Error("not enough");
  const order = await client.query<{ id: string }>(
    named(
      "order",
      `insert into orders (account_id, status, side, lots, leverage, open_price, margin, fee)
       values ($1, 'holding', $2, $3, $4, $5, $6, $7) returning id`,
      [account.id, draft.side, lots, draft.leverage, openPrice, margin, fee],
    ),
  );
  const id = order.rows[0]?.id ?? "";
  const change = { amount: -fee, balance: account.cash - fee, used: margin };
  await book(client, account.id, change, { cause: "fee", id });
  return {
    Id: id,
    Status: 1,
    OrderType: draft.side === "buy" ? 1 : 2,
    Quantity: draft.lots,
    multiple: draft.leverage,
    Price: formatPrice(price(Number(openPrice)), PRECISION),
    CautionMoney: formatMoney(money(margin)),
    TradeFee: formatMoney(money(fee)),
  };
}

type Position = { side: string; lots: string; open_price: string };

async function floatingOf(
  client: pg.PoolClient,
  account: string,
  quote: { readonly bid: bigint; readonly ask: bigint },
): Promise<bigint> {
  const { rows } = await client.query<Position>(
    named(
      "positions",
      "select side, lots, open_price from orders where account_id = $1 and status = 'holding'",
      [account],
    ),
  );
  return rows.reduce((sum, row) => sum + profitOf(row, quote), 0n);
}

function profitOf(row: Position, { bid, ask }: { bid: bigint; ask: bigint }): bigint {
  const opened = BigInt(row.open_price);
  const points = row.side === "buy" ? bid - opened : opened - ask;
  return points * BigInt(row.lots) * POINT_VALUE;
}

async function closeOrder(client: pg.PoolClient, account: Account, fields: Asked["fields"]) {
  const { id } = CALLS.closeOrder.input.parse(fields);
  const found = await client.query<Position & { margin: string }>(
    named(
      "holding",
      `select side, lots, open_price, margin from orders
       where id = $1 and account_id = $2 and status = 'holding' for update`,
      [id, account.id],
    ),
  );
  const [row] = found.rows;
  if (!row) throw new Error("not holding");
  const quote = newestQuote();
  const profit = profitOf(row, quote);
  const closePrice = row.side === "buy" ? quote.bid : quote.ask;
  await client.query(
    named(
      "close",
      `update orders set status = 'closed', close_price = $2, profit = $3, closed_at = now()
       where id = $1`,
      [id, closePrice, profit],
    ),
  );
  const change = { amount: profit, balance: account.cash + profit, used: -BigInt(row.margin) };
  await book(client, account.id, change, { cause: "profit", id });
  return { Id: id, Price: String(closePrice), FactProfits: formatMoney(money(profit)) };
}

async function book(
  client: pg.PoolClient,
  account: string,
  { amount, balance, used }: { amount: bigint; balance: bigint; used: bigint },
  { cause, id }: { cause: string; id: string },
): Promise<void> {
  await client.query(
    named(
      "post",
      `insert into posting (account_id, house, amount, balance, cause, cause_id)
       values ($1, null, $2, $3, $4, $5), (null, 'house', -$2::bigint, 0, $4, $5)`,
      [account, amount, balance, cause, id],
    ),
  );
  await client.query(
    named("take", "update account set cash = $2, used = used + $3 where id = $1", [
      account,
      balance,
      used,
    ]),
  );
}
