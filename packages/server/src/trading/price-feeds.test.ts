// The whole area on a recording instead of the simulator: prices come from the file, the rest of
// the markets has none, and what cannot be played ends the start in one line.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { StartRefusal } from "../platform/start-refusal.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { parseSources, SIMULATED_PLAN } from "./feed/feed-plan.ts";
import { readTicks } from "./tape/raw-run.ts";
import { startTrading } from "./trading.ts";

const context = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: null,
  attempt: null,
};
const ROWS = Array.from({ length: 600 }, (_, i) => {
  const bid = 115_800 + (i % 40);
  return `${1_400_000_000_000 + 500 * i},${(bid / 1e5).toFixed(5)},${((bid + 8) / 1e5).toFixed(5)}`;
});

let storage: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  storage = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-feeds-"));
  await writeFile(join(dataDir, "eurusd.csv"), `ts_ms,bid,ask\n${ROWS.join("\n")}\n`);
});
afterAll(async () => {
  await storage?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const clock = createFakeClock(Date.UTC(2026, 6, 15, 12));
const start = (feed: string) =>
  startTrading({
    database: storage.database,
    address: { url: storage.appUrl, role: null },
    config: {
      mode: "sandbox",
      feed: { ...SIMULATED_PLAN, sources: parseSources(feed) },
      oanda: null,
      simSeed: null,
      hasRealSessions: false,
      dataDir,
      tapeDays: 30,
    },
    clock,
    log: createLog("silent"),
  });

describe("FEED=replay", () => {
  it("serves the recorded prices, and says that they are not the market's", async () => {
    const trading = await start(`replay:${join(dataDir, "eurusd.csv")}?speed=2`);
    try {
      for (let i = 0; i < 20; i += 1) {
        clock.advance(3_000);
        await sleep(60);
      }
      const { feed, isSimulated, isFeedFresh, quotesAccepted } = trading.status();
      expect([feed, isSimulated, isFeedFresh]).toEqual(["replay-EURUSD", true, true]);
      expect(trading.quotes.isSimulated).toBe(true);
      expect(quotesAccepted).toBeGreaterThan(100);
      const markets = CALLS.listMarkets.output.parse(
        await trading.handlers.listMarkets({}, context),
      );
      const quoted = markets.filter(({ ForexQuotations }) => ForexQuotations !== null);
      expect(quoted.map(({ Code }) => Code)).toEqual(["EURUSD"]);
      expect(Number(quoted[0]?.ForexQuotations?.Bid)).toBeCloseTo(1.158, 2);
      const bars = CALLS.listCandles.output.parse(
        await trading.handlers.listCandles({ forex_id: "1", period: "1min" }, context),
      );
      expect(bars.length).toBeGreaterThan(0);
      expect(bars.at(-1)?.Close).toBe(quoted[0]?.ForexQuotations?.Bid);
      expect(trading.sources.readings()).toMatchObject([{ source: "replay-EURUSD" }]);
    } finally {
      await trading.stop();
    }
  });

  it("H02: keeps raw quote and markup beside every quote, for everyone to see", async () => {
    await storage.database
      .updateTable("market")
      .set({ markup_points: 3 })
      .where("code", "=", "EURUSD")
      .execute();
    const trading = await start(`replay:${join(dataDir, "eurusd.csv")}?speed=2`);
    for (let i = 0; i < 8; i += 1) {
      clock.advance(3_000);
      await sleep(60);
    }
    await trading.stop();
    const { listTape, listSources } = trading.handlers;
    const [sources] = CALLS.listSources.output.parse(await listSources({}, context));
    expect(sources).toMatchObject({ Code: "EURUSD", MarkupPoints: 3 });
    const page = CALLS.listTape.output.parse(await listTape({ forex_id: "1" }, context));
    const quotes = new Map(page.data.map(({ Seq, Bid, Ask }) => [Seq, [Bid, Ask]]));
    const raw = page.RawPieces.flatMap(({ Packed }) =>
      readTicks(Buffer.from(Packed, "base64")).filter(({ quoteSeq }) => quotes.has(quoteSeq)),
    );
    expect(raw.length).toBeGreaterThan(20);
    for (const { quoteSeq, bid, ask, markupPoints, sourceAtMs, source, outcome } of raw) {
      expect([source, outcome, markupPoints]).toEqual(["replay-EURUSD", "TAKEN", 3]);
      expect(Number(sourceAtMs)).toBeLessThan(1_400_001_000_000);
      const shown = (points: number) => (points / 100_000).toFixed(5);
      expect(quotes.get(quoteSeq)).toEqual([shown(Number(bid) - 3), shown(Number(ask) + 3)]);
    }
  });

  it.each([
    ["a file that is not there", "none.csv?market=EURUSD", /^FEED .*none\.csv cannot be read/],
    ["a market that does not exist", "eurusd.csv?market=XXXYYY", /^FEED replays .* market XXXYYY/],
  ])("refuses to start on %s", async (_what, file, line) => {
    const starting = start(`replay:${join(dataDir, file)}`);
    await expect(starting).rejects.toThrow(StartRefusal);
    await expect(starting).rejects.toThrow(line);
  });
});
