// kill -9 in the middle of copying (F02): whatever the leader did is copied to every follower once,
// none is missed and none is there twice, margins are exact and the ledger sums to zero. Two kills
// among 80 followers here; with FULL=1 twenty among 2,000; among 5,000 in bench/copying.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../platform/clock.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { startSequencer } from "../../trading/sequencer/sequencer.ts";
import { countCopies, quoteCrowd } from "./testing/copy-crowd.ts";
import { startCrowdCopying } from "./testing/lead-crowd.ts";

const isFull = process.env.FULL === "1";
const KILLS = isFull ? 20 : 2;
const FOLLOWERS = isFull ? 2_000 : 80;
const TIMEOUT_MS = isFull ? 900_000 : 90_000;
/** Acts of the leader before a life ends, somewhere in the middle of copying them. */
const ACTS_MIN = 4;

const log = createLog("silent");
const children = new Set<ChildProcess>();
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await test.close();
});

async function leadAndDie(): Promise<void> {
  const script = join(import.meta.dirname, "testing/copying-child.ts");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", script, test.appUrl, String(FOLLOWERS)],
    { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] },
  );
  children.add(child);
  let acts = -1;
  createInterface({ input: child.stdout }).on("line", () => {
    acts += 1;
  });
  while (acts < ACTS_MIN) {
    expect(child.exitCode).toBeNull();
    await sleep(5);
  }
  await sleep(Math.random() * 150);
  child.kill("SIGKILL");
  await once(child, "close");
  children.delete(child);
}

it(
  "F02: the program is killed in the middle of copying; none is missed, none is there twice",
  async () => {
    let wasInTheMiddle = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await leadAndDie();
      const { undone, missing } = await countCopies(test.database);
      if (undone + missing > 0) wasInTheMiddle += 1;
    }
    const { database } = test;
    const address = { url: test.appUrl, role: null };
    const sequencer = await startSequencer({ address, database, clock: systemClock, log });
    quoteCrowd({ database, sequencer }, 110_000, Date.now());
    const copying = await startCrowdCopying({ database, sequencer, log });
    await copying.settle();
    const count = await countCopies(database);
    expect(count).toMatchObject({ missing: 0, undone: 0, stray: 0, left: 0 });
    expect(count.opened).toBeGreaterThan(FOLLOWERS);
    // Else it would say nothing.
    expect(wasInTheMiddle).toBeGreaterThan(0);
    await copying.stop();
    await sequencer.stop();
    expect(await brokenInvariants(test.ownerUrl)).toEqual({});
  },
  TIMEOUT_MS,
);
