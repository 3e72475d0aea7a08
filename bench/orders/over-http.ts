// Durable orders per second over HTTP: the whole server against the conventional path (G1, G1b).
//
// 256 connections open and close in turn, on 5,000 accounts and on one, with a session and an
// idempotency key each. The product is built as for users and does everything it does for them
// (checks, evidence, journal, prices of all its markets); the peer answers the same two calls from
// one transaction per order.

import { sql } from "kysely";
import { HttpConnection } from "./parts/http-client.ts";
import { openLab } from "./parts/lab.ts";
import { contend, drive, type Round } from "./parts/measure.ts";
import { makeTraders, startPeer, startProduct } from "./parts/servers.ts";

const ACCOUNTS = 5_000;
const CONNECTIONS = 256;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = 3;

const lab = await openLab();
const traders = await makeTraders(lab, ACCOUNTS);
const product = await startProduct(lab);
const peer = await startPeer(lab, traders);
const market = await findMarket();

type Market = { readonly id: string; readonly leverage: number };

async function findMarket(): Promise<Market> {
  const response = await fetch(`http://127.0.0.1:${product.port}/v1/api/forex/trade_list`);
  const { data } = (await response.json()) as {
    data: { Id: string; Code: string; HasForexMultiple: { Value: number }[] }[];
  };
  const found = data.find(({ Code }) => Code === "EURUSD");
  if (!found) throw new Error("EURUSD is traded");
  return { id: found.Id, leverage: Math.max(...found.HasForexMultiple.map(({ Value }) => Value)) };
}

type Act = (who: number) => Promise<void>;

/** One connection: opens, and closes what it opened, in turn. */
function createActor(
  connection: HttpConnection,
  name: string,
  ask: (turn: {
    who: number;
    key: string;
    orderId: string | null;
  }) => Parameters<HttpConnection["post"]>,
): Act {
  let open: { who: number; orderId: string } | null = null;
  let turn = 0;
  return async (who) => {
    turn += 1;
    const key = `${name}-${turn}`;
    const asked = open ? { ...open, key } : { who, key, orderId: null };
    const { status, body } = await connection.post(...ask(asked));
    const answer = JSON.parse(body || "{}");
    if (status !== 200 || answer.code !== 1) throw new Error(`refused: ${status} ${body}`);
    open = open ? null : { who, orderId: answer.data.Id };
  };
}

function ask({ who, key, orderId }: { who: number; key: string; orderId: string | null }) {
  const headers = `authorization: ${traders[who]?.token}\r\nidempotency-key: ${key}\r\n`;
  if (orderId !== null) {
    return ["/v1/api/forex/close", headers, JSON.stringify({ id: orderId })] as const;
  }
  const order = { type: "1", cont: "0.01", forex_id: market.id, status: "1" };
  const body = JSON.stringify({ ...order, multiple: String(market.leverage) });
  return ["/v1/api/forex/submit", headers, body] as const;
}

let contests = 0;

async function contest(
  goal: string,
  pick: () => number,
  bounds: { floor: number; moonshot: number },
): Promise<boolean> {
  contests += 1;
  const connect = async (port: number) =>
    Promise.all(
      Array.from({ length: CONNECTIONS }, async (_, index) => {
        const connection = await HttpConnection.open(port);
        const act = createActor(connection, `${contests}-${index}`, (turn) => [...ask(turn)]);
        return { connection, act };
      }),
    );
  const ours = await connect(product.port);
  const theirs = await connect(peer.port);
  const load = { workers: CONNECTIONS, seconds: SECONDS, cpuSeconds: () => null };
  const run = (side: typeof ours) => (): Promise<Round> =>
    drive(load, async (worker) => side[worker]?.act(pick()));
  // Unmeasured: a server that has run for a day is what users meet, not one that was just started.
  for (const side of [theirs, ours]) await run(side)();
  const isReached = await contend({
    goal,
    unit: "orders",
    rounds: ROUNDS,
    ...bounds,
    product: run(ours),
    peer: run(theirs),
  });
  for (const { connection } of [...ours, ...theirs]) connection.close();
  return isReached;
}

const results = [
  await contest("G1 over HTTP", () => Math.floor(Math.random() * ACCOUNTS), {
    floor: 6,
    moonshot: 12,
  }),
  await contest("G1b over HTTP, one hot account", () => 0, { floor: 20, moonshot: 40 }),
];
await product.stop();
await peer.stop();
const sums = await sql<{ sum: string; rows: string }>`
  select coalesce(sum(amount), 0)::text as sum, count(*)::text as rows from ledger_posting
`.execute(lab.database);
console.log(`ledger: ${sums.rows[0]?.rows} postings, sum ${sums.rows[0]?.sum}`);
results.push(sums.rows[0]?.sum === "0");
await lab.close();
process.exit(results.every(Boolean) ? 0 : 1);
