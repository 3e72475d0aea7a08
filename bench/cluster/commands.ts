// CPU per command when a gateway and the owner of the shard are two, against one process.
//
// 64 traders open and close in turn, always 64 commands under way. Gateway and owner run in this
// process, so that its CPU is that of both; they meet on the bus within a process and over NATS.
// Of several rounds in turn the cheapest counts: what a busy machine adds is not ours.

import {
  createLog,
  createMemoryBus,
  holdShard,
  startSequencer,
  systemClock,
} from "@truetick/server";
import { createTrader, keepQuoting, openAccounts, openMarket } from "../orders/parts/exchange.ts";
import { openLab } from "../orders/parts/lab.ts";
import { startNats } from "./parts/nats.ts";
import { meetOver } from "./parts/remote-shard.ts";

const TRADERS = 64;
const ACCOUNTS = 640;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = 3;
const ADDED_MAX_US = 30;

const lab = await openLab();
const log = createLog("error");
const address = { url: lab.productUrl, role: null };
const held = await holdShard({ address, shard: 0, log });
const { database } = lab;
const sequencer = await startSequencer({ address, database, clock: systemClock, log, held });
await openMarket(sequencer);
const accounts = await openAccounts(sequencer, ACCOUNTS);
const stopQuotes = keepQuoting(sequencer);

const parts = { sequencer, address, database, log, epoch: held.lease.epoch };
const nats = await startNats(log);
const near = await meetOver({ ...parts, gatewayBus: createMemoryBus(log), ownerBus: null });
const ways = [
  { name: "one process", submit: sequencer.submit, near: null },
  { name: "bus within a process", submit: near.submit, near },
];
const far = nats && (await meetOver({ ...parts, gatewayBus: nats.here, ownerBus: nats.there }));
if (far) ways.push({ name: "over NATS", submit: far.submit, near: far });
else console.log("no nats-server here: over NATS is not measured");

type Cost = { readonly microseconds: number; readonly perSecond: number };
let turns = 0;

async function measure(submit: typeof sequencer.submit): Promise<Cost> {
  turns += 1;
  let commands = 0;
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const endsAt = startedAt + 1_000 * SECONDS;
  await Promise.all(
    Array.from({ length: TRADERS }, async (_, at) => {
      const act = createTrader({ submit }, `${turns}/${at}`);
      for (let turn = 0; performance.now() < endsAt; turn += 1) {
        const account = accounts[(at + TRADERS * (turn % 10)) % ACCOUNTS];
        if (account === undefined) throw new Error("Invariant: there are accounts");
        await act(account);
        commands += 1;
      }
    }),
  );
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - startedAt) / 1_000;
  return { microseconds: (user + system) / commands, perSecond: commands / seconds };
}

/** Both sides serve only while they are measured: an idle owner would pay for telling its rows. */
async function measureWay({ submit, near }: (typeof ways)[number]): Promise<Cost> {
  near?.begin();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const cost = await measure(submit);
  near?.end();
  return cost;
}

const cheapest = new Map<string, number>();
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const way of ways) {
    const { microseconds, perSecond } = await measureWay(way);
    // The first round only warms up.
    if (round === 0) continue;
    cheapest.set(way.name, Math.min(microseconds, cheapest.get(way.name) ?? microseconds));
    console.log(
      `round ${round} ${way.name}: ${microseconds.toFixed(1)} µs of CPU per command, ` +
        `${Math.round(perSecond).toLocaleString("en")} commands/s`,
    );
  }
}
const [alone] = ways;
const base = cheapest.get(alone?.name ?? "") ?? 0;
let isReached = true;
for (const { name } of ways.slice(1)) {
  const added = (cheapest.get(name) ?? 0) - base;
  if (added > ADDED_MAX_US) isReached = false;
  console.log(
    `${added <= ADDED_MAX_US ? "PASS" : "FAIL"} ${name}: +${added.toFixed(1)} µs per command ` +
      `over ${base.toFixed(1)} µs (at most +${ADDED_MAX_US} µs)`,
  );
}
stopQuotes();
await near.stop();
await far?.stop();
await nats?.stop();
await sequencer.stop();
await held.keeper.stop();
await lab.close();
process.exit(isReached ? 0 : 1);
