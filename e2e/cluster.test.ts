// `npm run cluster` as an operator lives with it: the roles come up as separate processes, an order
// placed through one gateway is seen through the other, and whatever dies is replaced while people
// trade. After every drill the books add up, and the orders that are stored are exactly those that
// somebody was told of.

import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNats } from "../scripts/nats.mjs";
import { type Cluster, later, startCluster } from "./cluster.ts";
import { dealOnce, type Load, longestPauseMs, openDemo, startLoad } from "./cluster-load.ts";
import { killAll, postgresOf } from "./program.ts";

const TRADERS = 8;
const TAKEOVER_MAX_MS = 5_000;
/** What comes back instead of being taken over by another. */
const RETURN_MAX_MS = 12_000;
/** Time under load before something dies, and after. */
const CALM_MS = 2_000;
const ASLEEP_MS = 10_000;
const DRILL = { timeout: 180_000 };

const hasNats = findNats() !== null;
if (!hasNats) console.log("No nats-server: the drills of the cluster are skipped.");

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "truetick-cluster-")));
let cluster: Cluster;

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function read(origin: string, path: string, token: string) {
  const answer = await fetch(origin + path, { headers: { lang: "en", authorization: token } });
  return (await answer.json()) as { code: number; data: { data: { Id: string }[] } };
}

/** Trades all the while; then what is stored is what was acknowledged, once, on both shards. */
async function underLoad(drill: (load: Load) => Promise<void>): Promise<void> {
  const before = await storedOrders();
  const load = await startLoad(cluster.origin, TRADERS);
  await pause(CALM_MS);
  // A drill that fails must not go on trading into the next.
  await drill(load).finally(load.stop);
  const acknowledged = load.traders.flatMap((trader) => [...trader.acknowledged]).sort();
  const after = await storedOrders();
  const stored = [...after.keys()].filter((id) => !before.has(id)).sort();
  expect(stored).toEqual(acknowledged);
  expect(new Set(acknowledged.map((id) => after.get(id)))).toEqual(new Set([0, 1]));
  expect(await cluster.broken()).toEqual([]);
}

type Fault = { readonly what: string; readonly breakIt: () => void; readonly limitMs: number };

/** Breaks something, and watches for longer than anybody may have to wait. */
async function expectBack({ traders }: Load, { what, breakIt, limitMs }: Fault): Promise<void> {
  const brokenAt = performance.now();
  breakIt();
  await pause(limitMs + CALM_MS);
  const pauseMs = Math.round(longestPauseMs(traders, brokenAt));
  console.log(`${what}: nobody waited longer than ${pauseMs} ms`);
  expect(pauseMs).toBeLessThan(limitMs);
}

/** By number, with the shard they are on. */
async function storedOrders(): Promise<Map<string, number>> {
  const rows = await cluster.query("select order_id::text as id, shard from trade_order");
  return new Map(rows.map(({ id, shard }) => [String(id), Number(shard)]));
}

function kill(pid: number): void {
  process.kill(pid, "SIGKILL");
}

/** The one of them that says so of itself. */
const whoSays = (names: readonly string[], sign: string) =>
  later(async () => {
    for (const name of names) if ((await cluster.signsOf(name))?.[sign] === true) return name;
    return null;
  });

const untilReady = (name: string) => whoSays([name], "ready");

