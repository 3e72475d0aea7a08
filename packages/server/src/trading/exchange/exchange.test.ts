// The engine inside the running trading area, on a real database: its markets are the table's, its
// quotes are the board's, and an order is filled at the price that everybody sees.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { accountId, marketId } from "@truetick/engine";
import { lots, price } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { SIMULATED_PLAN } from "../feed/feed-plan.ts";
import { startTrading, type Trading } from "../trading.ts";

const clock = createFakeClock(Date.UTC(2026, 6, 15, 12));
const account = accountId(1);
const context = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: { sessionId: 1, userId: 1, accountId: account, isDemo: true },
  attempt: null,
};

let storage: TestDatabase;
let trading: Trading;
let dataDir: string;

async function start(hasRealSessions = false): Promise<Trading> {
  return startTrading({
    database: storage.database,
    address: { url: storage.appUrl, role: null },
    config: {
      mode: "sandbox",
      feed: SIMULATED_PLAN,
      oanda: null,
      simSeed: 7,
      hasRealSessions,
      tapeDays: 30,
      dataDir,
    },
    clock,
    log: createLog("silent"),
  });
}

beforeAll(async () => {
  storage = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "truetick-exchange-"));
  trading = await start();
  const opening = { type: "OpenAccount", accountId: account, ownerId: 1, book: "demo" } as const;
  await trading.sequencer.submit(opening);
});
afterAll(async () => {
  await trading.stop();
  expect(await brokenInvariants(storage.ownerUrl)).toEqual({});
  await storage.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function listed(code: string) {
  const markets = CALLS.listMarkets.output.parse(await trading.handlers.listMarkets({}, context));
  const found = markets.find((market) => market.Code === code);
  if (!found?.ForexQuotations) throw new Error(`Invariant: ${code} is quoted`);
  return { id: found.Id, quote: found.ForexQuotations, market: found };
}

async function marketOf(id: string) {
  const view = await trading.sequencer.read((books) => books.market(marketId(Number(id))));
  if (!view?.quote) throw new Error("Invariant: the engine knows the market and its quote");
  return { ...view, quote: view.quote };
}

async function buy(id: string) {
  const order = { type: "1", cont: "0.01", forex_id: id, status: "1", multiple: "30" } as const;
  const answer = await trading.handlers.placeOrder(order, context);
  return CALLS.placeOrder.output.parse(answer);
}

describe("the engine in the running server", () => {
  it("knows every market by the table's terms, open as the calendar says", async () => {
    const { id, market } = await listed("EURUSD");
    const { terms, session } = await marketOf(id);
    expect(session).toBe("open");
    expect(terms).toMatchObject({
      version: 1,
      leverages: market.HasForexMultiple.map(({ Value }) => Value),
      pricePrecision: market.PricePrecision,
      unitsPerLot: Number(market.ForexContNum),
      feeType: "notional",
    });
  });

  it("has the very quotes that everybody sees, under the same numbers", async () => {
    for (const code of ["EURUSD", "USDJPY", "XAUUSD", "BTCUSD"]) {
      const { id, quote, market } = await listed(code);
      const engine = await marketOf(id);
      expect(engine.quote.seq).toBe(quote.Seq);
      const scale = 10 ** market.PricePrecision;
      expect([engine.quote.bid, engine.quote.ask]).toEqual(
        [quote.Bid, quote.Ask].map((text) => Math.round(Number(text) * scale)),
      );
    }
  });

  it("fills an order at the ask on the board", async () => {
    const { id, quote } = await listed("EURUSD");
    expect(await buy(id)).toMatchObject({ Price: quote.Ask, OpenSeq: quote.Seq });
  });

  it("goes on with the tape and the orders after a restart, and never counts back", async () => {
    const before = await listed("EURUSD");
    await trading.stop();
    clock.advance(2_000);
    trading = await start();
    const after = await listed("EURUSD");
    expect(after.quote.Seq).toBe(before.quote.Seq + 1);
    expect((await marketOf(after.id)).quote.seq).toBe(after.quote.Seq);
    expect((await marketOf(after.id)).terms.version).toBe(1);
    const orders = await trading.handlers.listOrders({ status: "1" }, context);
    expect(orders).toMatchObject({ total: 1 });
  });

  it("takes changed terms up as a new version at the next start", async () => {
    await trading.stop();
    await sql`update market set fee_rate_e8 = 5000 where code = 'EURUSD'`.execute(storage.database);
    trading = await start();
    const { id } = await listed("EURUSD");
    expect((await marketOf(id)).terms).toMatchObject({ version: 2, feeRate: 5_000n });
  });

  it("charges the New York cut once, also when it passed while nothing ran", async () => {
    await trading.stop();
    clock.advance(24 * 3_600_000);
    trading = await start();
    const charged = await sql<{ days: number; amount: bigint }>`
      select days, amount from financing`.execute(storage.database);
    expect(charged.rows).toHaveLength(1);
    expect(charged.rows[0]?.days).toBe(3);
    expect(charged.rows[0]?.amount).toBeLessThan(0n);
    await trading.stop();
    trading = await start();
    const again = await sql`select 1 from financing`.execute(storage.database);
    expect(again.rows).toHaveLength(1);
  });

  it("triggers nothing by the last price of a market that closed while nothing ran", async () => {
    await trading.stop();
    // A Friday at noon; prices go on until the evening.
    clock.advance(Date.UTC(2026, 6, 17, 12) - clock.now());
    trading = await start(true);
    const { id } = await listed("EURUSD");
    const { quote } = await marketOf(id);
    const pending = [quote.ask - 1, quote.ask + 1].map((target) =>
      trading.sequencer.submit({
        type: "PlaceOrder",
        accountId: account,
        marketId: marketId(Number(id)),
        side: "buy",
        lots: lots(100),
        leverage: 30,
        target: price(target),
        askedPrice: null,
        maxDeviation: null,
        stopLoss: null,
        takeProfit: null,
        trailingDistance: null,
        expiresAtMs: null,
      }),
    );
    for (const outcome of await Promise.all(pending)) expect(outcome.isAccepted).toBe(true);
    await trading.stop();
    clock.advance(Date.UTC(2026, 6, 18, 12) - clock.now());
    trading = await start(true);
    expect((await marketOf(id)).quote.bid).not.toBe(quote.bid);
    const orders = await trading.sequencer.read((books) => books.orders(account));
    expect(orders.filter(({ status }) => status === "pending")).toHaveLength(2);
  });

  it("closes markets when the calendar does, and says so to an order", async () => {
    await trading.stop();
    // A Saturday.
    clock.advance(Date.UTC(2026, 6, 18, 12) - clock.now());
    trading = await start(true);
    const { id } = await listed("EURUSD");
    expect((await marketOf(id)).session).toBe("closed");
    const order = { type: "1", cont: "0.01", forex_id: id, status: "1", multiple: "30" } as const;
    expect(await trading.handlers.placeOrder(order, context)).toMatchObject({
      reason: "MARKET_CLOSED",
    });
    const crypto = await listed("BTCUSD");
    expect((await marketOf(crypto.id)).session).toBe("open");
  });
});
