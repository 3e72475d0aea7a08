// Orders and exposure as the desk reads them: anybody's, by person, market and status, with the
// evidence of every fill; and nothing but reading (H01, T84, T85).

import { CALLS } from "@truetick/contract/calls";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  type Operator,
  openTradingFloor,
  type Trader,
  type TradingFloor,
} from "../../testing/trading-floor.ts";

let floor: TradingFloor;
let ann: Trader;
let ben: Trader;
let dealer: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  floor.quote("EURUSD", "1.10000", "1.10010");
  floor.quote("USDJPY", "150.000", "150.010");
  ann = await floor.openReal("10000");
  ben = await floor.openReal("10000");
  dealer = await floor.openStaff(["dealer"]);
});
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
afterAll(() => floor.close());

async function place(who: Trader, marketId: number, fields: Record<string, string | number> = {}) {
  const reply = await who.post("/v1/api/forex/submit", {
    forex_id: marketId,
    type: 1,
    cont: "0.10",
    multiple: 100,
    status: 1,
    ...fields,
  });
  expect(reply.code).toBe(1);
  return String(reply.data.Id ?? reply.data.id);
}

const list = async (fields: Record<string, string> = {}) => {
  const reply = await dealer.get("/v1/api/desk/order/list", fields);
  expect(reply.code).toBe(1);
  return CALLS.listDeskOrders.output.parse(reply.data);
};

describe("orders at the desk", () => {
  it("are found by person, market and status, newest first", async () => {
    const first = await place(ann, 1);
    const second = await place(ben, 2);
    const third = await place(ann, 2, { status: 0, target_price: "140.000" });
    const ids = async (fields: Record<string, string>) =>
      (await list(fields)).data.map(({ id }) => id);
    expect(await ids({})).toEqual([third, second, first]);
    expect(await ids({ user: ann.userId })).toEqual([third, first]);
    expect(await ids({ market: "2" })).toEqual([third, second]);
    expect(await ids({ status: "holding" })).toEqual([second, first]);
    expect(await ids({ status: "pending", user: ann.userId, market: "2" })).toEqual([third]);
    expect(await ids({ user: "987654321" })).toEqual([]);
    expect(await ids({ cursor: second })).toEqual([first]);
    const [row] = (await list({ user: ann.userId, status: "holding" })).data;
    expect(row).toMatchObject({
      user_id: ann.userId,
      is_demo: 0,
      display_code: "EUR/USD",
      side: "buy",
      lots: "0.10",
      open_price: "1.10010",
      margin: "110.010000",
      terms_version: 1,
    });
    expect(await ids({ user: row?.uid ?? "" })).toEqual([third, first]);
  });

  it("show the row of the tape, the rule and the ledger behind each fill (H02)", async () => {
    const id = await place(ben, 2);
    floor.quote("USDJPY", "151.000", "151.010");
    expect((await ben.post("/v1/api/forex/close", { id })).code).toBe(1);
    const reply = await dealer.get("/v1/api/desk/order/show", { id });
    const { order, fills, movements } = CALLS.getDeskOrder.output.parse(reply.data);
    expect(order).toMatchObject({ status: "closed", end_reason: "user", close_price: "151.000" });
    expect(fills.map(({ kind, rule }) => [kind, rule])).toEqual([
      ["open", "market"],
      ["close", "close"],
    ]);
    expect(fills[1]).toMatchObject({ bid: "151.000", ask: "151.010", price: "151.000", seq: 2 });
    expect(fills[1]?.conversions).toEqual([
      { display_code: "USD/JPY", seq: 2, bid: "151.000", ask: "151.010" },
    ]);
    expect(movements).toMatchObject([{ cause: "profit", amount: order.profit }]);
  });

  it("show what was closed in parts", async () => {
    const id = await place(ann, 1, { cont: "0.30" });
    expect((await ann.post("/v1/api/forex/close", { id, cont: "0.10" })).code).toBe(1);
    const reply = await dealer.get("/v1/api/desk/order/show", { id });
    const { order, parts } = CALLS.getDeskOrder.output.parse(reply.data);
    expect(order).toMatchObject({ status: "holding", lots: "0.20" });
    expect(parts).toMatchObject([{ status: "closed", lots: "0.10", part_of: id }]);
    const part = await dealer.get("/v1/api/desk/order/show", { id: parts[0]?.id ?? "" });
    expect(part.data.fills.map(({ kind }: { kind: string }) => kind)).toEqual(["open", "close"]);
  });

  it("are as unknown as what never was, to who asks for none", async () => {
    const reply = await dealer.get("/v1/api/desk/order/show", { id: "99999" });
    expect(reply).toMatchObject({ reason: "ORDER_UNKNOWN" });
  });

  it("do not exist for traders (T84)", async () => {
    for (const path of ["order/list", "order/show?id=1", "exposure"]) {
      expect((await ann.get(`/v1/api/desk/${path}`)).status).toBe(404);
    }
  });
});

describe("exposure", () => {
  it("is what is open, from the engine's books", async () => {
    floor.clock.advance(1_000);
    const reply = await dealer.get("/v1/api/desk/exposure");
    const exposure = CALLS.getExposure.output.parse(reply.data);
    const euro = exposure.data.find(({ market_id }) => market_id === "1");
    expect(euro).toMatchObject({
      display_code: "EUR/USD",
      long_lots: "0.30",
      short_lots: "0.00",
      net_lots: "0.30",
      positions: 2,
      accounts: 1,
      profit: "-3.000000",
    });
    const { rows } = await sumMargins();
    expect(exposure.margin).toBe(rows);
    const demo = await dealer.get("/v1/api/desk/exposure", { book: "demo" });
    expect(demo.data).toMatchObject({ book: "demo", positions: 0, data: [] });
  });
});

async function sumMargins(): Promise<{ rows: string }> {
  const { total } = await floor.test.database
    .selectFrom(
      sql<{ margin: bigint }>`(
      select margin from trade_order where status = 'holding' and book = 'real')`.as("held"),
    )
    .select(sql<string>`(sum(margin) / 1000000)::numeric(20, 6)::text`.as("total"))
    .executeTakeFirstOrThrow();
  return { rows: total };
}
