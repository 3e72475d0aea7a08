// kill -9 in the middle of copying to 5,000 followers: none is missed, none is there twice.
//
// A process leads and copies until it is killed, as often as asked for; then a last life finishes
// what is left, and everything is counted by the tables alone.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createLog, startSequencer, systemClock } from "@truetick/server";
import { brokenInvariants } from "@truetick/server/testing";
import { countCopies, quoteCrowd, startCrowdCopying } from "@truetick/server/testing/copying";
import { openLab } from "../orders/parts/lab.ts";

const FOLLOWERS = Number(process.env.BENCH_FOLLOWERS ?? 5_000);
const KILLS = Number(process.env.BENCH_KILLS ?? 3);
const ACTS_MIN = 2;
const QUOTE_EVERY_MS = 1_000;
const TRIES_MAX = 20;
const CHILD = join(
  import.meta.dirname,
  "../../packages/server/src/community/copying/testing/copying-child.ts",
);

const lab = await openLab();
const { database } = lab;

async function leadAndDie(): Promise<void> {
  const args = ["--import", "tsx", CHILD, lab.productUrl, String(FOLLOWERS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let acts = -1;
  createInterface({ input: child.stdout }).on("line", () => {
    acts += 1;
  });
  while (acts < ACTS_MIN) {
    if (child.exitCode !== null) throw new Error("the process ended by itself");
    await sleep(5);
  }
  await sleep(Math.random() * 1_000);
  child.kill("SIGKILL");
  await once(child, "close");
}

for (let kill = 1; kill <= KILLS; kill += 1) {
  await leadAndDie();
  console.log(`after kill ${kill}: ${JSON.stringify(await countCopies(database))}`);
}
const log = createLog("error");
const address = { url: lab.productUrl, role: null };
const sequencer = await startSequencer({ address, database, clock: systemClock, log });
const quote = () => quoteCrowd({ database, sequencer }, 110_000, Date.now());
quote();
const quoting = setInterval(quote, QUOTE_EVERY_MS);
const startedAtMs = performance.now();
const copying = await startCrowdCopying({ database, sequencer, log });
for (let tries = 1; ; tries += 1) {
  try {
    await copying.settle();
    break;
  } catch (error) {
    // A crowded machine keeps the database waiting; the server would try again, too.
    if (tries === TRIES_MAX) throw error;
  }
}
console.log(`the next life was done after ${(performance.now() - startedAtMs).toFixed(0)} ms`);
clearInterval(quoting);
await copying.stop();
await sequencer.stop();
const count = await countCopies(database);
const broken = await brokenInvariants(lab.ownerUrl);
console.log(JSON.stringify(count), JSON.stringify(broken));
await lab.close();
const isWhole = count.missing + count.undone + count.stray + count.left === 0;
process.exit(isWhole && Object.keys(broken).length === 0 ? 0 : 1);
