// A halt, and closing only, is a record first and the engine's word second; it outlasts a restart,
// also one that came between the two, and everybody is told why.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { marketId } from "@truetick/engine";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { SIMULATED_PLAN } from "../feed/feed-plan.ts";
import { startTrading, type Trading } from "../trading.ts";

/** A Saturday. */
const SATURDAY = Date.UTC(2026, 6, 18, 12);
const clock = createFakeClock(Date.UTC(2026, 6, 15, 12));
const context = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: null,
  attempt: null,
};

let storage: TestDatabase;
let trading: Trading;
let dataDir: string;

async function start(): Promise<void> {
  trading = await startTrading({
    database: storage.database,
    address: { url: storage.appUrl, role: null },
    config: {
      mode: "sandbox",
      feed: SIMULATED_PLAN,
      oanda: null,
      simSeed: 7,
      hasRealSessions: true,
      tapeDays: 30,
      dataDir,
    },
    clock,
    log: createLog("silent"),
  });
}

beforeAll(async () => {
  storage = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-halts-"));
  await start();
});
afterAll(async () => {
  await trading.stop();
  await storage.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function listed(code: string) {
  const markets = CALLS.listMarkets.output.parse(await trading.handlers.listMarkets({}, context));
  const found = markets.find((market) => market.Code === code);
  if (!found) throw new Error(`Invariant: ${code} is listed`);
  return found;
}

async function sessionOf(id: string) {
  return trading.sequencer.read((books) => books.market(marketId(Number(id)))?.session);
}

const WHY = { reason: "the source disagrees with itself", orderedBy: "operator 1" };

it("halts a market for everyone, with its reason, across a restart", async () => {
  const { Id, MarketStatus, HaltReason } = await listed("EURUSD");
  expect({ MarketStatus, HaltReason }).toEqual({ MarketStatus: 1, HaltReason: null });
  await trading.halts.halt({ marketId: Id, ...WHY });
  expect(await sessionOf(Id)).toBe("halted");
  await trading.stop();
  await start();
  expect(await sessionOf(Id)).toBe("halted");
  expect(await listed("EURUSD")).toMatchObject({
    MarketStatus: 0,
    OpensAt: null,
    HaltReason: WHY.reason,
  });
  await trading.halts.resume({ marketId: Id, ...WHY, reason: "it agrees again" });
  expect(await sessionOf(Id)).toBe("open");
  expect(await listed("EURUSD")).toMatchObject({ MarketStatus: 1, HaltReason: null });
  await trading.halts.halt({ marketId: Id, ...WHY });
  expect(await listed("EURUSD")).toMatchObject({ MarketStatus: 0, HaltReason: WHY.reason });
  await trading.halts.resume({ marketId: Id, ...WHY, reason: "it agrees again" });
});

it("tells the engine at the start what was recorded before the process died", async () => {
  const { Id } = await listed("XAUUSD");
  for (const [isHalted, session] of [
    [true, "halted"],
    [false, "open"],
    [true, "halted"],
  ] as const) {
    await trading.stop();
    await sql`insert into market_halt (market_id, is_halted, reason, ordered_by)
      values (${Number(Id)}, ${isHalted}, ${WHY.reason}, ${WHY.orderedBy})
    `.execute(storage.database);
    await start();
    expect(await sessionOf(Id)).toBe(session);
  }
});

it("F30: closing only outlasts a restart and a halt, and everybody is told why", async () => {
  const { Id } = await listed("GBPUSD");
  const marketIds = [Id];
  await trading.halts.stopNewRisk({ marketIds, ...WHY });
  expect(await sessionOf(Id)).toBe("closing-only");
  const shown = { MarketStatus: 1, OpensAt: null, HaltReason: null, ClosingOnlyReason: WHY.reason };
  expect(await listed("GBPUSD")).toMatchObject(shown);
  await trading.stop();
  await start();
  expect(await sessionOf(Id)).toBe("closing-only");
  expect(await listed("GBPUSD")).toMatchObject(shown);
  await trading.halts.halt({ marketId: Id, ...WHY, reason: "worse" });
  expect(await sessionOf(Id)).toBe("halted");
  expect((await listed("GBPUSD")).HaltReason).toBe("worse");
  await trading.halts.resume({ marketId: Id, ...WHY });
  expect(await sessionOf(Id)).toBe("closing-only");
  await trading.halts.allowNewRisk({ marketIds, ...WHY });
  expect(await sessionOf(Id)).toBe("open");
  expect((await listed("GBPUSD")).ClosingOnlyReason).toBeNull();
});

it("F30: takes up what somebody else has recorded while it runs, within seconds", async () => {
  const { Id } = await listed("USDJPY");
  await sql`insert into market_closing_only (market_id, is_closing_only, reason, ordered_by)
    values (${Number(Id)}, true, ${WHY.reason}, ${WHY.orderedBy})`.execute(storage.database);
  await expect.poll(() => sessionOf(Id), { timeout: 10_000 }).toBe("closing-only");
  expect((await listed("USDJPY")).ClosingOnlyReason).toBe(WHY.reason);
  await sql`insert into market_halt (market_id, is_halted, reason, ordered_by)
    values (${Number(Id)}, true, ${WHY.reason}, ${WHY.orderedBy})`.execute(storage.database);
  await expect.poll(() => sessionOf(Id), { timeout: 10_000 }).toBe("halted");
});

it("keeps every record: nobody changes or drops one (T86, H07)", async () => {
  for (const [url, refusal] of [
    [storage.appUrl, /permission denied/],
    [storage.ownerUrl, /append-only/],
  ] as const) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const table of ["market_halt", "market_closing_only"]) {
      for (const change of [`update ${table} set reason = 'none'`, `delete from ${table}`]) {
        await expect(client.query(change)).rejects.toThrow(refusal);
      }
    }
    await client.end();
  }
});

it("says when a closed market opens, by weekly hours and by the table's single days", async () => {
  await trading.stop();
  // Monday in Hong Kong is a holiday that no rule knows.
  await sql`insert into session_exception (calendar, local_date, hours, reason)
    values ('hong-kong-indices', '2026-07-20', '{}', 'a typhoon')`.execute(storage.database);
  clock.advance(SATURDAY - clock.now());
  await start();
  expect(await listed("EURUSD")).toMatchObject({
    MarketStatus: 0,
    OpensAt: Date.UTC(2026, 6, 19, 21) / 1_000,
  });
  expect((await listed("HK50")).OpensAt).toBe(Date.UTC(2026, 6, 21, 1, 15) / 1_000);
  expect(await listed("BTCUSD")).toMatchObject({ MarketStatus: 1, OpensAt: null });
});

it("refuses to start with a single day of a calendar that nobody knows", async () => {
  await sql`insert into session_exception (calendar, local_date, reason)
    values ('lunar', '2026-07-20', 'a misprint')`.execute(storage.database);
  await trading.stop();
  await expect(start()).rejects.toThrow("lunar");
  await sql`delete from session_exception where calendar = 'lunar'`.execute(storage.database);
  await start();
});
