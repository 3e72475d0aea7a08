// Half an hour of a day's life at once on the built program, and its memory stays where it was
// after the first third (F29): the heap after collecting garbage, and what the process holds. Some
// seconds of it here, thirty minutes with FULL=1. SOAK_MINUTES: another length.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killAll } from "../../program.ts";
import { ownerAddress } from "../../tamper.ts";
import { brokenInvariants } from "../broken-invariants.ts";
import { createDice } from "../dice.ts";
import { killPostgres } from "../kills/killer.ts";
import { gatherPeople, liveOn } from "./daily-life.ts";
import { type Sample, trendOf } from "./trend.ts";
import { startWatched, type WatchedPlatform } from "./watched-program.ts";

const FULL = process.env.FULL !== undefined;
const MINUTES = Number(process.env.SOAK_MINUTES ?? (FULL ? 30 : 0.2));
const SAMPLE_EVERY_MS = Math.min(10_000, MINUTES * 2_000);
/** Below this, the first garbage of a start is most of what is seen. */
const JUDGED_FROM_MINUTES = 10;
const MB_PER_MINUTE_MAX = 1;
const GROWTH_PERCENT_MAX = 10;
/** A sample runs beside other things, and makes few hundred acts. */
const FAULT_SHARE_MAX = FULL ? 0.001 : 0.02;
const TIMEOUT_MS = MINUTES * 60_000 + 300_000;

let platform: WatchedPlatform;
beforeAll(async () => {
  platform = await startWatched();
}, 120_000);
afterAll(async () => {
  await killAll();
  // After a failure its PostgreSQL is left behind.
  killPostgres(platform.dataDir);
  await rm(platform.dataDir, { recursive: true, force: true, maxRetries: 5 });
});

async function askDatabase<T>(look: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(ownerAddress(platform.dataDir));
  await client.connect();
  return look(client).finally(() => client.end());
}

async function databaseMb(): Promise<number> {
  const size = "select pg_database_size(current_database()) / 1000000 as mb";
  return Number((await askDatabase((client) => client.query(size))).rows[0].mb);
}

it("a trend is the slope and the growth after the first third", () => {
  const flat = (at: number) => ({ atMs: at * 60_000, rssMb: 100, heapMb: at < 10 ? at * 50 : 500 });
  const rising = (at: number) => ({ atMs: at * 60_000, rssMb: 100 + 2 * at, heapMb: 1 });
  const [still, risen] = [flat, rising].map((each) =>
    Array.from({ length: 30 }, (_, at) => each(at)),
  );
  expect(trendOf(still ?? [], ({ heapMb }) => heapMb)).toEqual({
    mbPerMinute: 0,
    growthPercent: 0,
  });
  const { mbPerMinute, growthPercent } = trendOf(risen ?? [], ({ rssMb }) => rssMb);
  expect(mbPerMinute).toBeCloseTo(2);
  expect(growthPercent).toBeGreaterThan(GROWTH_PERCENT_MAX);
});

it(
  `F29: ${MINUTES} minutes of a day's life leave memory where it was`,
  async ({ task }) => {
    const done = new Map<string, number>();
    const faults: string[] = [];
    const samples: Sample[] = [];
    const sizeBefore = await databaseMb();
    const place = { ...platform, restart: () => Promise.reject(new Error("nobody asks")) };
    const people = await gatherPeople(place);
    const endsAt = performance.now() + MINUTES * 60_000;
    const isOver = () => performance.now() > endsAt;
    const day = {
      platform: place,
      port: platform.port,
      dice: createDice(1),
      isOver,
      onDone: (what: string) => void done.set(what, (done.get(what) ?? 0) + 1),
      onFault: (what: string) => void faults.push(what),
    };
    const living = liveOn(day, people);
    living.catch((error: unknown) => faults.push(String(error)));
    while (!isOver()) {
      await sleep(SAMPLE_EVERY_MS);
      samples.push(await platform.sample());
    }
    await living;
    const acts = [...done.values()].reduce((sum, count) => sum + count, 0);
    const [heap, rss] = [
      trendOf(samples, ({ heapMb }) => heapMb),
      trendOf(samples, ({ rssMb }) => rssMb),
    ];
    const newest = samples.at(-1);
    const figures = {
      campaign: "soak",
      minutes: MINUTES,
      acts,
      faults: faults.length,
      heapMb: Math.round(newest?.heapMb ?? 0),
      heapMbPerMinute: rounded(heap.mbPerMinute),
      heapGrowthPercent: rounded(heap.growthPercent),
      rssMb: Math.round(newest?.rssMb ?? 0),
      rssMbPerMinute: rounded(rss.mbPerMinute),
      rssGrowthPercent: rounded(rss.growthPercent),
      databaseMbBefore: sizeBefore,
      databaseMbAfter: await databaseMb(),
    };
    console.log(`${JSON.stringify([...done])}\n${JSON.stringify(figures)}`);
    console.log(
      samples.map(({ heapMb, rssMb }) => `${heapMb.toFixed(0)}/${rssMb.toFixed(0)}`).join(" "),
    );
    expect(faults.length <= acts * FAULT_SHARE_MAX ? [] : faults.slice(0, 5)).toEqual([]);
    expect([...done.keys()].sort()).toEqual(EVERYTHING);
    expect(await brokenInvariants(platform.dataDir)).toEqual([]);
    if (MINUTES >= JUDGED_FROM_MINUTES) {
      for (const { mbPerMinute, growthPercent } of [heap, rss]) {
        expect(mbPerMinute).toBeLessThan(MB_PER_MINUTE_MAX);
        expect(growthPercent).toBeLessThan(GROWTH_PERCENT_MAX);
      }
    }
    await platform.stop();
    Object.assign(task.meta, { figures });
  },
  TIMEOUT_MS,
);

const EVERYTHING = [
  "copied deal",
  "demo login",
  "login",
  "news",
  "order",
  "read",
  "socket",
  "upload",
];

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
