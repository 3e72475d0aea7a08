// The keeper's thread: it signs on a real database while this one does something else, ends when it
// is told to, and is started again when it breaks.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openCheckpoint } from "@truetick/proof";
import { expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createTestDatabase } from "../../testing/test-database.ts";
import { deriveSaltKey, openKey } from "./proof-keys.ts";
import { createProofLog } from "./proof-log.ts";
import { type KeeperSettings, runKeeper } from "./start-keeper.ts";

const PROGRAM = join(import.meta.dirname, "../../../programs/keeper-thread.mjs");
const SEAL_KEY = Buffer.alloc(32, 3);
const PATIENCE_MS = 40_000;

function settingsFor(url: string): KeeperSettings {
  return {
    address: { url, role: null },
    sealKey: SEAL_KEY,
    generation: 1,
    everySec: 1,
    origin: "http://localhost",
    mode: "SIMULATED",
    build: "test",
    logLevel: "fatal",
  };
}

async function until(isSo: () => boolean): Promise<void> {
  const startedMs = performance.now();
  while (!isSo()) {
    if (performance.now() - startedMs > PATIENCE_MS) throw new Error("it did not come to that");
    await sleep(50);
  }
}

it("signs every second in a thread of its own, and ends when it is told to", async () => {
  const test = await createTestDatabase();
  const { database } = test;
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs: Date.now() });
  const log = createProofLog({ database, signer, saltKey: deriveSaltKey(SEAL_KEY) });
  const settings = settingsFor(test.appUrl);
  const keeper = runKeeper({ program: PROGRAM, settings, log: createLog("fatal") });
  await until(() => (keeper.newest()?.number ?? 0) >= 2);
  await keeper.stop();
  const stored = await log.newest();
  if (!stored) throw new Error("a checkpoint is stored");
  expect(await openCheckpoint(stored, await log.keys())).toHaveProperty("checkpoint");
  await sleep(1_200);
  expect((await log.newest())?.number).toBe(stored.number);
  expect(keeper.crashes()).toBe(0);
  await test.close();
}, 60_000);

it("F25: is started again when it breaks, and stops also then", async () => {
  const folder = await mkdtemp(join(tmpdir(), "truetick-keeper-"));
  const program = join(folder, "breaks.mjs");
  await writeFile(program, 'setTimeout(() => { throw new Error("broken"); }, 10);\n');
  const settings = settingsFor("postgresql://nowhere.invalid/none");
  const keeper = runKeeper({ program, settings, log: createLog("silent") });
  await until(() => keeper.crashes() >= 2);
  await keeper.stop();
  const { crashes } = keeper;
  const before = crashes();
  await sleep(1_500);
  expect(crashes()).toBe(before);
  await rm(folder, { recursive: true });
}, 60_000);
