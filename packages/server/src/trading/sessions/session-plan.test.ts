// No fill at or after the close by the engine's own time, however late anybody looks at a clock;
// the first tick of the next session acts; what was halted by hand stays so (trading-rules §5).

import { price } from "@truetick/money";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import {
  accept,
  EURUSD,
  type Exchange,
  marketOrder,
  openExchange,
  place,
  reasonOf,
  untilTrading,
} from "../testing/bare-exchange.ts";
import type { OpeningTimes } from "./market-hours.ts";
import { createSessionPlan } from "./session-plan.ts";

const HOUR_MS = 3_600_000;

/** Open and closed for an hour each, in turn; `startMs` opens. */
function everyOtherHour(startMs: number): OpeningTimes {
  const hourOf = (atMs: number) => Math.floor((atMs - startMs) / HOUR_MS);
  return {
    isOpen: (_market, atMs) => hourOf(atMs) % 2 === 0,
    nextChangeMs: (_market, atMs) => startMs + (hourOf(atMs) + 1) * HOUR_MS,
  };
}

let exchange: Exchange;
let startMs = 0;
beforeAll(async () => {
  const times: OpeningTimes = {
    isOpen: (market, atMs) => everyOtherHour(startMs).isOpen(market, atMs),
    nextChangeMs: (market, atMs) => everyOtherHour(startMs).nextChangeMs(market, atMs),
  };
  const markets = [{ id: String(EURUSD), sessionCalendar: "currencies" as const }];
  exchange = await openExchange({ sessions: createSessionPlan({ markets, times }) });
  startMs = exchange.clock.now();
});
afterAll(async () => {
  expect(await brokenInvariants(exchange.test.ownerUrl)).toEqual({});
  await exchange.close();
});

/** Moves on to that long before the next change. */
function advanceTo(msBefore: number): void {
  const { clock } = exchange;
  const nextMs = everyOtherHour(startMs).nextChangeMs(
    { sessionCalendar: "currencies" },
    clock.now(),
  );
  clock.advance((nextMs ?? 0) - msBefore - clock.now());
}

async function sessionOf() {
  return exchange.sequencer().read((books) => books.market(EURUSD)?.session);
}

describe("at the close", () => {
  it("fills until the last millisecond, and nothing after it", async () => {
    const { sequencer, clock, quote } = exchange;
    const account = await exchange.openAccount("demo");
    advanceTo(1);
    quote(EURUSD, 110_000, 110_010);
    const pending = await place(sequencer(), marketOrder(account, { target: price(109_000) }));
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("accepted");
    clock.advance(1);
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("MARKET_CLOSED");
    quote(EURUSD, 108_900, 108_910);
    const orders = await sequencer().read((books) => books.orders(account));
    expect(orders.map(({ orderId, status }) => [orderId, status])).toContainEqual([
      pending,
      "pending",
    ]);
    expect(await sessionOf()).toBe("closed");
  });

  it("acts on the first tick of the next session", async () => {
    const { sequencer, clock, quote } = exchange;
    const waiting = await sql<{ count: bigint }>`
      select count(*) from trade_order where status = 'pending'`.execute(exchange.test.database);
    expect(waiting.rows[0]?.count).toBe(1n);
    advanceTo(0);
    clock.advance(1);
    quote(EURUSD, 108_900, 108_910);
    await accept(sequencer(), { type: "ExpireOrders" });
    expect(await sessionOf()).toBe("open");
    const left = await sql<{ count: bigint }>`
      select count(*) from trade_order where status = 'pending'`.execute(exchange.test.database);
    expect(left.rows[0]?.count).toBe(0n);
  });

  it("closes again what a lost commit had closed", async () => {
    const { sequencer, clock, proxy } = exchange;
    const account = await exchange.openAccount("demo");
    advanceTo(0);
    clock.advance(1);
    proxy.cut();
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("UNAVAILABLE");
    await untilTrading(sequencer());
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("MARKET_CLOSED");
    expect(await sessionOf()).toBe("closed");
  });
});

describe("by hand", () => {
  it("a halt outlasts the calendar's changes, and ends by its word", async () => {
    const { sequencer, clock } = exchange;
    const set = (session: "halted" | "closed") =>
      accept(sequencer(), { type: "SetMarketSession", marketId: EURUSD, session });
    await set("halted");
    advanceTo(0);
    clock.advance(1);
    await accept(sequencer(), { type: "ExpireOrders" });
    expect(await sessionOf()).toBe("halted");
    await set("closed");
    await accept(sequencer(), { type: "ExpireOrders" });
    expect(await sessionOf()).toBe("open");
  });

  it("closing only closes with the calendar and comes back so, until it is lifted", async () => {
    const { sequencer, clock, quote } = exchange;
    const account = await exchange.openAccount("demo");
    const set = async (session: "closed-closing-only" | "closed") => {
      await accept(sequencer(), { type: "SetMarketSession", marketId: EURUSD, session });
      await accept(sequencer(), { type: "ExpireOrders" });
    };
    quote(EURUSD, 110_000, 110_010);
    const held = await place(sequencer(), marketOrder(account));
    const close = { type: "CloseOrder", accountId: account, orderId: held } as const;
    const closing = () => sequencer().submit({ ...close, lots: null, reason: "user" });
    await set("closed-closing-only");
    expect(await sessionOf()).toBe("closing-only");
    advanceTo(0);
    clock.advance(1);
    expect(reasonOf(await closing())).toBe("MARKET_CLOSED");
    expect(await sessionOf()).toBe("closed-closing-only");
    advanceTo(0);
    clock.advance(1);
    quote(EURUSD, 110_000, 110_010);
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("MARKET_CLOSING_ONLY");
    expect(reasonOf(await closing())).toBe("accepted");
    expect(await sessionOf()).toBe("closing-only");
    await set("closed");
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("accepted");
  });

  it("nobody opens a market that its calendar has closed", async () => {
    const { sequencer, clock } = exchange;
    const account = await exchange.openAccount("demo");
    advanceTo(0);
    clock.advance(1);
    await accept(sequencer(), { type: "SetMarketSession", marketId: EURUSD, session: "open" });
    expect(reasonOf(await sequencer().submit(marketOrder(account)))).toBe("MARKET_CLOSED");
  });
});
