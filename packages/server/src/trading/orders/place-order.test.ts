// Placing orders over HTTP on a real database: the numbers of the trading rules end to end, every
// refusal with its own words, and T47 to T55.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const PREVIEW = "/v1/api/forex/order_preview";
const BUY = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 };

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
  floor.quote("USDJPY", "149.490", "149.500");
  floor.quote("FIXJPY", "149.490", "149.500");
  floor.quote("GBPUSD", "1.25000", "1.25010");
  floor.quote("NOLEVERAGE", "1.00000", "1.00010");
  trader = await floor.openDemo();
});

describe("a market order", () => {
  it("fills at the ask and freezes the margin of the rules: EUR/USD 1 lot at 1:100", async () => {
    const reply = await trader.get(SUBMIT, BUY);
    expect(reply).toMatchObject({ status: 200, code: 1, msg: "" });
    expect(reply.data).toMatchObject({
      Status: 1,
      OrderType: 1,
      ForexId: "1",
      Quantity: "1.00",
      multiple: 100,
      OriginPrice: "1.08500",
      Price: "1.08500",
      CautionMoney: "1085.000000",
      TradeFee: "0.000000",
      TargetLossPrice: "0",
      TargetProfitPrice: "0",
      CreateTime: floor.clock.now() / 1_000,
    });
    const detail = await trader.get("/v1/api/main/account/forexDetail");
    expect(detail.data).toMatchObject({
      balance: "8915.00",
      lock_balance: "1085.00",
      Cash: "10000.000000",
      UsedMargin: "1085.000000",
      FactProfits: "-10.000000",
      NetValue: "9990.000000",
      FreeMargin: "8905.000000",
    });
  });

  it("sells at the bid", async () => {
    const reply = await trader.post(SUBMIT, { ...BUY, type: 2 });
    expect(reply.data).toMatchObject({ OrderType: 2, Price: "1.08490" });
  });

  it.each([
    ["USDJPY, floating", 2, "1666.722410"],
    ["FIXJPY, fixed", 3, "1666.666667"],
  ])("%s: half a lot at 1:30 takes %s", async (_what, forex_id, margin) => {
    const reply = await trader.get(SUBMIT, { ...BUY, forex_id, cont: "0.5", multiple: 30 });
    expect(reply.data).toMatchObject({ Price: "149.500", CautionMoney: margin });
  });

  it("profits of a short in yen are converted: 20000 JPY are 134.142661 USD", async () => {
    floor.quote("USDJPY", "149.500", "149.510");
    const sell = { ...BUY, type: 2, forex_id: 2, cont: "0.5", multiple: 30 };
    const opened = await trader.get(SUBMIT, sell);
    expect(opened.data.Price).toBe("149.500");
    floor.quote("USDJPY", "149.090", "149.100");
    const closed = await trader.get("/v1/api/forex/close", { id: opened.data.Id });
    expect(closed.data).toMatchObject({ UpdatePrice: "149.100", FactProfits: "134.142661" });
    const balance = await trader.get("/v1/api/main/wallet/getBalance");
    expect(balance.data).toEqual({ balance: "10134.14" });
  });

  it("takes the fee of the market's schedule from the cash, rounded up", async () => {
    const reply = await trader.get(SUBMIT, { ...BUY, forex_id: 4, cont: "0.01" });
    expect(reply.data).toMatchObject({ Price: "1.25010", TradeFee: "0.037503" });
    const detail = await trader.get("/v1/api/main/account/forexDetail");
    expect(detail.data.Cash).toBe("9999.962497");
  });

  it("remembers the price that was seen, and refuses to fill worse than allowed", async () => {
    const seen = { ...BUY, seen_price: "1.08490" };
    expect((await trader.get(SUBMIT, seen)).data.OriginPrice).toBe("1.08490");
    const refused = await trader.get(SUBMIT, { ...seen, max_deviation: 9 });
    expect(refused).toMatchObject({
      status: 200,
      reason: "DEVIATION_EXCEEDED",
      msg: "The price moved from 1.08490 to 1.08500, more than the 9 points you allow.",
      data: { asked: "1.08490", price: "1.08500", maxDeviation: 9 },
    });
    expect((await trader.get(SUBMIT, { ...seen, max_deviation: 10 })).code).toBe(1);
  });

  it("refuses a deviation without the price it is from, rather than ignore it", async () => {
    for (const seen_price of [undefined, "", "0"]) {
      const asked = {
        ...BUY,
        max_deviation: 0,
        ...(seen_price === undefined ? {} : { seen_price }),
      };
      const reply = await trader.get(SUBMIT, asked);
      expect(reply).toMatchObject({ reason: "FIELD_INVALID", data: { field: "seen_price" } });
    }
  });

  it("T51: fills at the server's price, whatever price the client sends", async () => {
    const asked = { ...BUY, target_price: "0.00001", Price: "0.5", OriginPrice: "0.5" };
    expect((await trader.get(SUBMIT, asked)).data.Price).toBe("1.08500");
  });

  it("opens with a stop loss alone: a take profit is not needed", async () => {
    const reply = await trader.get(SUBMIT, {
      ...BUY,
      stop_loss_price: "1.08000",
      target_profit_price: "",
    });
    expect(reply.data).toMatchObject({ TargetLossPrice: "1.08000", TargetProfitPrice: "0" });
  });
});

