// Six shards of accounts divided among two engines, then four, then three, by one command of the
// operator each, while people trade through both gateways: nobody is refused for more than two
// seconds, and what is stored is what somebody was told of.

import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNats } from "../../scripts/nats.mjs";
import { type Cluster, databaseUrlOf, later, startCluster } from "../cluster.ts";
import { longestPauseMs, startLoad } from "../cluster-load.ts";
import { killAll, postgresOf } from "../program.ts";
import { runbookBlock } from "./runbook-blocks.ts";

const SHARDS = 6;
const ENGINES = 5;
const TRADERS = 12;
const WAIT_MAX_MS = 2_000;
const CALM_MS = 2_000;
const DRILL = { timeout: 240_000 };

const hasNats = findNats() !== null;
if (!hasNats) console.log("No nats-server: the drill of seats is skipped.");

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "truetick-seats-")));
let cluster: Cluster;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

beforeAll(async () => {
  if (!hasNats) return;
  chmodSync(dataDir, 0o711);
  const settings = { LOG_LEVEL: "error", SHARDS: `${SHARDS}`, ENGINES: `${ENGINES}` };
  cluster = await startCluster(dataDir, settings);
}, DRILL.timeout);
afterAll(async () => {
  await killAll();
  for (const pid of postgresOf(dataDir)) process.kill(pid, "SIGKILL");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** As the runbook has it; waits until every engine that has a seat says so. */
async function divide(seats: number): Promise<void> {
  const env = { ...process.env, DATABASE_URL: databaseUrlOf(dataDir), SEATS: `${seats}` };
  await promisify(execFile)("sh", ["-euc", runbookBlock("divide")], { env });
  await later(async () => {
    const engines = cluster.members.filter(({ name }) => name.startsWith("engine"));
    const signs = await Promise.all(engines.map(({ name }) => cluster.signsOf(name)));
    const loads = signs.flatMap((sign) =>
      Array.isArray(sign?.shards) ? [sign.shards.length] : [],
    );
    const sizes = loads.filter((load) => load > 0);
    const isAll = sizes.reduce((sum, size) => sum + size, 0) === SHARDS;
    return isAll && sizes.length === seats ? true : null;
  });
}

async function storedOrders(): Promise<Map<string, number>> {
  const rows = await cluster.query("select order_id::text as id, shard from trade_order");
  return new Map(rows.map(({ id, shard }) => [String(id), Number(shard)]));
}

describe.runIf(hasNats)("the accounts", () => {
  it("move between two, four and three engines while people trade", DRILL, async () => {
    await divide(2);
    const before = await storedOrders();
    const load = await startLoad(cluster.origin, TRADERS);
    await pause(CALM_MS);
    const startedAt = performance.now();
    try {
      for (const seats of [4, 3]) {
        await divide(seats);
        await pause(CALM_MS);
      }
    } finally {
      await load.stop();
    }
    const pauseMs = Math.round(longestPauseMs(load.traders, startedAt));
    const acknowledged = load.traders.flatMap((trader) => [...trader.acknowledged]).sort();
    console.log(
      `2, 4, 3 engines: ${acknowledged.length} orders acknowledged, ` +
        `nobody waited longer than ${pauseMs} ms`,
    );
    const after = await storedOrders();
    expect([...after.keys()].filter((id) => !before.has(id)).sort()).toEqual(acknowledged);
    expect(await cluster.broken()).toEqual([]);
    expect(pauseMs).toBeLessThan(WAIT_MAX_MS);
  });
});
