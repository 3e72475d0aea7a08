// The bars that are growing are the last bars of the chart, of every period, at every moment.

import { type CandleWire, candleFromWire, languageOf, PERIODS, periodOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { assert, formatPrice, price } from "@truetick/money";
import { expect, it } from "vitest";
import type { CallContext } from "../../platform/handler.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { createPriceRoom } from "../price-room.ts";
import { seedOfNumber } from "../sim-seed.ts";
import { createCandleHandlers } from "./candles.routes.ts";
import { createNewestCandles } from "./newest-candles.ts";

const clock = createFakeClock(Date.UTC(2026, 6, 15, 12, 0, 30));
const markets = sandboxMarkets().slice(0, 3);
const [market] = markets;
const seed = seedOfNumber(7);
const MINUTE_MS = 60_000;
const context: CallContext = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: null,
  attempt: null,
};

it("equal the last bar of the chart", async () => {
  const room = createPriceRoom({ markets, seed, clock, hasRealSessions: false });
  room.quoteLast();
  const { listCandles } = createCandleHandlers({ markets, book: room.book });
  const { newest } = createNewestCandles({ markets, book: room.book, clock });
  for (const stepMs of [0, 700, 45_000, 61_000, 29 * 60_000, 4 * 3_600_000, 20 * 3_600_000]) {
    clock.advance(stepMs);
    room.poll();
    for (const { id, code } of markets) {
      const growing = newest(code);
      for (const { id: period } of PERIODS) {
        const fields = { forex_id: id, period };
        const bars = CALLS.listCandles.output.parse(await listCandles(fields, context));
        const last = bars.at(-1) as CandleWire | undefined;
        // A minute that has no quote yet is no bar yet; the chart's last is the one before.
        if (growing[period] === undefined) continue;
        expect(growing[period], `${code} ${period}`).toEqual(last && candleFromWire(last));
      }
      expect(Object.keys(growing)).toContain("1day");
    }
  }
});

it("have the last quote of a minute that is told after the next has begun", async () => {
  const period = periodOf("1day");
  assert(period !== null && market !== undefined, "Invariant: there are markets and days");
  const room = createPriceRoom({ markets, seed, clock, hasRealSessions: false });
  room.quoteLast();
  const { newest } = createNewestCandles({ markets, book: room.book, clock });
  const tickMs = (Math.floor(clock.now() / MINUTE_MS) + 1) * MINUTE_MS - 5;
  clock.advance(tickMs + 15 - clock.now());
  const before = newest(market.code)["1day"];
  const high = Math.round(Number(before?.high) * 10 ** market.pricePrecision) + 50;
  // As in a process that follows the tape: it comes a moment after it was made.
  room.book.record(market, { atMs: tickMs, bid: high, ask: high + 1, seq: 1_000_000 });
  room.book.record(market, { atMs: tickMs + 15, bid: high - 20, ask: high - 19, seq: 1_000_001 });
  const bars = await room.book.bars(market, { period, beforeMs: null, count: 1 });
  expect(bars.at(-1)?.high).toBe(high);
  expect(newest(market.code)["1day"]?.high).toBe(formatPrice(price(high), market.pricePrecision));
  expect(newest(market.code)["1day"]?.ticks).toBe(bars.at(-1)?.ticks);
});
