// `npm run cluster` as an operator lives with it: the roles come up as separate processes, an order
// placed through one gateway is seen through the other, and whatever dies is replaced while people
// trade. After every drill the books add up, and the orders that are stored are exactly those that
// somebody was told of.

import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNats } from "../scripts/nats.mjs";
import { type Cluster, later, startCluster } from "./cluster.ts";
import { dealOnce, type Load, longestSilenceMs, openDemo, startLoad } from "./cluster-load.ts";
import { killAll, postgresOf } from "./program.ts";

const TRADERS = 8;
const TAKEOVER_MAX_MS = 5_000;
/** Time under load before something dies, and after. */
const CALM_MS = 2_000;
const DRILL_TIMEOUT_MS = 180_000;

const hasNats = findNats() !== null;
if (!hasNats) console.log("No nats-server: the drills of the cluster are skipped.");

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "truetick-cluster-")));
let cluster: Cluster;

const calm = () => new Promise((resume) => setTimeout(resume, CALM_MS));

async function read(origin: string, path: string, token: string) {
  const answer = await fetch(origin + path, { headers: { lang: "en", authorization: token } });
  return (await answer.json()) as { code: number; data: { data: { Id: string }[] } };
}

/** Trades all the while; then what is stored is what was acknowledged, once each. */
async function underLoad(drill: (load: Load) => Promise<void>): Promise<void> {
  const before = await storedOrders();
  const load = await startLoad(cluster.origin, TRADERS);
  await calm();
  await drill(load);
  await calm();
  await load.stop();
  const acknowledged = load.traders.flatMap((trader) => [...trader.acknowledged]).sort();
  const stored = [...(await storedOrders())].filter((id) => !before.has(id)).sort();
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(stored).toEqual(acknowledged);
  expect(await cluster.broken()).toEqual([]);
}

async function storedOrders(): Promise<Set<string>> {
  const rows = await cluster.query("select order_id::text as id from trade_order");
  return new Set(rows.map(({ id }) => String(id)));
}

/** Kills what plays that part; answers when, on our steady clock. */
function kill(pid: number): number {
  process.kill(pid, "SIGKILL");
  return performance.now();
}

const untilReady = (name: string) =>
  later(async () => ((await cluster.signsOf(name))?.ready === true ? true : null));

beforeAll(async () => {
  if (!hasNats) return;
  chmodSync(dataDir, 0o711);
  cluster = await startCluster(dataDir, { LOG_LEVEL: "error" });
}, DRILL_TIMEOUT_MS);
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
    for (const [here, there] of [
      [first, second],
      [second, first],
    ] as const) {
      const id = await dealOnce(here, trader);
      const { code, data } = await read(
        there,
        "/v1/api/forex/my_deal?status=3&page=1",
        trader.token,
      );
      expect(code).toBe(1);
      expect(data.data.map((order) => order.Id)).toContain(id);
    }
  });

  it.each([0, 1])(
    "F01: the engine of shard %i is killed, and the shard trades again within 5 s",
    async (shard) => {
      await underLoad(async ({ traders }) => {
        const owner = await cluster.ownerOf(shard);
        const killedAt = kill(cluster.pidOf(owner));
        await calm();
        await later(async () => (longestSilenceMs(traders, killedAt) < 60_000 ? true : null));
        const silenceMs = longestSilenceMs(traders, killedAt);
        console.log(`shard ${shard}: traded again after ${Math.round(silenceMs)} ms`);
        expect(silenceMs).toBeLessThan(TAKEOVER_MAX_MS);
        expect(await cluster.ownerOf(shard)).not.toBe("");
      });
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "F11: the feed that speaks is killed, and the other goes on",
    async () => {
      await underLoad(async ({ traders }) => {
        const speaking = await later(async () => {
          for (const name of ["feed 1", "feed 2"]) {
            if ((await cluster.signsOf(name))?.isSpeaking === true) return name;
          }
          return null;
        });
        const killedAt = kill(cluster.pidOf(speaking));
        await later(async () => (longestSilenceMs(traders, killedAt) < 60_000 ? true : null));
        await untilReady(speaking);
      });
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "F20: a gateway is killed, and the balancer moves on",
    async () => {
      await underLoad(async ({ traders }) => {
        const killedAt = kill(cluster.pidOf("gateway 1"));
        await later(async () => (longestSilenceMs(traders, killedAt) < 60_000 ? true : null));
        expect(longestSilenceMs(traders, killedAt)).toBeLessThan(TAKEOVER_MAX_MS);
        await untilReady("gateway 1");
      });
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "the jobs are killed, and run again elsewhere",
    async () => {
      const running = async () => {
        for (const name of ["jobs 1", "jobs 2"]) {
          if ((await cluster.signsOf(name))?.isRunning === true) return name;
        }
        return null;
      };
      const killed = await later(running);
      kill(cluster.pidOf(killed));
      const next = await later(async () => {
        const name = await running();
        return name === killed ? null : name;
      });
      expect(next).not.toBe(killed);
      await untilReady(killed);
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "NATS is killed and comes back, and everybody goes on by himself",
    async () => {
      await underLoad(async ({ traders }) => {
        const killedAt = kill(cluster.natsPid());
        await later(async () => (longestSilenceMs(traders, killedAt) < 60_000 ? true : null));
      });
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "F24: an engine that is told to stop hands its shards over",
    async () => {
      await underLoad(async ({ traders }) => {
        const owner = await cluster.ownerOf(1);
        const toldAt = performance.now();
        process.kill(cluster.pidOf(owner), "SIGTERM");
        await later(async () => (longestSilenceMs(traders, toldAt) < 60_000 ? true : null));
        const silenceMs = longestSilenceMs(traders, toldAt);
        console.log(`handed over: traded again after ${Math.round(silenceMs)} ms`);
        expect(silenceMs).toBeLessThan(TAKEOVER_MAX_MS);
      });
    },
    DRILL_TIMEOUT_MS,
  );

  it(
    "ends with 0 when told to, and leaves nothing behind",
    async () => {
      const { code } = await cluster.end("SIGTERM");
      expect(code).toBe(0);
      expect(postgresOf(dataDir)).toEqual([]);
    },
    DRILL_TIMEOUT_MS,
  );
});
