// One owner at a time, by the database's time: claimed when free, expired or its owner's connection
// is gone; never by two. What an overtaken owner may still do is the fence's matter
// (fence.test.ts).

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLog } from "../log.ts";
import { LEASE_LASTS_MS, type LeaseKeeper } from "./lease.ts";
import { createLeaseKeeper } from "./lease-keeper.ts";

const RACES = 50;
const log = createLog("silent");
const keepers: LeaseKeeper[] = [];
const children: ChildProcess[] = [];
let test: TestDatabase;
let owner: pg.Client;
let names = 0;
const freshName = () => `test/${++names}`;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const keeper of keepers.splice(0)) await keeper.stop();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

function newKeeper(lastsMs?: number): LeaseKeeper {
  const address = { url: test.appUrl, role: null };
  const own = { owner: `keeper ${keepers.length}`, ...(lastsMs !== undefined && { lastsMs }) };
  const keeper = createLeaseKeeper({ address, ...own, log });
  keepers.push(keeper);
  return keeper;
}

/** Held by this test's own connection, which renews nothing. */
async function holdSilently(name: string, forMs: number): Promise<void> {
  await owner.query("select claim_lease($1, 'silent', $2)", [name, forMs]);
}

async function untilClaimed(keeper: LeaseKeeper, name: string): Promise<number> {
  const startedAt = performance.now();
  await keeper.waitFor(name, AbortSignal.timeout(20_000));
  return performance.now() - startedAt;
}

it("is one owner's, renewed by itself, until it is released", async () => {
  const name = freshName();
  const [first, second] = [newKeeper(), newKeeper()];
  const lease = await first.claim(name);
  expect(lease).toEqual({ name, epoch: 1 });
  expect(await first.claim(name)).toBeNull();
  for (let waitedMs = 0; waitedMs < LEASE_LASTS_MS + 1_000; waitedMs += 200) {
    expect(await second.claim(name)).toBeNull();
    await sleep(200);
  }
  if (!lease) throw new Error("Invariant: claimed");
  expect(first.isSure(lease)).toBe(true);
  await first.release(lease);
  expect(first.isSure(lease)).toBe(false);
  expect(await second.claim(name)).toEqual({ name, epoch: 2 });
});

it("lasts as long as its keepers were told", async () => {
  const name = freshName();
  const lastsMs = 3 * LEASE_LASTS_MS;
  const leftMs = async () => {
    const { rows } = await owner.query(
      `select extract(epoch from expires_at - clock_timestamp()) * 1000 as "leftMs"
       from lease where name = $1`,
      [name],
    );
    return Number(rows[0]?.leftMs);
  };
  const [first, second] = [newKeeper(lastsMs), newKeeper(lastsMs)];
  const lease = await first.claim(name);
  if (!lease) throw new Error("Invariant: claimed");
  const claimed = await leftMs();
  expect(claimed).toBeGreaterThan(2 * LEASE_LASTS_MS);
  expect(claimed).toBeLessThanOrEqual(lastsMs);
  expect(await second.claim(name)).toBeNull();
  await sleep(lastsMs / 6);
  expect(await leftMs(), "it is not renewed before a third of it is over").toBeLessThan(claimed);
  await expect.poll(leftMs, { timeout: lastsMs }).toBeGreaterThan(claimed - lastsMs / 6);
  expect(first.isSure(lease)).toBe(true);
});

it("can be claimed once it has expired by the database's time, and not before", async () => {
  const name = freshName();
  await holdSilently(name, LEASE_LASTS_MS);
  const keeper = newKeeper();
  expect(await keeper.claim(name)).toBeNull();
  await owner.query(
    "update lease set expires_at = clock_timestamp() + interval '300 ms' where name = $1",
    [name],
  );
  expect(await keeper.claim(name)).toBeNull();
  await sleep(320);
  // Its owner's connection was this one; whoever claims ends it.
  const dying = owner;
  dying.on("error", () => undefined);
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  expect(await keeper.claim(name)).toEqual({ name, epoch: 2 });
  await expect(dying.query("select 1")).rejects.toThrow();
});