beforeAll(async () => {
  if (!hasNats) return;
  chmodSync(dataDir, 0o711);
  cluster = await startCluster(dataDir, { LOG_LEVEL: "error" });
}, DRILL.timeout);
afterAll(async () => {
  await killAll();
  for (const pid of postgresOf(dataDir)) process.kill(pid, "SIGKILL");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

describe.runIf(hasNats)("a cluster", () => {
  it("comes up: every process says that it is ready, and serves what its role serves", async () => {
    for (const { name } of cluster.members) await untilReady(name);
    for (const name of ["engine 1", "feed 1", "jobs 1"]) {
      expect((await fetch(`${cluster.originOf(name)}/`)).status).toBe(404);
      const metrics = await fetch(`${cluster.originOf(name)}/metrics`);
      expect(await metrics.text()).toContain("process_cpu_seconds_total");
    }
    const owners = new Set([await cluster.ownerOf(0), await cluster.ownerOf(1)]);
    expect(owners.size).toBe(2);
  });

  it("shows through one gateway what was placed through the other", async () => {
    const first = cluster.originOf("gateway 1");
    const second = cluster.originOf("gateway 2");
    const trader = await openDemo(first);
    const ways = [
      { here: first, there: second },
      { here: second, there: first },
    ];
    for (const { here, there } of ways) {
      const id = await dealOnce(here, trader);
      const path = "/v1/api/forex/my_deal?status=3&page=1";
      const { code, data } = await read(there, path, trader.token);
      expect(code).toBe(1);
      expect(data.data.map((order) => order.Id)).toContain(id);
    }
  });

  it.each([0, 1])("F01: the engine of shard %i is killed: trading in 5 s", DRILL, async (shard) => {
    await underLoad(async (load) => {
      const owner = await cluster.ownerOf(shard);
      const pid = cluster.pidOf(owner);
      const what = `engine of shard ${shard} killed`;
      await expectBack(load, { what, breakIt: () => kill(pid), limitMs: TAKEOVER_MAX_MS });
      await untilReady(owner);
    });
  });

  it("F09: an engine sleeps for 10 s and writes nothing when it wakes", DRILL, async () => {
    const owner = await cluster.ownerOf(1);
    const pid = cluster.pidOf(owner);
    const epochOf = async () =>
      (await cluster.query("select epoch::int from lease where name = 'shard/1'"))[0]?.epoch;
    const oldEpoch = await epochOf();
    const ofOld = "select count(*)::int as count from journal where shard = 1 and epoch <= $1";
    await underLoad(async (load) => {
      const breakIt = () => void process.kill(pid, "SIGSTOP");
      await expectBack(load, { what: "engine asleep", breakIt, limitMs: ASLEEP_MS - CALM_MS });
      await later(async () => ((await epochOf()) === oldEpoch ? null : true));
      const before = await cluster.query(ofOld, [oldEpoch]);
      process.kill(pid, "SIGCONT");
      await pause(CALM_MS);
      expect(await cluster.query(ofOld, [oldEpoch])).toEqual(before);
    });
    await untilReady(owner);
  });

  it("F11: the feed that speaks is killed, and the other goes on", DRILL, async () => {
    await underLoad(async (load) => {
      const speaking = await whoSays(["feed 1", "feed 2"], "isSpeaking");
      const breakIt = () => kill(cluster.pidOf(speaking));
      await expectBack(load, { what: "feed killed", breakIt, limitMs: TAKEOVER_MAX_MS });
      await untilReady(speaking);
    });
  });

  it("F20: a gateway is killed, and the balancer moves on", DRILL, async () => {
    await underLoad(async (load) => {
      const breakIt = () => kill(cluster.pidOf("gateway 1"));
      await expectBack(load, { what: "gateway killed", breakIt, limitMs: TAKEOVER_MAX_MS });
      await untilReady("gateway 1");
    });
  });

  it("the jobs are killed, and run again elsewhere", DRILL, async () => {
    const both = ["jobs 1", "jobs 2"];
    const killed = await whoSays(both, "isRunning");
    kill(cluster.pidOf(killed));
    await whoSays(
      both.filter((name) => name !== killed),
      "isRunning",
    );
    await untilReady(killed);
  });

  it("NATS is killed and comes back, and everybody goes on by himself", DRILL, async () => {
    await underLoad(async (load) => {
      const breakIt = () => kill(cluster.natsPid());
      await expectBack(load, { what: "NATS killed", breakIt, limitMs: RETURN_MAX_MS });
    });
  });

  it("F03: PostgreSQL is killed and comes back, and everybody goes on", DRILL, async () => {
    await underLoad(async (load) => {
      const noted = readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8");
      const breakIt = () => kill(Number.parseInt(noted, 10));
      await expectBack(load, { what: "PostgreSQL killed", breakIt, limitMs: RETURN_MAX_MS });
    });
  });

  it("F24: an engine that is told to stop hands its shards over", DRILL, async () => {
    await underLoad(async (load) => {
      const pid = cluster.pidOf(await cluster.ownerOf(1));
      const breakIt = () => void process.kill(pid, "SIGTERM");
      await expectBack(load, { what: "engine told to stop", breakIt, limitMs: TAKEOVER_MAX_MS });
    });
  });

  it("ends with 0 when told to, and leaves nothing behind", DRILL, async () => {
    const { code } = await cluster.end("SIGTERM");
    expect(code).toBe(0);
    expect(postgresOf(dataDir)).toEqual([]);
  });
});
