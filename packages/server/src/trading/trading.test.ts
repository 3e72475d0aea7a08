// The trading area as it is served: seeded into a real database, read through its calls, in every
// language, with hostile searches (T42, T46).

import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANGUAGES, languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CallContext, isRefused } from "../platform/handler.ts";
import { createLog } from "../platform/log.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { SIMULATED_PLAN } from "./feed/feed-plan.ts";
import { loadMarkets, sandboxMarkets, seedMarkets } from "./markets/traded-market.ts";
import { readSimSeed } from "./sim-seed.ts";
import { startTrading, type Trading } from "./trading.ts";

const START = Date.UTC(2026, 6, 15, 12, 0, 30);
const log = createLog("silent");
const clock = createFakeClock(START);

let storage: TestDatabase;
let trading: Trading;
let dataDir: string;

beforeAll(async () => {
  storage = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-trading-"));
  const config = {
    mode: "sandbox",
    feed: SIMULATED_PLAN,
    oanda: null,
    simSeed: 7,
    hasRealSessions: false,
    tapeDays: 30,
    dataDir,
  } as const;
  trading = await startTrading({
    database: storage.database,
    address: { url: storage.appUrl, role: null },
    config,
    clock,
    log,
  });
});

afterAll(async () => {
  await trading?.stop();
  await storage?.close();
  await rm(dataDir, { recursive: true, force: true });
});

function context(language = "en"): CallContext {
  return {
    language: languageOf(language),
    requestId: "test",
    address: "127.0.0.1",
    device: "",
    cookies: "",
    caller: null,
    attempt: null,
  };
}

async function list(search?: string, language = "en") {
  const input = search === undefined ? {} : { searchCurrency: search };
  const answer = await trading.handlers.listMarkets(input, context(language));
  return CALLS.listMarkets.output.parse(answer);
}

const names = (markets: { Code: string; Name: string }[]) =>
  new Map(markets.map((market) => [market.Code, market.Name]));

describe("the list of markets", () => {
  it("has all markets with a quote from the first moment", async () => {
    const markets = await list();
    expect(markets.length).toBeGreaterThanOrEqual(40);
    for (const market of markets) {
      expect(market.MarketStatus, market.Code).toBe(1);
      expect(Number(market.ForexQuotations?.Bid), market.Code).toBeGreaterThan(0);
      expect(market.Logo).toBe(`/logos/${market.Code}.svg`);
    }
    expect(markets[0]).toMatchObject({
      Id: "1",
      Code: "EURUSD",
      ShowCode: "EUR/USD",
      Name: "Euro / US Dollar",
      CategoryId: "forex-majors",
      PricePrecision: 5,
      PipDigits: 2,
      FractionDigits: 1,
      MarginMode: 2,
      ForexContNum: "100000",
      ForexMinCont: "0.01",
      Pip: "0.01",
      ForexFeeRate: "0.00003000",
    });
    expect(markets[0]?.HasForexMultiple.at(-1)?.Value).toBe(30);
  });

  it("names markets in every language", async () => {
    for (const language of LANGUAGES) {
      const markets = await list(undefined, language.id);
      for (const market of markets) expect(market.Name.length, market.Code).toBeGreaterThan(0);
    }
    const english = names(await list());
    expect(english.get("XAUUSD")).toBe("Gold");
    expect(english.get("US500")).toBe("United States 500");
    expect(english.get("BTCUSD")).toBe("Bitcoin");
    expect(names(await list(undefined, "de")).get("EURJPY")).toBe("Euro / Japanischer Yen");
    expect(names(await list(undefined, "jp")).get("JP225")).toBe("日本 225");
    expect(names(await list(undefined, "hk")).get("HK50")).toBe("香港 50");
  });

  it.each([
    ["eur", "EURUSD"],
    ["EUR/J", "EURJPY"],
    [" usd/jpy ", "USDJPY"],
    ["ＢＴＣ", "BTCUSD"],
    ["gold", "XAUUSD"],
    ["us 500", "US500"],
    ["apple", "AAPL"],
  ])("finds %j", async (search, code) => {
    expect((await list(search)).map((market) => market.Code)).toContain(code);
  });

  it("finds by the name in the reader's language", async () => {
    const found = await list("日圓", "hk");
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((market) => market.Code.includes("JPY"))).toBe(true);
  });

  it("finds nothing for hostile searches, and fast (T42)", async () => {
    const hostile = [
      "%",
      "_",
      "' or 1=1 --",
      "(a+)+$",
      ".*",
      "\\",
      "\0",
      "__proto__",
      "﷽".repeat(32),
    ];
    const startedMs = performance.now();
    for (const search of hostile) expect(await list(search), search).toEqual([]);
    expect(await list("%".repeat(1_000))).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(CALLS.listMarkets.input.safeParse({ searchCurrency: "x".repeat(33) }).success).toBe(
      false,
    );
  });
});

describe("the categories", () => {
  it("are named and in order, and every market is in one", async () => {
    const answer = await trading.handlers.listCategories({}, context());
    const categories = CALLS.listCategories.output.parse(answer);
    expect(categories.map((category) => category.NameShowTrans)).toEqual([
      "Forex majors",
      "Forex minors",
      "Metals",
      "Energies",
      "Indices",
      "Shares",
      "Crypto",
    ]);
    const ids = new Set(categories.map((category) => category.Id));
    const used = new Set((await list()).map((market) => market.CategoryId));
    expect(used).toEqual(ids);
  });
});