it("F10: a clock that went back does not keep it from anybody", async () => {
  const name = freshName();
  const silent = new pg.Client({ connectionString: test.ownerUrl });
  silent.on("error", () => undefined);
  await silent.connect();
  await silent.query("select claim_lease($1, 'silent', $2)", [name, 3_600_000]);
  expect(await newKeeper().claim(name)).toEqual({ name, epoch: 2 });
});

it("F01: is free at once when its owner is killed", async () => {
  const name = freshName();
  const { child } = await startOwner(name);
  const keeper = newKeeper();
  expect(await keeper.claim(name)).toBeNull();
  child.kill("SIGKILL");
  await once(child, "close");
  expect(await untilClaimed(keeper, name)).toBeLessThan(LEASE_LASTS_MS / 2);
});

it("F09: passes from an owner that is paused, who learns of it when it wakes", async () => {
  const name = freshName();
  const { child, lines } = await startOwner(name);
  const keeper = newKeeper();
  child.kill("SIGSTOP");
  expect(await untilClaimed(keeper, name)).toBeLessThan(LEASE_LASTS_MS + 2_000);
  const [woken] = [once(lines, "line"), child.kill("SIGCONT")];
  expect(await woken).toEqual(["lost"]);
});

it("stays its owner's when only a connection is lost", async () => {
  const name = freshName();
  const keeper = newKeeper();
  const lease = await keeper.claim(name);
  if (!lease) throw new Error("Invariant: claimed");
  let isLost = false;
  keeper.onLost(lease, () => {
    isLost = true;
  });
  const pidOf = async () => {
    const answer = await owner.query("select backend_pid from lease where name = $1", [name]);
    return answer.rows[0].backend_pid;
  };
  const before = await pidOf();
  await owner.query("select pg_terminate_backend($1)", [before]);
  while ((await pidOf()) === before) await sleep(10);
  expect(await newKeeper().claim(name)).toBeNull();
  expect(isLost).toBe(false);
  expect(keeper.isSure(lease)).toBe(true);
});

it("tells its owner once when somebody else has it", async () => {
  const name = freshName();
  const keeper = newKeeper();
  const lease = await keeper.claim(name);
  if (!lease) throw new Error("Invariant: claimed");
  let told = 0;
  keeper.onLost(lease, () => {
    told += 1;
  });
  await owner.query("update lease set epoch = epoch + 1, owner = 'other' where name = $1", [name]);
  while (told === 0) await sleep(10);
  await sleep(1_200);
  expect(told).toBe(1);
  expect(keeper.isSure(lease)).toBe(false);
  const late = new Promise<void>((resolve) => keeper.onLost(lease, resolve));
  await late;
  // Not ours to give back.
  await keeper.release(lease);
  const row = await owner.query("select owner from lease where name = $1", [name]);
  expect(row.rows).toEqual([{ owner: "other" }]);
});

it(`${RACES} races of two claimants have one winner each`, async () => {
  const [first, second] = [newKeeper(), newKeeper()];
  for (let race = 0; race < RACES; race += 1) {
    const name = freshName();
    // Every other one is for a lease that has expired.
    if (race % 2 === 1) await holdSilently(name, -1);
    if (race % 2 === 1) await owner.query("update lease set backend_pid = null");
    const claims = await Promise.all([first.claim(name), second.claim(name)]);
    const winners = claims.filter((lease) => lease !== null);
    expect(winners).toEqual([{ name, epoch: (race % 2) + 1 }]);
  }
});

it("waits for its turn, and no longer than it is asked to", async () => {
  const name = freshName();
  const [first, second] = [newKeeper(), newKeeper()];
  const lease = await first.claim(name);
  if (!lease) throw new Error("Invariant: claimed");
  await expect(second.waitFor(name, AbortSignal.timeout(300))).rejects.toThrow();
  const waiting = second.waitFor(name, AbortSignal.timeout(10_000));
  await sleep(100);
  await first.stop();
  expect(await waiting).toEqual({ name, epoch: 2 });
});

type Child = { readonly child: ChildProcess; readonly lines: ReturnType<typeof createInterface> };

/** A process of its own that has claimed it, and says "lost" when it was overtaken. */
async function startOwner(name: string): Promise<Child> {
  const script = join(import.meta.dirname, "testing/lease-child.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, test.appUrl, name], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  expect(await once(lines, "line")).toEqual(["claimed"]);
  return { child, lines };
}
