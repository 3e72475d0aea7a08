// The peer: the same order written as most platforms write it. One transaction per order on a
// pool of connections: the key, the account's row locked, the check, the order, two postings, the
// balance, commit. No journal, no hash chain, no evidence of the fill: it does less.

import pg from "pg";

const POOL_CONNECTIONS = 20;
const MARGIN = 1_100_100_000n;
const FEE = 33_003n;

const SCHEMA = `
  create table account (id bigint primary key, cash bigint not null, used bigint not null);
  create table orders (
    id bigint generated always as identity primary key,
    account_id bigint not null, status text not null, side text not null, lots bigint not null,
    leverage integer not null, open_price bigint not null, close_price bigint,
    margin bigint not null, fee bigint not null, profit bigint,
    created_at timestamptz not null default now(), closed_at timestamptz
  );
  create index on orders (account_id, id) where closed_at is not null;
  create table posting (
    id bigint generated always as identity primary key,
    account_id bigint, house text, amount bigint not null, balance bigint not null,
    cause text not null, cause_id bigint not null, created_at timestamptz not null default now()
  );
  create index on posting (account_id, id) where account_id is not null;
  create table idempotency (
    owner_id bigint not null, key text not null, answer jsonb not null, primary key (owner_id, key)
  );`;

export type Conventional = {
  readonly trader: (name: string) => (account: number) => Promise<void>;
  readonly pool: pg.Pool;
  readonly close: () => Promise<void>;
};

export async function startConventional(url: string, accounts: number): Promise<Conventional> {
  const pool = new pg.Pool({ connectionString: url, max: POOL_CONNECTIONS });
  await pool.query(SCHEMA);
  await pool.query(
    "insert into account select g, 100000000000000, 0 from generate_series(1, $1) as g",
    [accounts],
  );
  return { trader: (name) => createTrader(pool, name), pool, close: () => closePool(pool) };
}

/** A pool says that it has ended before its connections have: the server may end them first. */
export async function closePool(pool: pg.Pool): Promise<void> {
  pool.on("error", () => undefined);
  await pool.end();
}

function createTrader(pool: pg.Pool, name: string) {
  let open: { account: number; orderId: string } | null = null;
  let turn = 0;
  return async (account: number): Promise<void> => {
    turn += 1;
    const key = `${name}/${turn}`;
    if (open) {
      const closing = open;
      open = null;
      await closeOnce(pool, { ...closing, key });
      return;
    }
    open = { account, orderId: await openOnce(pool, { account, key }) };
  };
}

function openOnce(pool: pg.Pool, order: { account: number; key: string }): Promise<string> {
  return inTransaction(pool, (client) => openOrder(client, order));
}

function closeOnce(
  pool: pg.Pool,
  closing: { account: number; orderId: string; key: string },
): Promise<void> {
  return inTransaction(pool, (client) => closeOrder(client, closing));
}

export async function inTransaction<T>(pool: pg.Pool, work: (c: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  } finally {
    client.release();
  }
}

export const named = (name: string, text: string, values: unknown[]) => ({ name, text, values });

async function takeKey(client: pg.PoolClient, owner: number, key: string): Promise<void> {
  const answer = await client.query(
    named(
      "key",
      "insert into idempotency values ($1, $2, '{}') on conflict do nothing returning 1",
      [owner, key],
    ),
  );
  if (answer.rowCount !== 1) throw new Error("the key was used");
}

async function lockAccount(client: pg.PoolClient, account: number) {
  const answer = await client.query<{ cash: string; used: string }>(
    named("lock", "select cash, used from account where id = $1 for update", [account]),
  );
  const [row] = answer.rows;
  if (!row) throw new Error("no such account");
  return { cash: BigInt(row.cash), used: BigInt(row.used) };
}

async function openOrder(
  client: pg.PoolClient,
  { account, key }: { account: number; key: string },
): Promise<string> {
  await takeKey(client, account, key);
  const { cash, used } = await lockAccount(client, account);
  if (cash - used < MARGIN + FEE) throw new Error("not enough");
  const order = await client.query<{ id: string }>(
    named(
      "order",
      `insert into orders (account_id, status, side, lots, leverage, open_price, margin, fee)
       values ($1, 'holding', 'buy', 100, 100, 110010, $2, $3) returning id`,
      [account, MARGIN, FEE],
    ),
  );
  const orderId = order.rows[0]?.id ?? "";
  await post(client, { account, amount: -FEE, balance: cash - FEE, cause: "fee", orderId });
  await client.query(
    named("take", "update account set cash = cash - $2, used = used + $3 where id = $1", [
      account,
      FEE,
      MARGIN,
    ]),
  );
  return orderId;
}

async function closeOrder(
  client: pg.PoolClient,
  { account, orderId, key }: { account: number; orderId: string; key: string },
): Promise<void> {
  await takeKey(client, account, key);
  const { cash } = await lockAccount(client, account);
  const profit = -1_000_000n;
  const closed = await client.query(
    named(
      "close",
      `update orders set status = 'closed', close_price = 110000, profit = $3, closed_at = now()
       where id = $1 and account_id = $2 and status = 'holding'`,
      [orderId, account, profit],
    ),
  );
  if (closed.rowCount !== 1) throw new Error("not holding");
  await post(client, { account, amount: profit, balance: cash + profit, cause: "profit", orderId });
  await client.query(
    named("give", "update account set cash = cash + $2, used = used - $3 where id = $1", [
      account,
      profit,
      MARGIN,
    ]),
  );
}

async function post(
  client: pg.PoolClient,
  movement: { account: number; amount: bigint; balance: bigint; cause: string; orderId: string },
): Promise<void> {
  const { account, amount, balance, cause, orderId } = movement;
  await client.query(
    named(
      "post",
      `insert into posting (account_id, house, amount, balance, cause, cause_id)
       values ($1, null, $2, $3, $4, $5), (null, 'house', -$2::bigint, 0, $4, $5)`,
      [account, amount, balance, cause, orderId],
    ),
  );
}
