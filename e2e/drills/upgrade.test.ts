// An upgrade with live positions (F24): from the build before to this one, on a cluster process by
// process as docs/runbook.md says, and on a single program by starting the next one on its folder.
// People trade all the while. Nothing of what they have is lost or doubled, accounts that nobody
// touches are what they were, stops fire, two builds never own shards together, and a page of the
// build before goes on.

import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNats } from "../../scripts/nats.mjs";
import { askIn, brokenOf, later } from "../cluster.ts";
import { dealOnce, type Load, longestPauseMs, openDemo, startLoad } from "../cluster-load.ts";
import { killAll, type Program, postgresOf, startProgram } from "../program.ts";
import { accountsOf, inColumnsOf, stateHashes, storedRows } from "./account-state.ts";
import { type Build, buildBefore, thisBuild } from "./build-before.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type OldClient, openOldClient } from "./old-client.ts";
import { runbookBlock } from "./runbook-blocks.ts";
import {
  type NearMarket,
  openNearMarket,
  openStanding,
  type Standing,
} from "./standing-positions.ts";

const IS_FULL = process.env.FULL === "1";
const STANDING = IS_FULL
  ? { accounts: 50, positionsPerAccount: 20 }
  : { accounts: 10, positionsPerAccount: 10 };
const TRADERS = 8;
const CALM_MS = 2_000;
const WAIT_MAX_MS = 5_000;
const LOOK_EVERY_MS = 50;
const UPGRADE = { timeout: 600_000 };

const hasNats = findNats() !== null;
if (!hasNats) console.log("No nats-server: the upgrade of a cluster is skipped.");

let before: Build;
let after: Build;
beforeAll(async () => {
  before = await buildBefore();
  after = await thisBuild();
  console.log(`From ${before.name} to ${after.name}`);
}, UPGRADE.timeout);

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "truetick-upgrade-")));
  // PostgreSQL has a user of its own under root, who must be able to pass.
  chmodSync(folder, 0o711);
  return folder;
}

/** The end of New York's day books financing on every position, which no upgrade has done. */
async function awayFromCut(): Promise<void> {
  const time = new Date().toLocaleTimeString("en-GB", { timeZone: "America/New_York" });
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutesLeft = 17 * 60 - (hour * 60 + minute);
  if (minutesLeft >= 0 && minutesLeft < 5) await pause((minutesLeft + 1) * 60_000);
}

type Query = Installation["query"];

/** Which builds own shards, looked at all the while; answers what was seen, and since when. */
function watchOwners(query: Query): () => Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>();
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const rows = await query(
        `select distinct build from lease where name like 'shard/%' and owner is not null
           and expires_at > clock_timestamp() and is_connected(backend_pid, backend_start)
         order by build`,
      );
      const builds = rows.map(({ build }) => build).join(" and ");
      if (rows.length > 0 && !seen.has(builds)) seen.set(builds, Date.now());
      await pause(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  return async () => {
    isOver = true;
    await looking;
    return seen;
  };
}

/** Of those that traders were told of: every one is stored, once; and nothing else of theirs is. */
async function expectAllStored(query: Query, { traders }: Load): Promise<void> {
  const acknowledged = traders.flatMap((trader) => [...trader.acknowledged]).sort();
  const accounts = await accountsOf(query, acknowledged);
  expect(accounts).toHaveLength(traders.length);
  const rows = await query(
    "select order_id::text as id from trade_order where account_id = any($1)",
    [accounts],
  );
  expect(rows.map(({ id }) => String(id)).sort()).toEqual(acknowledged);
}

/** Of orders that were given before, how many the price has come to since that moment. */
async function reachedSince(query: Query, { stops, pending }: NearMarket, sinceMs: number) {
  const [row] = await query(
    `select count(*) filter (where order_id = any($1) and ended_at_ms > $3)::int as stopped,
            count(*) filter (where order_id = any($2) and opened_at_ms > $3)::int as filled
     from trade_order`,
    [stops, pending, sinceMs],
  );
  return { stopped: Number(row?.stopped), filled: Number(row?.filled) };
}

