// Closing, cancelling and changing orders over HTTP on a real database.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const CLOSE = "/v1/api/forex/close";
const CANCEL = "/v1/api/forex/cancel_trade";
const STOPS = "/v1/api/forex/set_stop_price";
const AMEND = "/v1/api/forex/amend_trade";
const CLOSE_ALL = "/v1/api/forex/close_all";
const TRAIL = "/v1/api/forex/set_trailing_stop";
const BUY = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 };
const PENDING = { ...BUY, status: 0, target_price: "1.08000" };

let floor: TradingFloor;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  floor.clock.advance(1_000);
  expect(await floor.broken()).toEqual({});
});
beforeEach(async () => {
  floor.quote("EURUSD", "1.08490", "1.08500");
  floor.quote("GBPUSD", "1.25000", "1.25010");
  trader = await floor.openDemo();
});

async function place(fields: Record<string, string | number>): Promise<string> {
  const reply = await trader.get(SUBMIT, fields);
  expect(reply).toMatchObject({ code: 1 });
  return reply.data.Id;
}

async function list(status: 0 | 1 | 3) {
  const reply = await trader.get("/v1/api/forex/my_deal", { status, page: 1 });
  expect(reply.code).toBe(1);
  return reply.data;
}

describe("closing", () => {
  it("closes all of an order at the bid and frees its margin", async () => {
    const id = await place(BUY);
    floor.quote("EURUSD", "1.09000", "1.09010");
    const reply = await trader.get(CLOSE, { id });
    expect(reply.data).toMatchObject({
      Id: id,
      OrderId: id,
      Quantity: "1.00",
      QuantityLeft: "0.00",
      Price: "1.08500",
      UpdatePrice: "1.09000",
      FactProfits: "500.000000",
      CautionMoney: "1085.000000",
    });
    expect(await list(1)).toMatchObject({ total: 0, balance: "10500.00" });
    const { data, total, all_fact_profits } = await list(3);
    expect({ total, all_fact_profits }).toEqual({ total: 1, all_fact_profits: "500.000000" });
    expect(data[0]).toMatchObject({
      Id: id,
      Status: 3,
      CloseReason: "user",
      CloseReasonTran: "Closed by you",
      UpdatePrice: "1.09000",
    });
  });

  it("closes a part: history with its own id; the rest keeps id, price and stops", async () => {
    const id = await place({ ...BUY, stop_loss_price: "1.07000" });
    const reply = await trader.get(CLOSE, { id, cont: "0.30" });
    expect(reply.data).toMatchObject({
      OrderId: id,
      Quantity: "0.30",
      QuantityLeft: "0.70",
      FactProfits: "-3.000000",
      CautionMoney: "325.500000",
    });
    expect(reply.data.Id).not.toBe(id);
    const holding = await list(1);
    expect(holding.data[0]).toMatchObject({
      Id: id,
      Quantity: "0.70",
      Price: "1.08500",
      CautionMoney: "759.500000",
      TargetLossPrice: "1.07000",
    });
    const history = await list(3);
    expect(history.data[0]).toMatchObject({
      Id: reply.data.Id,
      Quantity: "0.30",
      OpenSeq: holding.data[0].OpenSeq,
    });
    await trader.get(CLOSE, { id, cont: "0.70" });
    expect((await list(1)).total).toBe(0);
    expect((await list(3)).total).toBe(2);
  });

  it.each([
    ["2", "LOTS_ABOVE_ORDER", "This order has only 1.00 lots."],
    ["0.005", "LOTS_OFF_STEP", "The size must be a multiple of 0.01 lots."],
    ["0", "LOTS_OFF_STEP", "The size must be a multiple of 0.01 lots."],
    ["0.00001", "FIELD_INVALID", "“cont”"],
    ["-1", "FIELD_INVALID", "“cont”"],
  ])("refuses to close %s of one lot: %s", async (cont, reason, words) => {
    const id = await place(BUY);
    const reply = await trader.get(CLOSE, { id, cont });
    expect(reply.reason).toBe(reason);
    expect(reply.msg).toContain(words);
    expect((await list(1)).data[0].Quantity).toBe("1.00");
  });

  it("refuses an order that is pending, gone, or in a closed market", async () => {
    const pending = await place(PENDING);
    expect((await trader.get(CLOSE, { id: pending })).reason).toBe("ORDER_NOT_HOLDING");
    const id = await place(BUY);
    await floor.setSession("EURUSD", "closed");
    expect(await trader.get(CLOSE, { id })).toMatchObject({ reason: "MARKET_CLOSED" });
    await floor.setSession("EURUSD", "open");
    expect((await trader.get(CLOSE, { id })).code).toBe(1);
    expect((await trader.get(CLOSE, { id })).reason).toBe("ORDER_UNKNOWN");
  });
});

