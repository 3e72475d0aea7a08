// The calls about an account over HTTP on a real database: every figure of the rules, the log with
// its running balance, the reset of a demo (T23).

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTradingFloor, type Trader, type TradingFloor } from "../../testing/trading-floor.ts";

const SUBMIT = "/v1/api/forex/submit";
const DETAIL = "/v1/api/main/account/forexDetail";
const BALANCE = "/v1/api/main/wallet/getBalance";
const LOG = "/v1/api/main/accountLog/forexChange";
const RESET = "/v1/api/main/user/resetForexDemoAccount";
const LIST = "/v1/api/forex/my_deal";
const BUY = { type: 1, cont: "1", forex_id: 1, status: 1, multiple: 100 };

let floor: TradingFloor;
let trader: Trader;

beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});
beforeEach(async () => {
  floor.quote("EURUSD", "1.08490", "1.08500");
  floor.quote("GBPUSD", "1.25000", "1.25010");
  trader = await floor.openDemo();
});

describe("the detail of an account", () => {
  it("of a new demo: all of it can be spent, and the ratios are a dash", async () => {
    expect((await trader.get(DETAIL)).data).toEqual({
      balance: "10000.00",
      lock_balance: "0.00",
      Cash: "10000.000000",
      NetValue: "10000.000000",
      UsedMargin: "0.000000",
      ReservedMargin: "0.000000",
      WithdrawalHold: "0.000000",
      FreeMargin: "10000.000000",
      FactProfits: "0.000000",
      Available: "10000.000000",
      HazardRate: "-",
      RiskRate: "0.00000000",
      MarginCall: 0,
      is_demo: 1,
      Currency: "USD",
    });
    expect((await trader.get(BALANCE)).data).toEqual({ balance: "10000.00" });
  });

  it("moves with every quote, to the last digit", async () => {
    await trader.get(SUBMIT, BUY);
    await trader.get(SUBMIT, { ...BUY, status: 0, target_price: "1.08" });
    floor.quote("EURUSD", "1.08777", "1.08787");
    expect((await trader.get(DETAIL)).data).toMatchObject({
      balance: "7835.00",
      lock_balance: "2165.00",
      NetValue: "10277.000000",
      UsedMargin: "1085.000000",
      ReservedMargin: "1080.000000",
      FreeMargin: "8112.000000",
      FactProfits: "277.000000",
      Available: "7835.000000",
      HazardRate: "9.47188940",
      RiskRate: "0.10557555",
    });
  });

  it("cuts the balance to cents and never rounds it up", async () => {
    await trader.get(SUBMIT, { ...BUY, forex_id: 4, cont: "0.01" });
    const { data } = await trader.get(DETAIL);
    expect(data.Cash).toBe("9999.962497");
    expect(data.balance).toBe("9987.46");
    expect(data.lock_balance).toBe("12.50");
  });

  it("stops out at 50 % with the fewest lots: the vector of the rules", async () => {
    const real = await floor.openReal("1000");
    floor.quote("EURUSD", "1.10000", "1.10010");
    const big = await real.get(SUBMIT, { ...BUY, cont: "0.50" });
    const small = await real.get(SUBMIT, { ...BUY, cont: "0.30" });
    expect(big.data.CautionMoney).toBe("550.050000");
    expect(small.data.CautionMoney).toBe("330.030000");
    floor.quote("EURUSD", "1.09310", "1.09320");
    const history = await real.get(LIST, { status: 3 });
    expect(history.data.data).toMatchObject([
      {
        Quantity: "0.08",
        UpdatePrice: "1.09310",
        FactProfits: "-56.000000",
        CloseReason: "stop-out",
        CloseReasonTran: "Stop-out",
      },
    ]);
    expect((await real.get(DETAIL)).data).toMatchObject({
      NetValue: "440.000000",
      UsedMargin: "792.072000",
      HazardRate: "0.55550505",
      MarginCall: 1,
    });
    const refused = await real.get(SUBMIT, { ...BUY, cont: "0.01" });
    expect(refused.reason).toBe("MARGIN_CALLED");
  });
});

