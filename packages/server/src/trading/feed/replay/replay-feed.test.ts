// Recorded files as live sources: every format, plain and packed, at any speed, in pieces, in a
// loop; and real files of the data set through feed and gate.

import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFakeClock } from "../../../testing/fake-clock.ts";
import { createQuoteGate } from "../../quotes/quote-gate.ts";
import { marketOf, openSourceRoom, silentLog } from "../../quotes/testing/source-room.ts";
import { openFeeds } from "../open-feeds.ts";
import type { Tick } from "../tick.ts";
import { createReplayFeed, type ReplaySettings } from "./replay-feed.ts";
import { ReplayUnreadable, readReplayFile } from "./replay-file.ts";

const MARKET = marketOf("EURUSD");
const TICKS = "ts_ms,bid,ask\n1000,1.10000,1.10010\n1250,1.10001,1.10011\n3000,1.10005,1.10015\n";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "truetick-replay-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function replay(path: string, own: Partial<ReplaySettings> = {}) {
  const clock = createFakeClock(1_800_000_000_000);
  const settings = { path, speed: 1, doesLoop: false, spread: 0, ...own };
  const feed = createReplayFeed({
    source: "replay-EURUSD",
    market: MARKET,
    settings,
    now: clock.now,
    log: silentLog,
  });
  const from = clock.now();
  const due = () =>
    feed
      .takeDue(clock.now())
      .map(({ atMs, bid, ask, sourceAtMs }) => [atMs - from, bid, ask, sourceAtMs]);
  return { feed, clock, due };
}

async function readAll(
  path: string,
  own: Partial<{ pricePrecision: number; spread: number }> = {},
) {
  const rows = [];
  for await (const batch of readReplayFile(path, { pricePrecision: 5, spread: 0, ...own })) {
    rows.push(...batch);
  }
  return rows;
}

describe("a recorded file", () => {
  it("falls due as it was recorded, moved to now, with its own times beside", async () => {
    const { feed, clock, due } = replay(await write("eurusd-a.csv", TICKS));
    await feed.readAhead();
    expect(due()).toEqual([[0, 110_000, 110_010, 1_000]]);
    clock.advance(249);
    expect(due()).toEqual([]);
    clock.advance(1);
    expect(due()).toEqual([[250, 110_001, 110_011, 1_250]]);
    clock.advance(60_000);
    expect(due()).toEqual([[2_000, 110_005, 110_015, 3_000]]);
    expect(feed.hasEnded()).toBe(true);
  });

  it("goes as many times as fast as it is told", async () => {
    const { feed, clock, due } = replay(await write("eurusd-b.csv", TICKS), { speed: 10 });
    await feed.readAhead();
    due();
    clock.advance(200);
    expect(due().map(([atMs]) => atMs)).toEqual([25, 200]);
  });

  it("begins anew when it is told to, and counts on", async () => {
    const { feed, clock } = replay(await write("eurusd-c.csv", TICKS), { doesLoop: true });
    const taken: Tick[] = [];
    for (let i = 0; i < 100; i += 1) {
      await feed.readAhead();
      taken.push(...feed.takeDue(clock.now()));
      clock.advance(100);
    }
    expect(feed.hasEnded()).toBe(false);
    expect(taken.length).toBeGreaterThan(9);
    expect(taken.map(({ sourceSeq }) => sourceSeq)).toEqual(taken.map((_, i) => i + 1));
    for (const [i, { atMs }] of taken.entries()) {
      expect(atMs).toBeGreaterThanOrEqual(taken[i - 1]?.atMs ?? 0);
    }
  });

  it("pauses while the server sleeps", async () => {
    const { feed, clock, due } = replay(await write("eurusd-d.csv", TICKS));
    await feed.readAhead();
    due();
    clock.advance(3_600_000);
    expect(due()).toEqual([]);
    clock.advance(250);
    expect(due()).toEqual([[3_600_250, 110_001, 110_011, 1_250]]);
  });

  it("is packed or not by its first bytes, and holds what its header says", async () => {
    const packed = await write("misnamed.csv", gzipSync(TICKS));
    expect(await readAll(packed)).toEqual(await readAll(await write("plain.csv.gz", TICKS)));
    const askFirst = await write("duka.csv", "ts_ms,ask,bid,ask_vol,bid_vol\r\n5,1.2,1.1,3,4");
    expect(await readAll(askFirst)).toEqual([{ atMs: 5, bid: 110_000, ask: 120_000 }]);
  });

  it("reads a minute as four ticks: a rising one dips first, a falling one rises", async () => {
    const header =
      "ts_ms,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close\n";
    const path = await write(
      "minutes.csv",
      `${header}60000,1.5,1.9,1.1,1.6,2.5,2.9,2.1,2.6\n120000,1.5,1.9,1.1,1.4,2.5,2.9,2.1,2.4\n`,
    );
    const rows = await readAll(path, { pricePrecision: 1 });
    expect(rows.map(({ atMs, bid, ask }) => [atMs, bid, ask])).toEqual([
      [60_000, 15, 25],
      [80_000, 11, 21],
      [100_000, 19, 29],
      [119_999, 16, 26],
      [120_000, 15, 25],
      [140_000, 19, 29],
      [160_000, 11, 21],
      [179_999, 14, 24],
    ]);
  });

  it("puts the spread it is given around a price that stands alone, and none without", async () => {
    const path = await write(
      "mid.csv",
      "ts_ms,open,high,low,close,ticks\n60000,1.5,1.5,1.5,1.5,1\n",
    );
    expect((await readAll(path, { spread: 7 }))[0]).toEqual({
      atMs: 60_000,
      bid: 149_997,
      ask: 150_004,
    });
    expect((await readAll(path))[0]).toEqual({ atMs: 60_000, bid: 150_000, ask: 150_000 });
  });

  it("F13, F15: hands on what is broken for the gate to refuse, and goes on", async () => {
    const path = await write(
      "broken.csv",
      "ts_ms,bid,ask\n1000,1.1,1.10001\n,1.1,1.10001\n1100,NaN,1.1\n1200\nx\n900,1.1,1.10001\n" +
        "1300,1100,1100.01\n1400,1.10002,1.10003\n",
    );
    const clock = createFakeClock();
    const { feed } = replay(path);
    const room = openSourceRoom({ feeds: [feed], markets: [MARKET], clock });
    await feed.readAhead();
    feed.takeDue(clock.now());
    const again = replay(path).feed;
    await again.readAhead();
    for (let i = 0; i < 10; i += 1) {
      for (const tick of again.takeDue(clock.now())) room.intake.take(tick);
      clock.advance(100);
    }
    expect(room.quotes.map(({ bid }) => bid)).toEqual([110_000, 110_002]);
    expect(room.gate.refused().get("NOT_FINITE")).toBe(4);
    expect(room.gate.refused().get("OUT_OF_ORDER")).toBe(1);
    expect(room.gate.refused().get("JUMP")).toBe(1);
  });

  it("refuses what it cannot read, in words that name the file", async () => {
    await expect(readAll(join(folder, "none.csv"))).rejects.toThrow(/none\.csv cannot be read/);
    const odd = await write("odd.csv", "time,price\n1,2\n");
    await expect(readAll(odd)).rejects.toThrow(ReplayUnreadable);
    await expect(readAll(odd)).rejects.toThrow(/odd\.csv begins with no known header/);
  });

  it("finds its market by the file's name or as told; refuses one that is none", async () => {
    const needs = {
      markets: [MARKET],
      oanda: null,
      arrival: () => ({ wallMs: 0, steadyMs: 0 }),
      chance: () => 0,
      logOf: () => silentLog,
    };
    const source = (name: string, code: string | null) =>
      ({
        kind: "replay",
        path: join(folder, name),
        speed: 1,
        doesLoop: false,
        spread: 0,
        code,
      }) as const;
    await write("other.csv", TICKS);
    const feeds = await openFeeds(
      [source("eurusd-a.csv", null), source("other.csv", "EURUSD")],
      needs,
    );
    expect(feeds.map((feed) => feed.source)).toEqual(["replay-EURUSD", "replay-EURUSD-2"]);
    await Promise.all(feeds.map((feed) => feed.stop()));
    await expect(openFeeds([source("other.csv", null)], needs)).rejects.toThrow(
      /market OTHER that/,
    );
  });
});