describe.runIf(hasNats)("F24: a cluster of the build before", () => {
  const folder = newFolder();
  const dataDir = join(folder, "data");
  let house: Installation;
  let standing: Standing;
  let near: NearMarket;
  let client: OldClient;
  let clientToken: string;
  let accounts: string[];
  let rows: Awaited<ReturnType<typeof storedRows>>;
  let hashes: Readonly<Record<string, string>>;
  let upgradedAtMs = 0;

  const owners = async () => {
    const leases = await house.query(
      "select build from lease where name like 'shard/%' and owner is not null order by name",
    );
    return leases.map(({ build }) => String(build));
  };

  beforeAll(async () => {
    await awayFromCut();
    house = await startInstallation(folder, before);
    for (const name of house.names) {
      await later(async () => ((await house.signsOf(name))?.ready === true ? true : null), 120_000);
    }
    standing = await openStanding(house.origin, STANDING);
    accounts = await accountsOf(house.query, standing.orderIds);
    rows = await storedRows(house.query, accounts);
    hashes = (await stateHashes(dataDir, accounts)).journal;
    near = await openNearMarket(house.origin);
    ({ token: clientToken } = await openDemo(house.origin));
    client = await openOldClient(before, { origin: house.origin, token: clientToken });
    await later(async () => (client.pricesAt.length > 0 ? true : null));
  }, UPGRADE.timeout);
  afterAll(async () => {
    client?.stop();
    await house?.stop();
    for (const pid of postgresOf(dataDir)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }, UPGRADE.timeout);

  it("is upgraded by the book while people trade, and nobody waits for 5 s", UPGRADE, async () => {
    const [old] = await owners();
    const stopWatching = watchOwners(house.query);
    const load = await startLoad(house.origin, TRADERS);
    await pause(CALM_MS);
    const sinceMs = performance.now();
    house.turnOver(after);
    let owned: ReadonlyMap<string, number> = new Map();
    try {
      console.log((await house.shell(runbookBlock("roll"))).replaceAll("\n", " "));
      await pause(CALM_MS);
    } finally {
      owned = await stopWatching();
      await load.stop();
    }
    const waitedMs = Math.round(longestPauseMs(load.traders, sinceMs));
    const tookMs = Math.round(performance.now() - sinceMs);
    const deals = load.traders.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    console.log(`upgraded in ${tookMs} ms, ${deals} orders; nobody waited over ${waitedMs} ms`);
    await expectAllStored(house.query, load);
    const seen = [...owned.keys()];
    expect(seen).toHaveLength(2);
    expect(seen[0]).toBe(old);
    expect(seen[1]).toBe((await owners())[0]);
    expect(seen[1]).not.toBe(old);
    // From here on only the new engines decide.
    upgradedAtMs = owned.get(seen[1] ?? "") ?? 0;
    expect(await brokenOf(house.query)).toEqual([]);
    expect(waitedMs).toBeLessThan(WAIT_MAX_MS);
  });

  it("has every position, order and stop of accounts that nobody touched", UPGRADE, async () => {
    expect(accounts).toHaveLength(STANDING.accounts);
    expect(standing.orderIds.length).toBeGreaterThan(
      STANDING.accounts * STANDING.positionsPerAccount,
    );
    expect(inColumnsOf(rows, await storedRows(house.query, accounts))).toEqual(rows);
  });

  it("fires stops and fills pending orders that were given before", UPGRADE, async () => {
    await later(async () => {
      const { stopped, filled } = await reachedSince(house.query, near, upgradedAtMs);
      return stopped > 0 && filled > 0 ? true : null;
    }, 120_000);
    expect(await brokenOf(house.query)).toEqual([]);
  });

  it("goes on with a page of the build before", UPGRADE, async () => {
    const sinceMs = performance.now();
    await later(async () => ((client.pricesAt.at(-1) ?? 0) > sinceMs ? true : null));
    const id = await dealOnce(house.origin, {
      token: clientToken,
      acknowledged: new Set(),
      answeredAt: [],
    });
    await later(async () => (client.endedOrders.has(id) ? true : null));
    expect(client.returns()).toBeGreaterThan(0);
    expect(client.complaints).toEqual([]);
    console.log(`the page of before came back ${client.returns()} times`);
  });

  it("lets no engine of the build before own a shard again", UPGRADE, async () => {
    const [own] = await owners();
    const stopWatching = watchOwners(house.query);
    const old = await house.startBeside(before, "engine");
    const stands = later(async () => {
      const answer = await fetch(`${old.origin}/readyz`).catch(() => null);
      return answer?.ok ? "stands by" : null;
    }).catch(() => "never came up");
    const became = await Promise.race([old.ended, stands]);
    console.log(`an engine of the build before: ${became} ${old.said().trim()}`);
    expect(["stands by", 2]).toContain(became);
    await house.shell("systemctl restart truetick@engine-1; systemctl restart truetick@engine-2");
    await later(async () => ((await owners()).length === 2 ? true : null));
    expect([...(await stopWatching()).keys()]).toEqual([own]);
  });

  it("left its state to engines that know it to the last digit", UPGRADE, async () => {
    for (const name of house.names) await house.shell(`systemctl stop truetick@${name}`);
    expect(Object.keys(hashes)).toHaveLength(STANDING.accounts);
    expect(await stateHashes(dataDir, accounts)).toEqual({ journal: hashes, snapshot: hashes });
  });
});

describe("F24: a single program of the build before", () => {
  const folder = newFolder();
  afterAll(async () => {
    await killAll();
    for (const pid of postgresOf(folder)) process.kill(pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("is followed by this one on the same folder, and nothing is lost", UPGRADE, async () => {
    await awayFromCut();
    const start = async ({ root }: Build, PORT?: string): Promise<Program> =>
      startProgram({ dataDir: folder, root, ...(PORT && { settings: { PORT } }) });
    const query = (text: string, values?: unknown[]) => askIn(folder, text, values);
    const first = await start(before);
    const standing = await openStanding(first.origin, STANDING);
    const accounts = await accountsOf(query, standing.orderIds);
    const rows = await storedRows(query, accounts);
    const { journal } = await stateHashes(folder, accounts);
    const load = await startLoad(first.origin, TRADERS);
    await pause(CALM_MS);
    const sinceMs = performance.now();
    expect((await first.end("SIGTERM")).code).toBe(0);
    const second = await start(after, new URL(first.origin).port);
    await pause(CALM_MS);
    await load.stop();
    const waitedMs = Math.round(longestPauseMs(load.traders, sinceMs));
    console.log(`one program after the other: nobody waited over ${waitedMs} ms`);
    await expectAllStored(query, load);
    expect(inColumnsOf(rows, await storedRows(query, accounts))).toEqual(rows);
    expect(await brokenOf(query)).toEqual([]);
    expect((await stateHashes(folder, accounts)).journal).toEqual(journal);
    expect((await second.end("SIGTERM")).code).toBe(0);
  });
});