describe("a pending order", () => {
  const PENDING = { ...BUY, status: 0, target_price: "1.08000" };

  it("waits at its target with margin and fee reserved", async () => {
    const reply = await trader.get(SUBMIT, { ...PENDING, expire_time: 4_000_000_000 });
    expect(reply.data).toMatchObject({
      Status: 0,
      OriginPrice: "1.08000",
      Price: null,
      CautionMoney: "1080.000000",
      ExpireTime: 4_000_000_000,
    });
    const detail = await trader.get("/v1/api/main/account/forexDetail");
    expect(detail.data).toMatchObject({ ReservedMargin: "1080.000000", balance: "8920.00" });
  });

  it("needs a target, in the words of the specification", async () => {
    for (const target_price of ["", "0", "0.000"]) {
      const reply = await trader.get(SUBMIT, { ...PENDING, target_price });
      expect(reply).toMatchObject({ reason: "TARGET_REQUIRED", msg: "Please enter price" });
    }
    const { target_price: _none, ...without } = PENDING;
    expect((await trader.get(SUBMIT, without)).reason).toBe("TARGET_REQUIRED");
  });

  it("fires when the price comes, at the price that came", async () => {
    const { data } = await trader.get(SUBMIT, PENDING);
    floor.quote("EURUSD", "1.07980", "1.07990");
    const holding = await trader.get("/v1/api/forex/my_deal", { status: 1, page: 1 });
    expect(holding.data.data).toHaveLength(1);
    expect(holding.data.data[0]).toMatchObject({
      Id: data.Id,
      OriginPrice: "1.08000",
      Price: "1.07990",
    });
  });

  it("is refused at the price of the moment, and with an expiry in the past", async () => {
    const atPrice = await trader.get(SUBMIT, { ...PENDING, target_price: "1.08500" });
    expect(atPrice.reason).toBe("TARGET_AT_PRICE");
    const lapsed = await trader.get(SUBMIT, { ...PENDING, expire_time: 1_000_000_000 });
    expect(lapsed.reason).toBe("EXPIRY_PAST");
    expect(lapsed.msg).toContain("Sep 9, 2001");
  });
});