describe("closing everything", () => {
  it("closes every order in one step, of one market or all, pending ones on request", async () => {
    await place(BUY);
    await place({ ...BUY, type: 2, cont: "0.5" });
    const other = await place({ ...BUY, forex_id: 4, cont: "0.1" });
    const pending = await place(PENDING);
    const one = await trader.get(CLOSE_ALL, { forex_id: 4 });
    expect(one.data).toMatchObject({ total: 1, Cancelled: [], data: [{ Id: other }] });
    const rest = await trader.get(CLOSE_ALL, { with_pending: 1 });
    expect(rest.data).toMatchObject({
      total: 2,
      all_fact_profits: "-15.000000",
      Cancelled: [pending],
    });
    expect((await list(1)).total).toBe(0);
    expect((await list(0)).total).toBe(0);
    expect((await trader.get(CLOSE_ALL)).reason).toBe("NOTHING_TO_CLOSE");
  });

  it("leaves what cannot be closed now, and refuses a market nobody knows", async () => {
    await place(BUY);
    const kept = await place({ ...BUY, forex_id: 4, cont: "0.1" });
    await floor.setSession("GBPUSD", "closed");
    const first = await trader.get(CLOSE_ALL, { t: 77 });
    expect(first.data.total).toBe(1);
    expect(first.data.left).toEqual([{ id: kept, reason: "MARKET_CLOSED" }]);
    expect((await list(1)).data).toMatchObject([{ Id: kept }]);
    await floor.setSession("GBPUSD", "open");
    // T01: told again as it was, although nothing would stay open now, also after a restart.
    await floor.restart();
    floor.quote("GBPUSD", "1.25000", "1.25010");
    expect((await trader.get(CLOSE_ALL, { t: 77 })).body).toBe(first.body);
    expect((await trader.get(CLOSE_ALL, { t: 78 })).data.left).toEqual([]);
    expect((await trader.get(CLOSE_ALL, { forex_id: 999 })).reason).toBe("MARKET_UNKNOWN");
  });
});

describe("cancelling", () => {
  it("gives back what was reserved, once", async () => {
    const id = await place(PENDING);
    expect((await trader.get(CANCEL, { id })).data).toEqual({ Id: id });
    expect(await list(0)).toMatchObject({ total: 0, balance: "10000.00" });
    expect((await list(3)).data[0]).toMatchObject({
      Id: id,
      Status: 4,
      CloseReason: "user",
      CloseReasonTran: "Cancelled by you",
      Price: null,
      UpdatePrice: null,
      FactProfits: "0.000000",
      CloseSeq: null,
    });
    expect((await trader.get(CANCEL, { id })).reason).toBe("ORDER_UNKNOWN");
  });

  it("T58: refuses an order that was filled meanwhile", async () => {
    const id = await place(PENDING);
    floor.quote("EURUSD", "1.07980", "1.07990");
    expect((await trader.get(CANCEL, { id })).reason).toBe("ORDER_NOT_PENDING");
  });
});

