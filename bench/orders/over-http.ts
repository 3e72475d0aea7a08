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

type Act = (connection: HttpConnection, who: number) => Promise<void>;

/** One of those who trade: opens, and closes what it opened, in turn. */
function createActor(
  name: string,
  ask: (turn: {
    who: number;
    key: string;
    orderId: string | null;
  }) => Parameters<HttpConnection["post"]>,
): Act {
  let open: { who: number; orderId: string } | null = null;
  let turn = 0;
  return async (connection, who) => {
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
  const actors = () =>
    Array.from({ length: CONNECTIONS }, (_, index) =>
      createActor(`${contests}-${index}`, (turn) => [...ask(turn)]),
    );
  const load = { workers: CONNECTIONS, seconds: SECONDS, cpuSeconds: () => null };
  /** With connections of its own each time: servers hang up on those that rest for a turn. */
  const run = (port: number, side: readonly Act[]) => async (): Promise<Round> => {
    const connections = await Promise.all(side.map(() => HttpConnection.open(port)));
    const round = await drive(load, async (worker) => {
      const [act, connection] = [side[worker], connections[worker]];
      if (act && connection) await act(connection, pick());
    });
    for (const connection of connections) connection.close();
    return round;
  };
  const [ours, theirs] = [run(product.port, actors()), run(peer.port, actors())];
  // Unmeasured: a server that has run for a day is what users meet, not one that was just started.
  for (const side of [theirs, ours]) await side();
  return contend({
    goal,
    unit: "orders",
    rounds: ROUNDS,
    ...bounds,
    product: ours,
    peer: theirs,
  });
}

const results: boolean[] = [];
try {
  const anyone = () => Math.floor(Math.random() * ACCOUNTS);
  results.push(await contest("G1 over HTTP", anyone, { floor: 6, moonshot: 12 }));
  const hot = "G1b over HTTP, one hot account";
  results.push(await contest(hot, () => 0, { floor: 20, moonshot: 40 }));
} finally {
  await product.stop();
  await peer.stop();
}
const sums = await sql<{ sum: string; rows: string }>`
  select coalesce(sum(amount), 0)::text as sum, count(*)::text as rows from ledger_posting
`.execute(lab.database);
console.log(`ledger: ${sums.rows[0]?.rows} postings, sum ${sums.rows[0]?.sum}`);
results.push(sums.rows[0]?.sum === "0");
await lab.close();
process.exit(results.every(Boolean) ? 0 : 1);
