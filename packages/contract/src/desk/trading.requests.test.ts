// The desk's requests about trading speak of declared calls, with fields that those calls know, and
// read back what the server writes.

import { expect, test } from "vitest";
import { CALLS } from "../calls.ts";
import { requestMarketChanges } from "../market-change.requests.ts";
import { changeLabel, MARKET_FIELDS } from "../market-change.ts";
import { requestExposure } from "./exposure.requests.ts";
import { exposureToWire } from "./exposure.ts";
import { requestDeskMarket, requestDeskMarkets } from "./market.requests.ts";
import { requestDeskOrder, requestDeskOrders } from "./order.requests.ts";
import { deskOrderFileToWire } from "./order.ts";

const FILTER = { user: "7", marketId: "1", status: "holding", cursor: "42" } as const;

test.each([
  ["listDeskMarkets", requestDeskMarkets()],
  ["getDeskMarket", requestDeskMarket("1")],
  ["listDeskOrders", requestDeskOrders(FILTER)],
  ["listDeskOrders", requestDeskOrders({ user: "", marketId: "", status: null, cursor: "" })],
  ["getDeskOrder", requestDeskOrder("9")],
  ["getExposure", requestExposure("demo")],
  ["listMarketChanges", requestMarketChanges({ marketId: "1", cursor: "3" })],
  ["listMarketChanges", requestMarketChanges({})],
] as const)("%s is asked for by its declared path and fields", (name, request) => {
  const call = CALLS[name];
  expect(request.path).toBe(call.path);
  const known = Object.keys(call.input.shape);
  expect(known).toEqual(expect.arrayContaining(Object.keys(request.query)));
  expect(call.input.safeParse(request.query).success).toBe(true);
});

test("an exposure and an order's evidence are read as they were written", () => {
  const market = {
    marketId: "1",
    displayCode: "EUR/USD",
    longLots: "1.00",
    shortLots: "0.40",
    netLots: "0.60",
    margin: "12.000000",
    profit: "-3.000000",
    positions: 2,
    accounts: 1,
  };
  const sums = { margin: "12.000000", profit: "-3.000000", positions: 2 };
  const exposure = { at: 1.5, book: "real", ...sums, markets: [market] } as const;
  expect(requestExposure("real").read(exposureToWire(exposure))).toEqual(exposure);
  const order = {
    id: "9",
    userId: "7",
    uid: "123456789",
    accountId: "5",
    isDemo: true,
    marketId: "1",
    displayCode: "EUR/USD",
    status: "closed",
    side: "sell",
    lots: "0.10",
    leverage: 30,
    askedPrice: "1.10000",
    openPrice: "1.10000",
    closePrice: "1.09000",
    stopLoss: "",
    takeProfit: "",
    margin: "1.000000",
    fee: "0.100000",
    profit: "100.000000",
    placedAt: 1,
    openedAt: 2,
    endedAt: 3,
    endReason: "user",
    partOf: "8",
    termsVersion: 2,
  } as const;
  const fill = {
    kind: "close",
    at: 3.25,
    lots: "0.10",
    seq: 77,
    bid: "1.08990",
    ask: "1.09000",
    price: "1.09000",
    rule: "close",
    level: "",
    margin: "1.000000",
    profit: "100.000000",
    rulesVersion: 1,
    termsVersion: 2,
    conversions: [{ displayCode: "USD/JPY", seq: 5, bid: "150.000", ask: "150.010" }],
  } as const;
  const movement = { movementId: "3", at: 3, cause: "profit", amount: "1.0", balance: "2.0" };
  const file = { order, fills: [fill], movements: [movement], parts: [order] };
  expect(requestDeskOrder("9").read(deskOrderFileToWire(file))).toEqual(file);
});

test("every value of a market has a name for readers", () => {
  expect(MARKET_FIELDS.filter((field) => changeLabel(field) === null)).toEqual([]);
  expect(changeLabel("market_id")).toBeNull();
  expect(changeLabel("toString")).toBeNull();
});