describe("the charts", () => {
  it("answer 500 bars of a chart, oldest first, and page into the past", async () => {
    const { listCandles } = trading.handlers;
    const page = CALLS.listCandles.output.parse(
      await listCandles({ forex_id: "1", period: "5M" }, context()),
    );
    expect(page).toHaveLength(500);
    expect(page.at(-1)?.Time).toBe(Math.floor(START / 300_000) * 300);
    const before = String(page[0]?.Time);
    const older = CALLS.listCandles.output.parse(
      await listCandles({ forex_id: "1", period: "5min", before }, context()),
    );
    expect(older.at(-1)?.Time).toBe(Number(before) - 300);
    expect(page[0]?.Open).toMatch(/^\d\.\d{5}$/);
  });

  it("answer the last 48 half hours for a sparkline, the same twice", async () => {
    const { listRecentCandles } = trading.handlers;
    const bars = await listRecentCandles({ forex_id: "3" }, context());
    expect(bars).toHaveLength(48);
    expect(await listRecentCandles({ forex_id: "3" }, context())).toEqual(bars);
    expect(await listRecentCandles({ forex_id: "3", period: "1day" }, context())).toHaveLength(48);
  });

  it.each([
    [{ forex_id: "999" }, "MARKET_UNKNOWN"],
    [{ forex_id: "EURUSD" }, "MARKET_UNKNOWN"],
    [{ forex_id: "1", period: "2min" }, "PERIOD_UNKNOWN"],
    [{ forex_id: "1", period: "constructor" }, "PERIOD_UNKNOWN"],
  ])("refuse %j with %s (T46)", async (input, reason) => {
    for (const call of [trading.handlers.listCandles, trading.handlers.listRecentCandles]) {
      const answer = await call(input, context());
      expect(isRefused(answer) && answer.reason).toBe(reason);
    }
  });

  it("answer nothing for the time before time, and now for the far future", async () => {
    const { listCandles } = trading.handlers;
    expect(await listCandles({ forex_id: "1", before: "0" }, context())).toEqual([]);
    const future = await listCandles({ forex_id: "1", before: "9999999999" }, context());
    expect(future).toEqual(await listCandles({ forex_id: "1" }, context()));
  });
});

describe("live quotes", () => {
  it("change by themselves, without gaps, and are counted", async () => {
    const { quotes } = trading;
    const seen = new Map<string, number[]>();
    const stop = quotes.subscribe(({ market, seq }) => {
      seen.set(market.code, [...(seen.get(market.code) ?? []), seq]);
    });
    const version = quotes.version();
    const before = trading.status().quotesAccepted;
    clock.advance(12_000);
    await expect.poll(() => quotes.changedSince(version).length, { timeout: 5_000 }).toBe(56);
    stop();
    for (const [code, numbers] of seen) {
      expect(
        numbers.every((seq, i) => seq === (numbers[0] ?? 0) + i),
        code,
      ).toBe(true);
    }
    const status = trading.status();
    expect(status).toMatchObject({
      feed: "sim",
      isSimulated: true,
      markets: 56,
      isFeedFresh: true,
      engine: "trading",
    });
    expect(status.journalSeq).toBeGreaterThan(0);
    expect(status.quotesAccepted).toBeGreaterThan(before + 100);
    expect([...status.quotesRefused.values()].every((count) => count === 0)).toBe(true);
  });
});

describe("the markets in the database", () => {
  it("are those of the sandbox, once, however often it starts", async () => {
    await Promise.all([seedMarkets(storage.database), seedMarkets(storage.database)]);
    expect(await loadMarkets(storage.database)).toEqual(sandboxMarkets());
  });

  it("can all be converted into dollars with the same prices (trading-rules §3)", () => {
    const markets = sandboxMarkets();
    const codes = new Set(markets.map((market) => market.code));
    for (const { code, quoteCurrency, baseCurrency, marginMode } of markets) {
      const needed = marginMode === "fixed" ? [quoteCurrency, baseCurrency] : [quoteCurrency];
      for (const currency of needed) {
        const isKnown =
          currency === "USD" || codes.has(`${currency}USD`) || codes.has(`USD${currency}`);
        expect(isKnown, `${code} needs ${currency}`).toBe(true);
      }
    }
  });

  it("keep the leverage caps of trading-rules §6", () => {
    const caps = new Map(sandboxMarkets().map((each) => [each.code, Math.max(...each.leverages)]));
    expect([...caps].filter(([, cap]) => cap > 20).map(([code]) => code)).toEqual([
      "EURUSD",
      "GBPUSD",
      "USDJPY",
      "USDCHF",
      "AUDUSD",
      "USDCAD",
      "NZDUSD",
    ]);
    const some = ["EURGBP", "XAUUSD", "XAGUSD", "WTI", "US500", "HK50", "AAPL", "BTCUSD"];
    expect(some.map((code) => caps.get(code))).toEqual([20, 20, 10, 10, 20, 10, 5, 2]);
  });
});

describe("the seed of an installation", () => {
  it("is made once, for its owner's eyes only, and kept", async () => {
    const first = await readSimSeed({ simSeed: null, dataDir });
    expect(first).toHaveLength(32);
    expect(await readSimSeed({ simSeed: null, dataDir })).toEqual(first);
    const path = join(dataDir, "secrets", "sim-seed");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path, "utf8")).trim()).toBe(Buffer.from(first).toString("hex"));
    expect(await readSimSeed({ simSeed: 1, dataDir })).not.toEqual(first);
    await writeFile(path, "not a seed");
    await expect(readSimSeed({ simSeed: null, dataDir })).rejects.toThrow("does not hold a seed");
  });
});