describe("the log of an account", () => {
  it("says what moved, why, when, and what it left, newest first", async () => {
    const opened = await trader.get(SUBMIT, { ...BUY, forex_id: 4, cont: "0.1" });
    await trader.get("/v1/api/forex/close", { id: opened.data.Id });
    const log = await trader.get(LOG, { page: 1 });
    const { Id } = opened.data;
    expect(log.data.total).toBe(3);
    expect(log.data.data).toMatchObject([
      {
        Value: "-1.000000",
        Balance: "9998.624970",
        Cause: "profit",
        CauseId: Id,
        MemoTran: `Profit or loss of order ${Id}`,
        CreatedAt: floor.clock.now() / 1_000,
        CreatedAtTran: expect.stringContaining("2026"),
      },
      {
        Value: "-0.375030",
        Balance: "9999.624970",
        Cause: "fee",
        CauseId: Id,
        MemoTran: `Fee of order ${Id}`,
      },
      {
        Value: "10000.000000",
        Balance: "10000.000000",
        Cause: "demo-grant",
        MemoTran: "Demo balance",
      },
    ]);
  });

  it("adds up to the cash, page by page", async () => {
    for (let count = 0; count < 12; count += 1) {
      const { data } = await trader.get(SUBMIT, { ...BUY, forex_id: 4, cont: "0.01" });
      await trader.get("/v1/api/forex/close", { id: data.Id });
    }
    const first = await trader.get(LOG, { page: 1 });
    const second = await trader.get(LOG, { page: 2 });
    const followed = await trader.get(LOG, { before: first.data.data.at(-1).Id });
    expect(followed.data.data).toEqual(second.data.data);
    expect(first.data.total).toBe(25);
    const rows = [...first.data.data, ...second.data.data];
    expect(rows).toHaveLength(25);
    const micros = (text: string) => BigInt(text.replace(".", ""));
    let running = 0n;
    for (const row of rows.toReversed()) {
      running += micros(row.Value);
      expect(micros(row.Balance)).toBe(running);
    }
    expect(micros((await trader.get(DETAIL)).data.Cash)).toBe(running);
  });

  it.each(["0", "501", "x", "-1"])("T60: refuses the page %s", async (page) => {
    expect((await trader.get(LOG, { page })).reason).toBe("FIELD_INVALID");
  });
});

describe("T23: the reset of a demo", () => {
  it("closes and cancels everything and books the difference", async () => {
    await trader.get(SUBMIT, BUY);
    await trader.get(SUBMIT, { ...BUY, status: 0, target_price: "1.08" });
    floor.quote("EURUSD", "1.08000", "1.08010");
    const reply = await trader.get(RESET);
    expect(reply).toMatchObject({ code: 1, data: { balance: "10000.00" } });
    expect((await trader.get(DETAIL)).data).toMatchObject({
      balance: "10000.00",
      Cash: "10000.000000",
      UsedMargin: "0.000000",
      ReservedMargin: "0.000000",
    });
    const history = await trader.get(LIST, { status: 3 });
    expect(history.data.data.map((order: { CloseReason: string }) => order.CloseReason)).toEqual([
      "demo-reset",
      "demo-reset",
    ]);
    const log = await trader.get(LOG);
    expect(log.data.data[0]).toMatchObject({ Cause: "demo-grant", Balance: "10000.000000" });
  });

  it("T01: repeated by a browser it is one reset", async () => {
    await trader.get(SUBMIT, BUY);
    floor.quote("EURUSD", "1.09000", "1.09010");
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => trader.get(RESET, { t: 1_700_000_000_000 })),
    );
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    const log = await trader.get(LOG);
    const grants = log.data.data.filter((row: { Cause: string }) => row.Cause === "demo-grant");
    expect(grants).toHaveLength(2);
  });

  it("is refused for a real account, and nothing moves", async () => {
    const real = await floor.openReal();
    expect((await real.get(DETAIL)).data).toMatchObject({ is_demo: 0, balance: "0.00" });
    expect(await real.get(RESET)).toMatchObject({
      reason: "ONLY_DEMO",
      msg: "Only a demo account can be reset.",
    });
    expect((await real.get(BALANCE)).data).toEqual({ balance: "0.00" });
  });

  it("is refused while a position cannot be closed", async () => {
    await trader.get(SUBMIT, BUY);
    await floor.setSession("EURUSD", "closed");
    expect((await trader.get(RESET)).reason).toBe("MARKET_CLOSED");
    await floor.setSession("EURUSD", "open");
    expect((await trader.get(RESET)).code).toBe(1);
  });

  it("is refused when it is asked for too often", async () => {
    const replies = [];
    for (let count = 0; count < 22; count += 1) replies.push(await trader.get(RESET));
    expect(replies.filter(({ code }) => code === 1)).toHaveLength(20);
    expect(replies.at(-1)).toMatchObject({ status: 429, reason: "TOO_MANY" });
    floor.clock.advance(3_600_000);
    expect((await trader.get(RESET)).code).toBe(1);
  });
});
