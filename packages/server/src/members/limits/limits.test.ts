// The limits that a trader sets, over HTTP through the engine: kept, enforced, not loosened early,
// and never in the way of closing.

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const LIMIT = "/v1/api/main/limit";
const SUBMIT = "/v1/api/forex/submit";
const ENDED = "/v1/api/forex/my_deal?status=3";
const HOUR_SEC = 3_600;
const NONE = {
  DailyLoss: "0",
  MaxLeverage: 0,
  StopOutOrder: "most-margin",
  CoolOffUntil: 0,
  ExcludedUntil: 0,
};

let floor: TradingFloor;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

function buy(trader: Trader, multiple = 100, cont = "0.10") {
  floor.quote("EURUSD", "1.10000", "1.10010");
  return trader.post(SUBMIT, { type: 1, cont, forex_id: 1, status: 1, multiple });
}

const nowSec = () => Math.floor(floor.clock.now() / 1_000);

describe("own limits", () => {
  it("are none at first, and answered as they stand after each change", async () => {
    const trader = await floor.openDemo();
    expect((await trader.get(LIMIT)).data).toEqual(NONE);
    const loss = await trader.post(LIMIT, { daily_loss: "150.5" });
    expect(loss.data).toEqual({ ...NONE, DailyLoss: "150.500000" });
    const leverage = await trader.post(LIMIT, { max_leverage: "30" });
    expect(leverage.data).toEqual({ ...NONE, DailyLoss: "150.500000", MaxLeverage: 30 });
    const pause = await trader.post(LIMIT, { cool_off_hours: "24" });
    expect(pause.data.CoolOffUntil).toBe(nowSec() + 24 * HOUR_SEC);
    const both = await trader.post(LIMIT, { exclude_days: "180", max_leverage: "10" });
    expect(both.data).toEqual({
      DailyLoss: "150.500000",
      MaxLeverage: 10,
      StopOutOrder: "most-margin",
      CoolOffUntil: nowSec() + 24 * HOUR_SEC,
      ExcludedUntil: nowSec() + 180 * 24 * HOUR_SEC,
    });
    await floor.restart();
    expect((await trader.get(LIMIT)).data).toEqual(both.data);
  });

  it("an empty change changes nothing", async () => {
    const trader = await floor.openDemo();
    await trader.post(LIMIT, { max_leverage: "30" });
    expect((await trader.post(LIMIT)).data).toEqual({ ...NONE, MaxLeverage: 30 });
  });

  it("two changes at once lose neither", async () => {
    const trader = await floor.openDemo();
    await Promise.all([
      trader.post(LIMIT, { daily_loss: "100" }),
      trader.post(LIMIT, { max_leverage: "30" }),
      trader.post(LIMIT, { cool_off_hours: "1" }),
    ]);
    const { data } = await trader.get(LIMIT);
    expect(data).toMatchObject({ DailyLoss: "100.000000", MaxLeverage: 30 });
    expect(data.CoolOffUntil).toBeGreaterThan(nowSec());
  });

  it("are the account's own and nobody else's (T74)", async () => {
    const [ann, bob] = [await floor.openDemo(), await floor.openReal("1000")];
    await ann.post(LIMIT, { daily_loss: "77", max_leverage: "10" });
    expect((await bob.get(LIMIT)).data).toEqual(NONE);
    expect((await buy(bob)).code).toBe(1);
  });

  it("the highest leverage is enforced, and may be changed at once", async () => {
    const trader = await floor.openDemo();
    await trader.post(LIMIT, { max_leverage: "30" });
    const refused = await buy(trader, 100);
    expect(refused).toMatchObject({ reason: "LEVERAGE_ABOVE_LIMIT", data: { leverageMax: 30 } });
    expect((await buy(trader, 30)).code).toBe(1);
    await trader.post(LIMIT, { max_leverage: "0" });
    expect((await buy(trader, 100)).code).toBe(1);
  });

  it.each([
    ["a break", { cool_off_hours: "2" }, "COOLING_OFF", { cool_off_hours: "1" }],
    ["a self-exclusion", { exclude_days: "2" }, "SELF_EXCLUDED", { exclude_days: "1" }],
  ])("%s stops new orders, never closing, and is not shortened", async (_w, set, reason, less) => {
    const trader = await floor.openDemo();
    const { data } = await buy(trader);
    expect((await trader.post(LIMIT, set)).code).toBe(1);
    expect((await buy(trader)).reason).toBe(reason);
    const shorter = await trader.post(LIMIT, less);
    expect(shorter.reason).toBe("LIMIT_NOT_LOOSENED");
    expect(shorter.msg).toMatch(/2026/);
    expect((await trader.post("/v1/api/forex/close", { id: data.Id })).code).toBe(1);
    floor.clock.advance(49 * HOUR_SEC * 1_000);
    expect((await trader.get(LIMIT)).data).toEqual(NONE);
    expect((await buy(trader)).code).toBe(1);
  });

  it("a daily loss that was reached stops new orders, and stays as it is", async () => {
    const trader = await floor.openDemo();
    await trader.post(LIMIT, { daily_loss: "50" });
    const { data } = await buy(trader, 100, "1.00");
    floor.quote("EURUSD", "1.09900", "1.09910");
    expect((await trader.post("/v1/api/forex/close", { id: data.Id })).code).toBe(1);
    expect((await trader.post(LIMIT, { daily_loss: "5000" })).reason).toBe("DAILY_LOSS_REACHED");
    expect((await trader.post(LIMIT, { daily_loss: "0" })).reason).toBe("DAILY_LOSS_REACHED");
    expect((await buy(trader)).reason).toBe("DAILY_LOSS_REACHED");
  });

  it.each([
    { daily_loss: "-5" },
    { daily_loss: "ten" },
    { daily_loss: "1.12345678" },
    { max_leverage: "5000" },
    { stop_out_order: "most_losing" },
    { cool_off_hours: "0" },
    { cool_off_hours: "100000" },
    { exclude_days: "0" },
  ])("refuses %o by its field", async (fields) => {
    const trader = await floor.openDemo();
    const reply = await trader.post(LIMIT, fields);
    const [field] = Object.keys(fields);
    expect(reply).toMatchObject({ reason: "FIELD_INVALID", data: { field } });
    expect((await trader.get(LIMIT)).data).toEqual(NONE);
  });

  it("what a stop-out takes first is chosen, kept, and no other change touches it", async () => {
    const trader = await floor.openDemo();
    const chosen = await trader.post(LIMIT, { stop_out_order: "most-losing" });
    expect(chosen.data).toEqual({ ...NONE, StopOutOrder: "most-losing" });
    await floor.restart();
    const leverage = await trader.post(LIMIT, { max_leverage: "30" });
    expect(leverage.data).toEqual({ ...chosen.data, MaxLeverage: 30 });
    const back = await trader.post(LIMIT, { stop_out_order: "most-margin" });
    expect(back.data).toEqual({ ...NONE, MaxLeverage: 30 });
  });

  it("what a stop-out takes first may be changed in a pause and after a loss", async () => {
    const trader = await floor.openDemo();
    const { data } = await buy(trader, 100, "1.00");
    await trader.post(LIMIT, { daily_loss: "50", cool_off_hours: "24", exclude_days: "2" });
    floor.quote("EURUSD", "1.09900", "1.09910");
    expect((await trader.post("/v1/api/forex/close", { id: data.Id })).code).toBe(1);
    const before = (await trader.get(LIMIT)).data;
    const chosen = await trader.post(LIMIT, { stop_out_order: "most-losing" });
    expect(chosen.data).toEqual({ ...before, StopOutOrder: "most-losing" });
  });

  it.each([
    ["most-margin", "1"],
    ["most-losing", "4"],
  ])("a stop-out begins where its owner chose: %s", async (order, market) => {
    const trader = await floor.openReal("1000");
    await trader.post(LIMIT, { stop_out_order: order });
    floor.quote("EURUSD", "1.10000", "1.10000");
    floor.quote("GBPUSD", "1.30000", "1.30000");
    const terms = { type: 1, status: 1, multiple: 100 };
    await trader.post(SUBMIT, { ...terms, forex_id: 1, cont: "0.40" });
    await trader.post(SUBMIT, { ...terms, forex_id: 4, cont: "0.30" });
    floor.quote("GBPUSD", "1.28500", "1.28500");
    floor.quote("EURUSD", "1.09600", "1.09600");
    const { data } = await trader.get(ENDED);
    expect(data.data).toMatchObject([{ ForexTradeLists: { Id: market }, CloseReason: "stop-out" }]);
  });

  it("T01: one attempt counts once, and is answered the same again", async () => {
    const trader = await floor.openDemo();
    const headers = { "idempotency-key": "a-limit-of-mine-1" };
    const first = await trader.post(LIMIT, { cool_off_hours: "5" }, headers);
    floor.clock.advance(60_000);
    const second = await trader.post(LIMIT, { cool_off_hours: "5" }, headers);
    expect(second.body).toBe(first.body);
    const rows = await sql<{ count: bigint }>`
      select count(*) as count from journal`.execute(floor.test.database);
    const third = await trader.post(LIMIT, { cool_off_hours: "5" }, headers);
    const after = await sql<{ count: bigint }>`
      select count(*) as count from journal`.execute(floor.test.database);
    expect(third.body).toBe(first.body);
    expect(after.rows).toEqual(rows.rows);
  });
});