const REAL = resolve(process.env.MARKET_DATA_DIR ?? "../shared/data");
const hasData = existsSync(join(REAL, "ticks"));
if (!hasData) console.warn(`no market data in ${REAL}: real recordings are not replayed`);

/** Row counts are those of the data set's own list. */
describe.skipIf(!hasData)("real recordings through feed and gate", () => {
  it.each<[string, string, number]>([
    ["ticks/eurusd-oanda-tick.csv.gz", "EURUSD", 321_559],
    ["ticks/eurusd-fxcm-tick.csv.gz", "EURUSD", 675_401],
    ["ticks/xauusd-oanda-tick.csv.gz", "XAUUSD", 590_852],
    ["candles/eurusd-dukascopy-tick-20190204T00.csv.gz", "EURUSD", 3_733],
    ["m1-bidask/gbpusd-fxcm-m1-201202.csv.gz", "GBPUSD", 4 * 30_117],
    ["m1-mid/spx500usd-oanda-m1-202003.csv.gz", "US500", 4 * 27_264],
    ["crypto/btcusd-coinbase-m1-quote.csv.gz", "BTCUSD", 4 * 2_873],
  ])(
    "F13, F14: every tick of %s passes, is crossed, or is a jump that waits for a second",
    async (file, code, rows) => {
      const { pricePrecision, jumpLimitBps } = marketOf(code);
      const gate = createQuoteGate([{ code, jumpLimitBps }]);
      let [seen, passed, lastSum] = [0, 0, 0];
      const unexplained: unknown[] = [];
      for await (const batch of readReplayFile(join(REAL, file), { pricePrecision, spread: 0 })) {
        for (const { atMs, bid, ask } of batch) {
          seen += 1;
          const reason = gate.judge({ code, atMs, bid, ask, sourceSeq: seen }, atMs);
          const isFar = Math.abs(bid + ask - lastSum) * 10_000 > lastSum * jumpLimitBps;
          const isExplained = { CROSSED: bid > ask, JUMP: bid <= ask && isFar };
          if (reason === null ? bid > ask : !isExplained[reason as keyof typeof isExplained]) {
            unexplained.push({ seen, reason, bid, ask });
          }
          if (reason !== null) continue;
          passed += 1;
          lastSum = bid + ask;
        }
      }
      expect(unexplained).toEqual([]);
      expect(seen).toBe(rows);
      const refused = [...gate.refused().values()].reduce((sum, count) => sum + count, 0);
      expect(passed + refused).toBe(seen);
      expect(passed).toBeGreaterThan(0.89 * seen);
    },
    120_000,
  );
});