describe("refusals say why, with their numbers", () => {
  it.each([
    ["T47", { type: 3 }, "FIELD_INVALID", "Please check the field “type”."],
    ["T47", { type: "" }, "FIELD_INVALID", "Please check the field “type”."],
    ["T48", { cont: "0" }, "LOTS_BELOW_MINIMUM", "The smallest size here is 0.01 lots."],
    ["T48", { cont: "0.005" }, "LOTS_BELOW_MINIMUM", "The smallest size here is 0.01 lots."],
    ["T48", { cont: "51" }, "LOTS_ABOVE_MAXIMUM", "The largest size here is 50.00 lots."],
    ["T48", { cont: "0.015" }, "LOTS_OFF_STEP", "The size must be a multiple of 0.01 lots."],
    ["T48", { cont: "0.01001" }, "FIELD_INVALID", "Please check the field “cont”."],
    ["T48", { cont: "-1" }, "FIELD_INVALID", "Please check the field “cont”."],
    ["T48", { cont: "1e1" }, "FIELD_INVALID", "Please check the field “cont”."],
    ["T49", { multiple: 50 }, "LEVERAGE_NOT_OFFERED", "Choose one of: 10, 30, 100."],
    ["T49", { multiple: "" }, "LEVERAGE_NOT_OFFERED", "Choose one of: 10, 30, 100."],
    ["T49", { multiple: "99999" }, "LEVERAGE_NOT_OFFERED", "Leverage 99999 is not offered here."],
    ["T50", { stop_loss_price: "1.08490" }, "STOP_LOSS_WRONG_SIDE", "the price is 1.08490"],
    ["T50", { target_profit_price: "1.08" }, "TAKE_PROFIT_WRONG_SIDE", "at 1.08000 would close"],
    ["T50", { stop_loss_price: "1.084901" }, "FIELD_INVALID", "“stop_loss_price”"],
    ["T50", { stop_loss_price: "-1" }, "FIELD_INVALID", "“stop_loss_price”"],
    ["T50", { trailing_distance: 200_000 }, "TRAILING_DISTANCE_INVALID", "200000 points"],
    ["", { forex_id: 999 }, "MARKET_UNKNOWN", "This market does not exist."],
    ["", { forex_id: "x" }, "FIELD_INVALID", "“forex_id”"],
    ["", { status: 2 }, "FIELD_INVALID", "“status”"],
    ["T52", { cont: "10" }, "MARGIN_EXCEEDS_FREE", "You need 10850.00 USD and have 10000.00 USD."],
    [
      "T53",
      { forex_id: 5 },
      "LEVERAGE_MISSING",
      "Leverage not configured, cannot place orders for now",
    ],
    ["T53", { forex_id: 6 }, "QUOTE_STALE", "The price is too old to trade on."],
  ])("%s %o: %s", async (_threat, change, reason, words) => {
    const reply = await trader.get(SUBMIT, { ...BUY, ...change });
    expect(reply).toMatchObject({ status: 200, reason });
    expect(reply.msg).toContain(words);
    expect(reply.code).not.toBe(1);
    const orders = await trader.get("/v1/api/forex/my_deal", { status: 1 });
    expect(orders.data).toMatchObject({ total: 0, balance: "10000.00" });
  });

  it("T53: a closed market says so in the words of the specification", async () => {
    await floor.setSession("EURUSD", "closed");
    expect(await trader.get(SUBMIT, BUY)).toMatchObject({ reason: "MARKET_CLOSED", msg: "closed" });
    await floor.setSession("EURUSD", "halted");
    expect((await trader.get(SUBMIT, BUY)).reason).toBe("MARKET_HALTED");
    await floor.setSession("EURUSD", "open");
    expect((await trader.get(SUBMIT, BUY)).code).toBe(1);
  });

  it("F30: a market for closing only opens nothing, says why, and closes", async () => {
    const opened = await trader.get(SUBMIT, BUY);
    const pending = { ...BUY, status: 0, target_price: "1.07000" };
    await floor.setSession("EURUSD", "closing-only");
    expect(await trader.get(SUBMIT, BUY)).toMatchObject({
      status: 200,
      code: 2835,
      reason: "MARKET_CLOSING_ONLY",
      msg: "Only closing is possible in this market now. Nothing new can be opened.",
    });
    expect((await trader.get(SUBMIT, pending)).reason).toBe("MARKET_CLOSING_ONLY");
    const { Id: id } = opened.data as { Id: string };
    expect((await trader.get("/v1/api/forex/close", { id })).code).toBe(1);
    await floor.setSession("EURUSD", "open");
    expect((await trader.get(SUBMIT, BUY)).code).toBe(1);
  });

  it("T51: an old price fills nothing", async () => {
    floor.clock.advance(60_001);
    expect((await trader.get(SUBMIT, BUY)).reason).toBe("QUOTE_STALE");
    floor.quote("EURUSD", "1.08490", "1.08500");
    expect((await trader.get(SUBMIT, BUY)).code).toBe(1);
  });

  it("says it in the reader's language", async () => {
    const reply = await trader.get(SUBMIT, { ...BUY, multiple: 50 }, { lang: "ar" });
    expect(reply.msg).toMatch(/\p{Script=Arabic}/u);
    expect(reply.data).toEqual({ leverage: 50, leverages: "10, 30, 100" });
  });
});

