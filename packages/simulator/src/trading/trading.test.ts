// Seeded runs of the whole hot path. On the twin in memory there are many: 500 seeds here, 20,000
// with FULL=1. On the real PostgreSQL there are a few, with the same faults planted in front. No
// crash loses what was acknowledged or invents what was not (P01–P05, P08, P09, F01, F16, F17).

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createLog, createPostgresStore, holdShard } from "@truetick/server";
import { brokenInvariants, createTestDatabase } from "@truetick/server/testing";
import { expect, it } from "vitest";
import { readTables } from "./evidence.ts";
import { runSeed, runSeeds } from "./run-seeds.ts";
import { runTrading } from "./run-trading.ts";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "../main.ts");
const isFull = process.env.FULL === "1";
const SEEDS = isFull ? 20_000 : 500;
const POSTGRES_SEEDS = isFull ? 40 : 3;
/** Long enough for a busy machine, short enough that a run that hangs is a failure. */
const CAMPAIGN_MS = (isFull ? 120 : 5) * 60_000;

async function hashInProcess(seed: number): Promise<string | undefined> {
  const command = ["--import", "tsx", MAIN, `--seed=${seed}`, "--minutes=0"];
  const { stdout } = await run(process.execPath, command, { cwd: import.meta.dirname });
  return /trading hash ([0-9a-f]{64})/.exec(stdout)?.[1];
}

it(
  `${SEEDS} seeds: crashes lose nothing that was acknowledged and invent nothing (P04)`,
  async ({ task }) => {
    const report = await runSeeds({ first: 1, count: SEEDS });
    expect(report.seeds).toBe(SEEDS);
    expect(report.crashes).toBeGreaterThanOrEqual(100);
    expect(report.crashesInCommit).toBeGreaterThanOrEqual(100);
    expect(report.failedCommits).toBeGreaterThanOrEqual(100);
    expect(report.failedBehind).toBeGreaterThanOrEqual(100);
    expect(report.repeats).toBeGreaterThan(SEEDS);
    expect(report.badTicks).toBeGreaterThan(SEEDS);
    expect(report.rows).toBeGreaterThan(10 * SEEDS);
    const { seeds, crashes, rows } = report;
    Object.assign(task.meta, { figures: { campaign: "seeds", seeds, crashes, rows } });
  },
  CAMPAIGN_MS,
);

it("P02: the same seed gives the same hash in two processes, another seed another", async () => {
  const [first, second] = [await hashInProcess(7), await hashInProcess(7)];
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(second).toBe(first);
  expect((await runSeed(7)).hash).toBe(first);
  expect((await runSeed(8)).hash).not.toBe(first);
}, 120_000);

it(
  `${POSTGRES_SEEDS} seeds run on PostgreSQL as on its twin, and every invariant view is empty`,
  async () => {
    for (let seed = 1; seed <= POSTGRES_SEEDS; seed += 1) {
      const { database, appUrl, ownerUrl, close } = await createTestDatabase();
      const log = createLog("silent");
      const address = { url: appUrl, role: null };
      const { lease, keeper } = await holdShard({ address, shard: 0, log });
      const options = { shard: 0, lease, address, database, log, commitTimeoutMs: 60_000 };
      const store = createPostgresStore(options);
      const readEvidence = () => readTables(database);
      const report = await runTrading(seed, { store, readEvidence });
      expect(await brokenInvariants(ownerUrl)).toEqual({});
      expect(report.rows).toBeGreaterThan(20);
      expect(report).toEqual(await runSeed(seed));
      await keeper.stop();
      await close();
    }
  },
  CAMPAIGN_MS,
);