describe("stops", () => {
  it("are set, changed and taken off one by one", async () => {
    const id = await place(BUY);
    const both = { id, stop_loss_price: "1.08", target_profit_price: "1.09" };
    expect((await trader.get(STOPS, both)).data).toEqual({
      Id: id,
      TargetLossPrice: "1.08000",
      TargetProfitPrice: "1.09000",
    });
    const loss = await trader.get(STOPS, { ...both, target_profit_price: "0" });
    expect(loss.data).toMatchObject({ TargetLossPrice: "1.08000", TargetProfitPrice: "0" });
    expect((await list(1)).data[0]).toMatchObject({
      TargetLossPrice: "1.08000",
      TargetProfitPrice: "0",
    });
    const none = await trader.get(STOPS, { id });
    expect(none.data).toMatchObject({ TargetLossPrice: "0", TargetProfitPrice: "0" });
  });

  it("T50: are refused on the wrong side, too fine, or of no order of the caller's", async () => {
    const id = await place(BUY);
    const wrong = await trader.get(STOPS, { id, stop_loss_price: "1.0849" });
    expect(wrong).toMatchObject({
      reason: "STOP_LOSS_WRONG_SIDE",
      msg: "A stop loss at 1.08490 would close at once: the price is 1.08490.",
    });
    expect((await trader.get(STOPS, { id, stop_loss_price: "1.084891" })).reason).toBe(
      "FIELD_INVALID",
    );
    expect((await trader.get(STOPS, { id: 999_999 })).reason).toBe("ORDER_UNKNOWN");
  });

  it("T59: fire on a later quote only, and by their own name even in profit", async () => {
    const id = await place(BUY);
    floor.quote("EURUSD", "1.09000", "1.09010");
    await trader.get(STOPS, { id, stop_loss_price: "1.08900" });
    expect((await list(1)).total).toBe(1);
    floor.quote("EURUSD", "1.08890", "1.08900");
    expect((await list(3)).data[0]).toMatchObject({
      Id: id,
      UpdatePrice: "1.08890",
      FactProfits: "390.000000",
      CloseReason: "stop-loss",
      CloseReasonTran: "Stop loss",
    });
    expect((await trader.get(STOPS, { id })).reason).toBe("ORDER_UNKNOWN");
  });

  it("T59: cannot be edited without end", async () => {
    const id = await place(BUY);
    const replies = await Promise.all(
      Array.from({ length: 310 }, (_, count) =>
        trader.get(STOPS, { id, stop_loss_price: `1.0${(count % 2) + 1}` }),
      ),
    );
    const refused = replies.filter((reply) => reply.status === 429).length;
    expect(refused).toBe(10);
  });
});

describe("a trailing stop", () => {
  it("follows the price and fires as a stop", async () => {
    const id = await place(BUY);
    const set = await trader.get(TRAIL, { id, trailing_distance: 100 });
    expect(set.data).toEqual({ Id: id, TrailingDistance: 100, TrailingPrice: "1.08390" });
    floor.quote("EURUSD", "1.08800", "1.08810");
    expect((await list(1)).data[0]).toMatchObject({
      TrailingDistance: 100,
      TrailingPrice: "1.08700",
    });
    floor.quote("EURUSD", "1.08750", "1.08760");
    expect((await list(1)).data[0].TrailingPrice).toBe("1.08700");
    floor.quote("EURUSD", "1.08690", "1.08700");
    expect((await list(3)).data[0]).toMatchObject({
      Id: id,
      UpdatePrice: "1.08690",
      CloseReason: "trailing-stop",
    });
  });

  it("comes with the order, is taken off, and is refused when it cannot fit", async () => {
    const id = await place({ ...BUY, trailing_distance: 50 });
    expect((await list(1)).data[0].TrailingDistance).toBe(50);
    const off = await trader.get(TRAIL, { id, trailing_distance: 0 });
    expect(off.data).toEqual({ Id: id, TrailingDistance: 0, TrailingPrice: "0" });
    const wide = await trader.get(TRAIL, { id, trailing_distance: 200_000 });
    expect(wide.reason).toBe("TRAILING_DISTANCE_INVALID");
    expect(wide.msg).toContain("1.08490");
  });
});

describe("amending a pending order", () => {
  it("changes target, stops and expiry, and what is reserved", async () => {
    const id = await place(PENDING);
    const reply = await trader.get(AMEND, {
      id,
      target_price: "1.07",
      stop_loss_price: "1.06",
      expire_time: 4_000_000_000,
    });
    expect(reply.data).toEqual({
      Id: id,
      OriginPrice: "1.07000",
      TargetLossPrice: "1.06000",
      TargetProfitPrice: "0",
      ExpireTime: 4_000_000_000,
      CautionMoney: "1070.000000",
      TradeFee: "0.000000",
    });
    expect((await list(0)).data[0]).toMatchObject({
      Id: id,
      OriginPrice: "1.07000",
      PendingType: "limit",
      ExpireTime: 4_000_000_000,
    });
  });

  it("refuses what is no longer pending, and a target that is none", async () => {
    const holding = await place(BUY);
    const amend = { id: holding, target_price: "1.07" };
    expect((await trader.get(AMEND, amend)).reason).toBe("ORDER_NOT_PENDING");
    const id = await place(PENDING);
    expect((await trader.get(AMEND, { id, target_price: "0" })).reason).toBe("FIELD_INVALID");
    expect((await trader.get(AMEND, { id })).reason).toBe("FIELD_INVALID");
    expect((await trader.get(AMEND, { id, target_price: "1.085" })).reason).toBe("TARGET_AT_PRICE");
  });
});
