// The list of orders over HTTP: its fields, its three tabs, its pages (T60), its languages.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const LIST = "/v1/api/forex/my_deal";
const BUY = { type: 1, cont: "0.01", forex_id: 1, status: 1, multiple: 100 };

let floor: TradingFloor;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
  floor.quote("EURUSD", "1.08490", "1.08500");
  trader = await floor.openDemo();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

describe("the list of orders", () => {
  it("is empty at first, with the balance", async () => {
    for (const status of [0, 1, 3]) {
      expect((await trader.get(LIST, { status, page: 1 })).data).toEqual({
        data: [],
        total: 0,
        all_fact_profits: "0.000000",
        balance: "10000.00",
      });
    }
  });

  it("shows a holding order with every field of the specification", async () => {
    const { data } = await trader.get(SUBMIT, { ...BUY, stop_loss_price: "1.08" });
    const listed = await trader.get(LIST, { status: 1, page: 1 });
    expect(listed.data.data).toEqual([
      {
        Id: data.Id,
        Status: 1,
        OrderType: 1,
        ForexTradeLists: { Id: "1", Code: "EURUSD", ShowCode: "EUR/USD", PricePrecision: 5 },
        Quantity: "0.01",
        multiple: 100,
        OriginPrice: "1.08500",
        Price: "1.08500",
        UpdatePrice: "1.08490",
        FactProfits: "-0.100000",
        CautionMoney: "10.850000",
        TradeFee: "0.000000",
        Financing: "0.000000",
        TargetLossPrice: "1.08000",
        TargetProfitPrice: "0",
        TrailingDistance: 0,
        TrailingPrice: "0",
        PendingType: null,
        ExpireTime: 0,
        CloseReason: null,
        CloseReasonTran: "",
        CreateTime: floor.clock.now() / 1_000,
        CreateTimeHandler: "Jan 5, 2026, 12:00:00 PM",
        OpenTime: floor.clock.now() / 1_000,
        CloseTime: null,
        CloseTimeHandler: "",
        OpenSeq: 1,
        CloseSeq: null,
        PartOf: null,
      },
    ]);
    expect(listed.data.all_fact_profits).toBe("-0.100000");
    await trader.get("/v1/api/forex/close", { id: data.Id });
  });

  it("names the quotes that opened and closed, and says when as the reader would", async () => {
    const english = await trader.get(LIST, { status: 3 });
    expect(english.data.data[0]).toMatchObject({
      Status: 3,
      OpenSeq: 1,
      CloseSeq: 1,
      CloseTimeHandler: "Jan 5, 2026, 12:00:00 PM",
    });
    const texts = new Map<string, string>();
    for (const lang of ["hk", "en", "de", "th", "ar", "jp"]) {
      const { data } = await trader.get(LIST, { status: 3 }, { lang });
      texts.set(lang, data.data[0].CreateTimeHandler);
    }
    expect(new Set(texts.values()).size).toBe(texts.size);
    expect(texts.get("de")).toBe("05.01.2026, 12:00:00");
    expect(texts.get("th")).toContain("2026");
    expect(texts.get("hk")).toContain("2026年1月5日");
  });

  it("T60: pages by 20, newest first, until the total is reached, each row once", async () => {
    const placed: string[] = [];
    for (let count = 0; count < 45; count += 1) {
      floor.clock.advance(1);
      placed.push((await trader.get(SUBMIT, BUY)).data.Id);
    }
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const { data } = await trader.get(LIST, { status: 1, page });
      expect(data.total).toBe(45);
      expect(data.data).toHaveLength(page === 3 ? 5 : 20);
      expect(data.all_fact_profits).toBe("-4.500000");
      seen.push(...data.data.map((order: { Id: string }) => order.Id));
    }
    expect(seen).toEqual(placed.toReversed());
    expect((await trader.get(LIST, { status: 1, page: 4 })).data.data).toEqual([]);
    await trader.get("/v1/api/forex/close_all");
    const ended: string[] = [];
    for (const page of [1, 2, 3]) {
      const { data } = await trader.get(LIST, { status: 3, page });
      expect(data.total).toBe(46);
      ended.push(...data.data.map((order: { Id: string }) => order.Id));
    }
    expect(new Set(ended).size).toBe(46);
    expect(ended.slice(0, 45)).toEqual(placed.toReversed());

    const followed: string[] = [];
    for (;;) {
      const before = followed.at(-1);
      const { data } = await trader.get(LIST, { status: 3, ...(before && { before }) });
      if (data.data.length === 0) break;
      followed.push(...data.data.map((order: { Id: string }) => order.Id));
    }
    expect(followed).toEqual(ended);
  });

  it("T56, T60: goes on from no order of somebody else", async () => {
    const stranger = await floor.openDemo();
    const { data } = await trader.get(LIST, { status: 3 });
    const before = data.data[0].Id;
    expect((await stranger.get(LIST, { status: 3, before })).data.data).toEqual([]);
    expect((await trader.get(LIST, { status: 3, before: "x" })).reason).toBe("FIELD_INVALID");
  });

  it.each(["0", "-1", "1.5", "1e9", "501", "9".repeat(30), "", "NaN", "1;drop", "٣", "0x1"])(
    "T60: refuses the page %s",
    async (page) => {
      const reply = await trader.get(LIST, { status: 3, page });
      expect(reply).toMatchObject({
        status: 200,
        reason: "FIELD_INVALID",
        data: { field: "page" },
      });
    },
  );

  it.each(["2", "4", "", "01", "holding"])("refuses the status %s", async (status) => {
    expect((await trader.get(LIST, { status })).data).toEqual({ field: "status" });
  });

  it("T60: a page is found by walking the index backwards, never by sorting", async () => {
    const plan = await floor.test.database.transaction().execute(async (tx) => {
      // So few rows are read faster without an index; what counts is that it is able to serve.
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      return sql`explain select order_id from trade_order
        where account_id = 1 and ended_at_ms is not null and market_id = 2 and profit < 0
        order by journal_seq desc, order_id desc limit 20 offset 9980`.execute(tx);
    });
    expect(JSON.stringify(plan.rows)).toContain(
      "Index Only Scan Backward using trade_order_history",
    );
    expect(JSON.stringify(plan.rows)).not.toContain("Sort");
  });
});
