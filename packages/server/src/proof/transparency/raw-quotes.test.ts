// H02: raw bid and ask, markup and result of a market stand beside each other for everyone: with a
// markup they differ by just that, without one and with one source they are the same.

import { CALLS } from "@truetick/contract/calls";
import { price } from "@truetick/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { createLog } from "../../platform/log.ts";
import { openRawTape } from "../../trading/tape/raw-tape.ts";
import { EURUSD, type Exchange, GOLD, openExchange } from "../../trading/testing/bare-exchange.ts";
import { createRawQuoteHandlers } from "./raw-quotes.routes.ts";

const MARKUP = 3;
const MARKETS = [
  { id: "1", code: "EURUSD", pricePrecision: 5, markupPoints: MARKUP },
  { id: "3", code: "XAUUSD", pricePrecision: 2, markupPoints: 0 },
];

let exchange: Exchange;
beforeAll(async () => {
  exchange = await openExchange();
  const { test, clock, sequencer } = exchange;
  const { epoch } = sequencer();
  const raw = await openRawTape({ database: test.database, epoch, log: createLog("fatal") });
  for (let n = 1; n <= 5; n += 1) {
    clock.advance(1_000);
    const [bid, ask] = [110_000 + 7 * n, 110_010 + 7 * n];
    exchange.quote(EURUSD, bid - MARKUP, ask + MARKUP);
    exchange.quote(GOLD, 265_000 + n, 265_030 + n);
    raw.put(EURUSD, {
      quoteSeq: sequencer().newestQuote(EURUSD)?.seq ?? 0,
      receivedAtMs: clock.now(),
      sourceAtMs: String(clock.now()),
      source: "alpha",
      sourceSeq: String(n),
      bid: String(bid),
      ask: String(ask),
      outcome: n === 5 ? "JUMP" : "TAKEN",
      markupPoints: MARKUP,
    });
  }
  await raw.store();
  await sequencer().storeTape([EURUSD, GOLD]);
});
afterAll(() => exchange.close());

async function ask(fields: Record<string, string> & { code: string }) {
  const { database } = exchange.test;
  const sourcesOf = () => ["alpha"];
  const handlers = createRawQuoteHandlers({ database, markets: MARKETS, sourcesOf });
  const answer = await handlers.listRawQuotes(fields, {} as never);
  return isRefused(answer) ? answer.reason : CALLS.listRawQuotes.output.parse(answer);
}

it("gives raw, markup and result of every quote that was made of a tick", async () => {
  const answer = await ask({ code: "EURUSD" });
  if (typeof answer === "string") throw new Error(answer);
  expect(answer.is_same).toBe(0);
  expect(answer.data).toHaveLength(4);
  const points = (text: string) => price(Math.round(Number(text) * 100_000));
  for (const { bid, ask, raw_bid, raw_ask, markup, source } of answer.data) {
    expect([markup, source]).toEqual(["0.00003", "alpha"]);
    expect(points(raw_bid) - points(bid)).toBe(MARKUP);
    expect(points(ask) - points(raw_ask)).toBe(MARKUP);
  }
});

it("says so where one source is all there is", async () => {
  const answer = await ask({ code: "XAUUSD" });
  if (typeof answer === "string") throw new Error(answer);
  expect(answer.is_same).toBe(1);
  expect(answer.data.length).toBeGreaterThan(4);
  for (const quote of answer.data) {
    expect([quote.raw_bid, quote.raw_ask, quote.markup]).toEqual([quote.bid, quote.ask, "0.00"]);
  }
});

it("is bounded, and knows its markets", async () => {
  expect(await ask({ code: "NOSUCH" })).toBe("MARKET_UNKNOWN");
  expect(await ask({ code: "EURUSD", from: "100", to: "100" })).toBe("PERIOD_INVALID");
  expect(await ask({ code: "EURUSD", from: "100", to: "10000" })).toBe("PERIOD_INVALID");
  const now = Math.floor(exchange.clock.now() / 1_000);
  const stretch = await ask({ code: "EURUSD", from: String(now - 3), to: String(now - 1) });
  expect(typeof stretch === "string" ? stretch : stretch.data.length).toBe(2);
});
