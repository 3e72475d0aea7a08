// Durable orders per second with the proof's keeper at work and without it (at most 10 % less).
//
// 256 traders open and close in turn on 5,000 accounts, as in bench/orders, no HTTP. The keeper
// runs in its thread and signs a checkpoint every few seconds; receipts are made of what it wrote
// when somebody asks, so they cost an order nothing. Before a round with the keeper it takes all
// that the round without it has left: it is warm then, and pays for its own orders alone.

import { join } from "node:path";
import { accountId } from "@truetick/engine";
import { createLog, runKeeper } from "@truetick/server";
import {
  createTrader,
  keepQuoting,
  openAccounts,
  openMarket,
  startExchange,
} from "../orders/parts/exchange.ts";
import { openLab } from "../orders/parts/lab.ts";
import { contend, drive } from "../orders/parts/measure.ts";
import { openLogLab, SEAL_KEY } from "./parts/log-lab.ts";

const ACCOUNTS = 5_000;
const WORKERS = 256;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
const EVERY_SEC = 10;
const ROUNDS = 4;
const FLOOR = 0.9;
const PROGRAM = join(import.meta.dirname, "../../packages/server/programs/keeper-thread.mjs");

const lab = await openLab();
const sequencer = await startExchange(lab);
await openMarket(sequencer);
const accounts = await openAccounts(sequencer, ACCOUNTS);
const stopQuotes = keepQuoting(sequencer);
const { client } = await openLogLab(lab);
const names = Array.from({ length: WORKERS }, (_, worker) => `trader/${worker}`);
const traders = names.map((name) => createTrader(sequencer, name));
const load = { workers: WORKERS, seconds: SECONDS, cpuSeconds: lab.cpuSeconds };
const trade = () =>
  drive(load, async (worker) =>
    traders[worker]?.(accountId(accounts[Math.floor(Math.random() * ACCOUNTS)] ?? 1)),
  );

async function tradeWithKeeper() {
  const keeper = runKeeper({
    program: PROGRAM,
    log: createLog("error"),
    settings: {
      address: { url: lab.productUrl, role: null },
      sealKey: SEAL_KEY,
      generation: 1,
      everySec: EVERY_SEC,
      origin: "http://localhost",
      mode: "SIMULATED",
      build: "bench",
      logLevel: "error",
    },
  });
  const stopRows = sequencer.followRows(keeper.take);
  const taken = () => keeper.newest()?.logs.find(({ log }) => log === "journal/0")?.size ?? 0;
  const { journalSeq } = sequencer.figures();
  while (taken() < journalSeq) await new Promise((resolve) => setTimeout(resolve, 100));
  const first = keeper.newest()?.number ?? 0;
  const round = await trade();
  const made = (keeper.newest()?.number ?? 0) - first;
  console.log(`${made} checkpoints in ${SECONDS} s`);
  if (made < Math.floor(SECONDS / EVERY_SEC) - 1) throw new Error("the keeper did not keep up");
  stopRows();
  await keeper.stop();
  return round;
}

await trade();
const isCheap = await contend({
  goal: "proof cost",
  unit: "orders",
  rounds: ROUNDS,
  alternates: true,
  floor: FLOOR,
  moonshot: 0.95,
  product: tradeWithKeeper,
  peer: trade,
});
stopQuotes();
await sequencer.stop();
await client.close();
await lab.close();
process.exit(isCheap ? 0 : 1);
