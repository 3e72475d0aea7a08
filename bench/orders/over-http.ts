// Durable orders per second over HTTP: the whole server against the conventional path (G1, G1b).
//
// 256 connections open and close in turn, on 5,000 accounts and on one, with a session and an
// idempotency key each. The product is built as for users and does everything it does for them
// (checks, evidence, journal, prices of all its markets) but what it does at night (servers.ts);
// the peer answers the same two calls from one transaction per order.

import { sql } from "kysely";
import { type Asked, HttpConnection } from "./parts/http-client.ts";
import { openLab } from "./parts/lab.ts";
import { contend, type Round } from "./parts/measure.ts";
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

type Turn = { readonly connection: HttpConnection; readonly endsAt: number };

/** Trades until the time is over, and puts down how long each answer took. */
type Actor = (turn: Turn, latencies: number[]) => Promise<void>;

/**
 * One of those who trade: opens, and closes what it opened, in turn. Asks again from within the
 * answer: promises for each would cost half as much as the asking itself.
 */
function createActor(name: string, pick: () => number): Actor {
  let open: { readonly who: number; readonly orderId: string } | null = null;
  let turns = 0;
  return ({ connection, endsAt }, latencies) =>
    new Promise((resolve, fail) => {
      let who = 0;
      let askedAt = 0;
      const next = (now: number) => {
        if (now >= endsAt) return resolve();
        turns += 1;
        who = open?.who ?? pick();
        askedAt = now;
        connection.ask(ask({ who, key: `${name}-${turns}`, orderId: open?.orderId }), asker);
      };
      const take = (status: number, body: string) => {
        try {
          const orderId = orderIdIn(status, body);
          const now = performance.now();
          latencies.push(now - askedAt);
          open = open ? null : { who, orderId };
          next(now);
        } catch (error) {
          fail(error);
        }
      };
      const asker = { take, fail };
      next(performance.now());
    });
}

type Order = {
  readonly who: number;
  readonly key: string;
  /** Of the order to close; without, one is opened. */
  readonly orderId: string | undefined;
};

const SUBMITTED = JSON.stringify({
  type: "1",
  cont: "0.01",
  forex_id: market.id,
  status: "1",
  multiple: String(market.leverage),
});

function ask({ who, key, orderId }: Order): Asked {
  const headers = `authorization: ${traders[who]?.token}\r\nidempotency-key: ${key}\r\n`;
  if (orderId === undefined) return { path: "/v1/api/forex/submit", headers, body: SUBMITTED };
  return { path: "/v1/api/forex/close", headers, body: `{"id":"${orderId}"}` };
}

/** How both sides begin when it was done. */
const DONE = '{"code":1,"msg":"","data":{"Id":"';

/** The order that was opened or closed; throws a refusal, and an answer that names none. */
function orderIdIn(status: number, body: string): string {
  if (status === 200 && body.startsWith(DONE) && body.endsWith("}}")) {
    const id = body.slice(DONE.length, body.indexOf('"', DONE.length));
    if (/^\d+$/.test(id)) return id;
  }
  // Whatever else it says is read as a whole.
  const { code, data } = status === 200 ? JSON.parse(body || "{}") : {};
  const isDone = code === 1 && typeof data?.Id === "string";
  if (!isDone) throw new Error(`refused: ${status} ${body}`);
  return data.Id;
}

let contests = 0;

async function contest(
  goal: string,
  pick: () => number,
  bounds: { floor: number; moonshot: number },
): Promise<boolean> {
  contests += 1;
  const actors = () =>
    Array.from({ length: CONNECTIONS }, (_, index) => createActor(`${contests}-${index}`, pick));
  /** With connections of its own each time: servers hang up on those that rest for a turn. */
  const run = (port: number, side: readonly Actor[]) => async (): Promise<Round> => {
    const opened = side.map(async (act) => ({ act, connection: await HttpConnection.open(port) }));
    const pairs = await Promise.all(opened);
    const latencies: number[] = [];
    const startedAt = performance.now();
    const endsAt = startedAt + 1_000 * SECONDS;
    await Promise.all(pairs.map(({ act, connection }) => act({ connection, endsAt }, latencies)));
    const elapsedSec = (performance.now() - startedAt) / 1_000;
    for (const { connection } of pairs) connection.close();
    const rate = latencies.length / elapsedSec;
    return { rate, latencies: Float64Array.from(latencies).sort(), perCpuSecond: null };
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