describe("a preview", () => {
  /** The bid of what is bought, the ask of what is sold, by market and side. */
  const CLOSES_AT: Readonly<Record<number, Readonly<Record<number, string>>>> = {
    1: { 1: "1.08490" },
    2: { 2: "149.500" },
    3: { 1: "149.490" },
    4: { 1: "1.25000" },
  };
  it.each([
    ["a buy", BUY],
    ["a sell in yen", { ...BUY, type: 2, forex_id: 2, cont: "0.37", multiple: 30 }],
    ["fixed margin", { ...BUY, forex_id: 3, cont: "0.5", multiple: 30 }],
    ["one with a fee", { ...BUY, forex_id: 4, cont: "0.03" }],
    ["a pending one", { ...BUY, status: 0, target_price: "1.07" }],
  ])("P18: of %s equals what is then charged at the same quote", async (_what, order) => {
    const preview = await trader.get(PREVIEW, order);
    expect(preview).toMatchObject({ code: 1, data: { Reason: null, ReasonTran: "" } });
    const placed = await trader.get(SUBMIT, order);
    expect(placed.code).toBe(1);
    expect(preview.data.Price).toBe(placed.data.Price ?? placed.data.OriginPrice);
    expect(preview.data.ClosePrice).toBe(CLOSES_AT[order.forex_id]?.[order.type]);
    expect(preview.data.CautionMoney).toBe(placed.data.CautionMoney);
    expect(preview.data.TradeFee).toBe(placed.data.TradeFee);
    const detail = await trader.get("/v1/api/main/account/forexDetail");
    expect(preview.data.FreeMarginAfter).toBe(detail.data.FreeMargin);
  });

  it("leaves the free margin that follows, also with a gain that no order may take", async () => {
    await trader.get(SUBMIT, BUY);
    floor.quote("EURUSD", "1.08990", "1.09000");
    const preview = await trader.get(PREVIEW, BUY);
    await trader.get(SUBMIT, BUY);
    const detail = await trader.get("/v1/api/main/account/forexDetail");
    expect(preview.data.FreeMarginAfter).toBe(detail.data.FreeMargin);
    expect(Number(detail.data.FreeMargin)).toBeGreaterThan(Number(detail.data.Available));
  });

  it("shows what the stops would bring, and what follows equals it", async () => {
    const order = { ...BUY, stop_loss_price: "1.08000", target_profit_price: "1.09000" };
    const preview = await trader.get(PREVIEW, order);
    expect(preview.data).toMatchObject({
      Spread: "-10.000000",
      ProfitAtStopLoss: "-500.000000",
      ProfitAtTakeProfit: "500.000000",
      HazardRateAfter: "9.20737327",
    });
    await trader.get(SUBMIT, order);
    floor.quote("EURUSD", "1.08000", "1.08010");
    const history = await trader.get("/v1/api/forex/my_deal", { status: 3 });
    expect(history.data.data[0]).toMatchObject({
      FactProfits: "-500.000000",
      CloseReason: "stop-loss",
    });
  });

  it("of an order that would be refused shows its numbers and why", async () => {
    const preview = await trader.get(PREVIEW, { ...BUY, cont: "10" });
    expect(preview.data).toMatchObject({
      CautionMoney: "10850.000000",
      Available: "10000.000000",
      Reason: "MARGIN_EXCEEDS_FREE",
      ReasonTran: "You need 10850.00 USD and have 10000.00 USD.",
    });
    expect((await trader.get(PREVIEW, { ...BUY, forex_id: 6 })).reason).toBe("QUOTE_STALE");
    const none = await trader.get(PREVIEW, { ...BUY, multiple: "" });
    expect(none).toMatchObject({ status: 200, reason: "LEVERAGE_NOT_OFFERED" });
  });

  it("changes nothing", async () => {
    await trader.get(PREVIEW, BUY);
    expect((await trader.get("/v1/api/main/wallet/getBalance")).data.balance).toBe("10000.00");
  });
});
