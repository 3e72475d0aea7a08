// The bars that are growing are the last bars of the chart, of every period, at every moment.

import { type CandleWire, candleFromWire, languageOf, PERIODS } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
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
const seed = seedOfNumber(7);
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
