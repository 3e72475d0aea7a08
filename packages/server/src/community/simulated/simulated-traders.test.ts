// The simulated traders of a fresh sandbox: they live through sixty days, every fill names a row of
// the tape, nobody can log in as one and none counts as a person (H17), a start that was broken off
// goes on where it was, and nothing that is over is lived through once people are there.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountId } from "@truetick/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findUsers } from "../../desk/users/find-users.ts";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { insertReal } from "../../testing/floor-people.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import type { LivePast } from "../../trading/exchange/lived-past.ts";
import { SIMULATED_PLAN } from "../../trading/feed/feed-plan.ts";
import { startTrading, type Trading } from "../../trading/trading.ts";
import { createRanking } from "../ranking/ranking.ts";
import { createSimulatedTraders } from "./simulated-traders.ts";
import { TRADER_STYLES } from "./trader-style.ts";

const DAY_MS = 86_400_000;
const START_MAX_MS = 60_000;
const log = createLog("fatal");
const clock = createFakeClock(Date.UTC(2026, 10, 15, 14, 33));

let test: TestDatabase;
let dataDir: string;
let trading: Trading;

const simulated = (isOn = true) =>
  createSimulatedTraders({ database: test.database, clock, log, isOn });

function start(livePast: LivePast = simulated().livePast): Promise<Trading> {
  return startTrading({
    database: test.database,
    address: { url: test.appUrl, role: null },
    config: {
      mode: "sandbox",
      feed: SIMULATED_PLAN,
      oanda: null,
      simSeed: 7,
      hasRealSessions: false,
      dataDir,
      tapeDays: 30,
    },
    clock,
    log,
    livePast,
  });
}

async function restart(livePast?: LivePast): Promise<void> {
  await trading.stop();
  trading = await start(livePast);
}

const ranking = () =>
  createRanking({
    database: test.database,
    sequencer: trading.sequencer,
    directory: trading.directory,
    clock,
    log,
    isSimulated: true,
  });

async function ask<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row | undefined> {
  return (await query.execute(test.database)).rows[0];
}

const lived = () =>
  ask(sql<{ days: number; orders: number }>`
    select (select count(*) from trading_day)::int as days,
      (select count(*) from trade_order)::int as orders`);

/** Breaks off after some moments of the past, as a kill would. */
const brokenOff: LivePast = async (stage) => {
  let moments = 0;
  const goTo: typeof stage.goTo = async (atMs, markets) => {
    moments += 1;
    if (moments > 200) throw new Error("broken off");
    await stage.goTo(atMs, markets);
  };
  await simulated().livePast({ ...stage, goTo });
};

beforeAll(async () => {
  test = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-simulated-"));
  await expect(start(brokenOff)).rejects.toThrow("broken off");
  trading = await start();
}, START_MAX_MS);
afterAll(async () => {
  await trading.stop();
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe("the first start", () => {
  it("has a dozen traders with sixty days behind them, though it was broken off once", async () => {
    const traders = await ranking().traders();
    expect(traders.map(({ alias }) => alias).sort()).toEqual(
      TRADER_STYLES.map(({ alias }) => alias).sort(),
    );
    for (const { isSimulated, book, days } of traders) {
      expect({ isSimulated, book, days }).toEqual({ isSimulated: true, book: "demo", days: 60 });
    }
    const told = traders.filter(({ totalReturn }) => totalReturn !== null);
    expect(told.length).toBeGreaterThan(8);
    expect(new Set(told.map(({ risk }) => risk)).size).toBeGreaterThan(3);
    expect(traders.some(({ isBlown }) => isBlown)).toBe(true);
    expect(await lived()).toMatchObject({ days: 60 });
  });

  it("leaves every invariant whole: each fill is at a price of the tape", async () => {
    expect(await brokenInvariants(test.ownerUrl)).toEqual({});
  });

  it("H14: puts the simulator's own prices on the tape, in the order of time", async () => {
    const told = await ask(sql<{ first: bigint; last: bigint; rest: number }>`
      select min(first_at_ms) as first, max(last_at_ms) as last,
        (select count(*) from tape_piece_rest)::int as rest from tape_piece`);
    expect(clock.now() - Number(told?.first)).toBeGreaterThan(59 * DAY_MS);
    expect(Number(told?.last)).toBeLessThanOrEqual(clock.now());
    // Every day has its part, so that old ones can be let go of.
    expect(told?.rest).toBe(0);
  });

  it("is quoted by the clock again afterwards", async () => {
    const { rows } = await sql<{ newest: bigint }>`
      select max(at_ms) as newest from journal`.execute(test.database);
    expect(Number(rows[0]?.newest)).toBeGreaterThan(clock.now() - 2 * 3_600_000);
    expect(trading.status().engine).toBe("trading");
  });
});

describe("H17: simulated traders are no people", () => {
  it("can be logged in as by nobody", async () => {
    const told = await ask(sql<{ users: number; doors: number; sessions: number }>`
      select count(*)::int as users,
        count(*) filter (
          where num_nonnulls(demo_secret_hash, password_hash, email, mobile) > 0)::int as doors,
        (select count(*) from user_session)::int as sessions
      from app_user where is_simulated`);
    expect(told).toEqual({ users: TRADER_STYLES.length, doors: 0, sessions: 0 });
    const forged = sql`update app_user set demo_secret_hash = sha256('x') where is_simulated`;
    await expect(forged.execute(test.database)).rejects.toThrow(/check/);
  });

  it("count neither among the popular markets nor at the desk", async () => {
    const recent = await ask(sql<{ fills: number }>`
      select count(*)::int as fills from fill where at_ms > ${clock.now() - DAY_MS}`);
    expect(recent?.fills).toBeGreaterThan(0);
    const context = {} as Parameters<typeof trading.handlers.listPopularMarkets>[1];
    expect(await trading.handlers.listPopularMarkets({}, context)).toMatchObject({ data: [] });
    const wanted = { search: "", isDemo: true, before: null, canSeeContacts: true };
    expect(await findUsers(test.database, wanted)).toEqual([]);
  });
});

describe("a later start", () => {
  it("goes on from where it was while nobody else is there", async () => {
    const before = await lived();
    clock.advance(2 * DAY_MS);
    await restart();
    const after = await lived();
    expect(after?.days).toBe(62);
    expect(after?.orders).toBeGreaterThan(before?.orders ?? 0);
    expect(await brokenInvariants(test.ownerUrl)).toEqual({});
  });

  it("lives through nothing once a person has an account, or when they are off", async () => {
    const { userId, accountId: own } = await insertReal(test);
    const opening = { type: "OpenAccount", ownerId: userId, book: "real" } as const;
    await trading.sequencer.submit({ ...opening, accountId: accountId(own) });
    const before = await lived();
    clock.advance(DAY_MS);
    await restart();
    expect(await lived()).toMatchObject({ orders: before?.orders });
    clock.advance(DAY_MS);
    await restart(simulated(false).livePast);
    expect(await lived()).toMatchObject({ orders: before?.orders });
  });
});
