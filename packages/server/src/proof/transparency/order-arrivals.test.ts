// H03: no order and no closing at the market is left out of the evidence. Closing everything at
// once is noted order by order, and what broke is noted with its time and with what the trader was
// told; the handlers behind are left as they are.

import type { Language } from "@truetick/contract";
import { type AccountId, accountId } from "@truetick/engine";
import { ZERO_MONEY } from "@truetick/money";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { isRefused, type TraderContext } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { createMarketDirectory } from "../../trading/markets/market-directory.ts";
import { createOrderHandlers, type OrderHandlers } from "../../trading/orders/orders.routes.ts";
import {
  EURUSD,
  type Exchange,
  GOLD,
  openExchange,
  USDJPY,
} from "../../trading/testing/bare-exchange.ts";
import { type OrderArrivals, startOrderArrivals } from "./order-arrivals.ts";

const DIRECTORY = createMarketDirectory([
  { id: "1", code: "EURUSD", displayCode: "EUR/USD", pricePrecision: 5 },
  { id: "2", code: "USDJPY", displayCode: "USD/JPY", pricePrecision: 3 },
  { id: "3", code: "XAUUSD", displayCode: "XAU/USD", pricePrecision: 2 },
]);

let exchange: Exchange;
let arrivals: OrderArrivals;
let orders: OrderHandlers;
let account: AccountId;
let lastNoted = 0n;
beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock, sequencer } = exchange;
  const { submit, read } = sequencer();
  const financingOf = () => ZERO_MONEY;
  const { database } = test;
  orders = createOrderHandlers({
    ...{ submit, read, database, clock, financingOf },
    directory: DIRECTORY,
  });
  const log = createLog("fatal");
  arrivals = startOrderArrivals({ database, clock, log, sequencer: sequencer() });
});
afterAll(async () => {
  await arrivals.stop();
  await exchange.close();
});
beforeEach(async () => {
  exchange.clock.advance(1_000);
  exchange.quote(EURUSD, 110_000, 110_010);
  exchange.quote(USDJPY, 149_490, 149_500);
  exchange.quote(GOLD, 265_000, 265_030);
  account = await exchange.openAccount("demo");
  await noted();
});

const context = (): TraderContext => ({
  language: { id: "en" } as Language,
  ...{ requestId: "", address: "", device: "", cookies: "", attempt: null },
  caller: { sessionId: 1, userId: Number(account), accountId: account, isDemo: true },
});

/** What was written down since this was asked for last. */
async function noted() {
  await arrivals.write();
  const lines = await exchange.test.database
    .selectFrom("order_arrival")
    .selectAll()
    .where("number", ">", lastNoted)
    .orderBy("number")
    .execute();
  lastNoted = lines.at(-1)?.number ?? lastNoted;
  return lines.map(({ kind, order_id, tape_seq, took_us, ...line }) => ({
    ...{ kind, refused: line.refused, marketId: line.market_id },
    ...{ orderId: Number(order_id), seq: Number(tape_seq), tookMs: Number(took_us) / 1_000 },
  }));
}

/** Fields of an order at the market. */
const BUY = { status: "1", type: "1" } as const;
const LEVERAGES = { "1": "100", "2": "100", "3": "20" } as const;

async function buy(market: keyof typeof LEVERAGES): Promise<number> {
  const fields = { ...BUY, forex_id: market, cont: "0.05", multiple: LEVERAGES[market] };
  const answer = await arrivals.watch(orders).placeOrder(fields, context());
  if (isRefused(answer) || !("Id" in answer)) throw new Error("Invariant: the order is opened");
  return Number(answer.Id);
}

const headOf = (market: typeof EURUSD) => exchange.sequencer().newestQuote(market)?.seq;

it("H03: notes all that is closed at once, each at the newest quote of its market", async () => {
  const ids = [await buy("1"), await buy("3"), await buy("1"), await buy("2")];
  await noted();
  const seen = [headOf(EURUSD), headOf(GOLD), headOf(EURUSD), headOf(USDJPY)];
  exchange.sequencer().markStale(USDJPY);
  const { closeAllOrders } = arrivals.watch({
    ...orders,
    closeAllOrders: async (...asked) => {
      exchange.clock.advance(40);
      exchange.quote(EURUSD, 109_000, 109_010);
      return await orders.closeAllOrders(...asked);
    },
  });
  const answer = await closeAllOrders({}, context());
  if (isRefused(answer) || !("data" in answer)) throw new Error("Invariant: it is closed");
  expect(answer.data.map(({ Id }) => Number(Id))).toEqual([ids[0], ids[1], ids[2]]);
  const closed = { kind: "close", refused: "", tookMs: 40 } as const;
  expect(await noted()).toEqual([
    { ...closed, marketId: EURUSD, orderId: ids[0], seq: seen[0] },
    { ...closed, marketId: GOLD, orderId: ids[1], seq: seen[1] },
    { ...closed, marketId: EURUSD, orderId: ids[2], seq: seen[2] },
    { ...closed, refused: "QUOTE_STALE", marketId: USDJPY, orderId: 0, seq: seen[3] },
  ]);
});

it("notes a closing of everything that was refused once", async () => {
  await arrivals.watch(orders).closeAllOrders({}, context());
  expect(await noted()).toMatchObject([{ kind: "close", refused: "NOTHING_TO_CLOSE", orderId: 0 }]);
});

const away = Object.assign(new Error("no way to the database"), { code: "ECONNREFUSED" });

it.each([
  ["placeOrder", "open", new Error("broken"), "INTERNAL"],
  ["placeOrder", "open", away, "UNAVAILABLE"],
  ["closeOrder", "close", new Error("broken"), "INTERNAL"],
  ["closeAllOrders", "close", new Error("broken"), "INTERNAL"],
] as const)("notes a %s that broke, as %s: %s is %s", async (call, kind, problem, told) => {
  const breaking = () => {
    exchange.clock.advance(5_000);
    return Promise.reject(problem);
  };
  const broken = arrivals.watch({ ...orders, [call]: breaking });
  const fields = { ...BUY, id: "1", forex_id: "1", cont: "0.05", multiple: "100" };
  await expect(broken[call](fields, context())).rejects.toBe(problem);
  expect(await noted()).toMatchObject([{ kind, refused: told, orderId: 0, tookMs: 5_000 }]);
});

it("leaves the orders of others unseen", async () => {
  const id = await buy("1");
  account = accountId(Number(await exchange.openAccount("demo")));
  await noted();
  await arrivals.watch(orders).closeOrder({ id: String(id) }, context());
  expect(await noted()).toMatchObject([{ refused: "ORDER_UNKNOWN", marketId: null, seq: 0 }]);
});
