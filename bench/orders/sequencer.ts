// Durable orders per second: the sequencer against one transaction per order (G1, G1b, no HTTP).
//
// 256 traders open and close in turn, on 5,000 accounts and on one. Every act counts when it is on
// disk. Both sides write to the same PostgreSQL, in turn. Sums are reconciled afterwards.

import { accountId } from "@truetick/engine";
import { sql } from "kysely";
import { startConventional } from "./parts/conventional.ts";
import {
  createTrader,
  keepQuoting,
  openAccounts,
  openMarket,
  startExchange,
} from "./parts/exchange.ts";
import { openLab } from "./parts/lab.ts";
import { contend, drive } from "./parts/measure.ts";

const ACCOUNTS = 5_000;
const WORKERS = 256;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = 3;

const lab = await openLab();
const sequencer = await startExchange(lab);
await openMarket(sequencer);
const accounts = await openAccounts(sequencer, ACCOUNTS);
const stopQuotes = keepQuoting(sequencer);
const peer = await startConventional(lab.peerUrl, ACCOUNTS);

function contest(goal: string, pick: () => number, bounds: { floor: number; moonshot: number }) {
  const load = { workers: WORKERS, seconds: SECONDS, cpuSeconds: lab.cpuSeconds };
  const names = Array.from({ length: WORKERS }, (_, worker) => `${goal}/${worker}`);
  const ours = names.map((name) => createTrader(sequencer, name));
  const theirs = names.map((name) => peer.trader(name));
  return contend({
    goal,
    unit: "orders",
    rounds: ROUNDS,
    ...bounds,
    product: () => drive(load, async (worker) => ours[worker]?.(accountId(pick()))),
    peer: () => drive(load, async (worker) => theirs[worker]?.(pick())),
  });
}

const anyAccount = () => accounts[Math.floor(Math.random() * ACCOUNTS)] ?? 1;
const results = [
  await contest("G1 many accounts", anyAccount, { floor: 6, moonshot: 12 }),
  await contest("G1b one hot account", () => 1, { floor: 20, moonshot: 40 }),
];
stopQuotes();
const sums = await sql<{ sum: string; rows: string }>`
  select coalesce(sum(amount), 0)::text as sum, count(*)::text as rows from ledger_posting
`.execute(lab.database);
console.log(`ledger: ${sums.rows[0]?.rows} postings, sum ${sums.rows[0]?.sum}`);
results.push(sums.rows[0]?.sum === "0");
await sequencer.stop();
await peer.close();
await lab.close();
process.exit(results.every(Boolean) ? 0 : 1);
