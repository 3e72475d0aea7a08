// From a leader's fill to the last of 5,000 copies, and kill -9 in the middle of them.
//
// The leader opens, closes a part and closes, over and over. A copy counts when its fill is on disk
// (the sequencer has told of it). Bound: the last of 5,000 within 2 s of the leader's fill on two
// cores. Afterwards the invariants of the books are asked: margins exact, ledger zero. Beside it:
// what one look at the copy stop-losses of all of them costs.

import { lots } from "@truetick/money";
import { createLog, startSequencer, systemClock } from "@truetick/server";
import { brokenInvariants } from "@truetick/server/testing";
import {
  carryOut,
  countCopies,
  openCrowdMarket,
  openLed,
  quoteCrowd,
  seedCrowd,
  startCrowdCopying,
  timeStopLooks,
} from "@truetick/server/testing/copying";
import { openLab } from "../orders/parts/lab.ts";

const FOLLOWERS = Number(process.env.BENCH_FOLLOWERS ?? 5_000);
const ROUNDS = 4;
const BOUND_MS = 2_000;
const QUOTE_EVERY_MS = 100;

const lab = await openLab();
const { database } = lab;
const log = createLog("error");
const address = { url: lab.productUrl, role: null };
const sequencer = await startSequencer({ address, database, clock: systemClock, log });
const parts = { database, sequencer };
await openCrowdMarket(parts);
const leader = await seedCrowd(parts, FOLLOWERS);
let bid = 110_000;
const quote = () => {
  bid += bid % 2 === 0 ? 1 : -1;
  quoteCrowd(parts, bid, Date.now());
};
quote();
const quoting = setInterval(quote, QUOTE_EVERY_MS);
const copying = await startCrowdCopying({ database, sequencer, log });
await copying.settle();

/** Counts fills and closings of others than the leader, and when they were told. */
let copies = 0;
let lastAtMs = 0;
sequencer.subscribe(({ events }) => {
  for (const event of events) {
    const isCopy =
      event.type === "OrderOpened" || event.type === "OrderReduced" || event.type === "OrderClosed";
    if (!isCopy || event.accountId === leader) continue;
    copies += 1;
    lastAtMs = performance.now();
  }
});

async function measure(what: string, act: () => Promise<unknown>): Promise<boolean> {
  copies = 0;
  const cpuBefore = lab.cpuSeconds();
  await act();
  const filledAtMs = performance.now();
  await copying.settle();
  const ms = lastAtMs - filledAtMs;
  const cpu = cpuBefore === null ? "?" : ((lab.cpuSeconds() ?? 0) - cpuBefore).toFixed(2);
  const verdict = ms <= BOUND_MS ? "ok" : "TOO LATE";
  console.log(
    `${what.padEnd(8)} ${copies} copies, the last after ${ms.toFixed(0)} ms ` +
      `(${Math.round((copies / ms) * 1_000)}/s, ${cpu} s of CPU)  ${verdict}`,
  );
  return ms <= BOUND_MS && copies > 0;
}

const results: boolean[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  let order = await openLed(sequencer, leader, 100);
  // Below everybody's smallest size: it warms nothing but the way.
  await copying.settle();
  results.push(
    await measure("open", async () => {
      order = await openLed(sequencer, leader, 10_000);
    }),
  );
  const close = { type: "CloseOrder", accountId: leader, orderId: order, reason: "user" } as const;
  results.push(await measure("part", () => carryOut(sequencer, { ...close, lots: lots(5_000) })));
  if (round === ROUNDS - 1) {
    const lookMs = await timeStopLooks({ ...parts, log });
    console.log(`a look at the copy stop-losses of all: ${lookMs.toFixed(1)} ms`);
  }
  results.push(await measure("close", () => carryOut(sequencer, { ...close, lots: null })));
}

clearInterval(quoting);
await copying.stop();
await sequencer.stop();
const count = await countCopies(database);
const broken = await brokenInvariants(lab.ownerUrl);
console.log(JSON.stringify(count), JSON.stringify(broken));
results.push(count.missing + count.undone + count.stray + count.left === 0);
results.push(Object.keys(broken).length === 0);
await lab.close();
process.exit(results.every(Boolean) ? 0 : 1);
