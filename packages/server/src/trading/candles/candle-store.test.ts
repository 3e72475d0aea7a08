// Bars that were stored, closed and opened again at any hour are those of the tape, whether an hour
// was stored while it ran or found at the next start (inv20).

import { PERIODS } from "@truetick/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Clock } from "../../platform/clock.ts";
import { brokenInvariants } from "../../testing/broken-invariants.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { EURUSD, type Exchange, openExchange } from "../testing/bare-exchange.ts";
import { bucketAt } from "./bucket.ts";
import { createCandleBook } from "./candle-book.ts";
import { openCandleStore } from "./candle-store.ts";
import type { GeneratedHistory } from "./generated-history.ts";

const HOUR_MS = 3_600_000;
const NO_HISTORY = {
  firstMs: Number.POSITIVE_INFINITY,
  join: () => null,
  ticksOfMinute: () => [],
  lastTick: () => null,
};

let exchange: Exchange;
let empty: TestDatabase;
beforeAll(async () => {
  exchange = await openExchange();
  empty = await createTestDatabase();
});
afterAll(async () => {
  await exchange.close();
  await empty.close();
});

it("hours stored while they ran and hours found at the next start are the tape's", async () => {
  const { clock, test } = exchange;
  const [first] = sandboxMarkets();
  if (!first) throw new Error("Invariant: there is a market");
  const market = { ...first, id: String(EURUSD), dayCut: "utc" as const };
  const quoted: { atMs: number; bid: number }[] = [];
  const open = () => openCandleStore({ database: test.database, markets: [market] });
  let seed = 1;
  for (let life = 0; life < 9; life += 1) {
    await exchange.restart();
    const store = await open();
    const ring = store.ringOf(market.code);
    exchange.sequencer().followTape(({ marketId: id, atMs, bid, ask, seq }) => {
      if (id === EURUSD) ring.add(atMs, bid, ask, seq);
    });
    // Lives of odd lengths, so that every start falls elsewhere in its hour.
    for (let tick = 0; tick < 300 + 37 * life; tick += 1) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      clock.advance(1_000 + (seed % 79_000));
      const bid = 110_000 + (seed % 401);
      exchange.quote(EURUSD, bid, bid + 10);
      quoted.push({ atMs: clock.now(), bid });
    }
    await exchange.restart();
    await store.seal(exchange.sequencer().epoch);
  }
  expect(quoted.at(-1)?.atMs ?? 0).toBeGreaterThan((quoted[0]?.atMs ?? 0) + 40 * HOUR_MS);
  const { rows } = await sql<{ hours: bigint }>`
    select count(*) as hours from candle_hour where market_id = ${EURUSD}`.execute(test.database);
  expect(Number(rows[0]?.hours)).toBeGreaterThan(30);
  const book = createCandleBook({
    history: NO_HISTORY,
    clock: createFakeClock(clock.now()),
    markets: [market],
    store: await open(),
  });
  for (const period of PERIODS) {
    const lengthMs = period.seconds * 1_000;
    const bars = await book.bars(market, { period, beforeMs: null, count: 5_000 });
    const own = bars.filter(({ atMs }) => atMs > (quoted[0]?.atMs ?? 0));
    for (const bar of own) {
      const inside = quoted.filter(({ atMs }) => atMs >= bar.atMs && atMs < bar.atMs + lengthMs);
      const bids = inside.map(({ bid }) => bid);
      expect(bar, `${period.id} at ${bar.atMs}`).toMatchObject({
        open: bids[0],
        high: Math.max(...bids),
        low: Math.min(...bids),
        close: bids.at(-1),
        ticks: bids.length,
      });
    }
    // One more: the first quote of all is the exchange's own.
    const total = bars.reduce((sum, bar) => sum + bar.ticks, 0);
    expect(total, period.id).toBe(quoted.length + 1);
  }
  expect(await brokenInvariants(test.ownerUrl)).toEqual({});
});

it("the last hour before a weekend is stored with the first quote after it", async () => {
  const { clock, test } = exchange;
  const [first] = sandboxMarkets();
  if (!first) throw new Error("Invariant: there is a market");
  const market = { ...first, id: String(EURUSD) };
  const store = await openCandleStore({ database: test.database, markets: [market] });
  const ring = store.ringOf(market.code);
  // 25 hours and 36 minutes: the first quote afterwards falls where the last one before was.
  for (const gapMs of [48 * HOUR_MS, 25.6 * HOUR_MS, 2 * HOUR_MS]) {
    exchange.sequencer().followTape(({ marketId: id, atMs, bid, ask, seq }) => {
      if (id === EURUSD) ring.add(atMs, bid, ask, seq);
    });
    for (const stepMs of [1_000, 60_000, gapMs, 1_000, HOUR_MS]) {
      clock.advance(stepMs);
      exchange.quote(EURUSD, 110_000, 110_010);
    }
    await exchange.restart();
    await store.seal(exchange.sequencer().epoch);
    expect(await brokenInvariants(test.ownerUrl), `after ${gapMs} ms`).toEqual({});
  }
});

it("inv20: a day is not remembered while its last hour is not stored", async () => {
  const { clock, test } = exchange;
  const [first] = sandboxMarkets();
  if (!first) throw new Error("Invariant: there is a market");
  const market = { ...first, id: String(EURUSD), dayCut: "utc" as const };
  await exchange.restart();
  const store = await openCandleStore({ database: test.database, markets: [market] });
  const ring = store.ringOf(market.code);
  exchange.sequencer().followTape(({ marketId: id, atMs, bid, ask, seq }) => {
    if (id === EURUSD) ring.add(atMs, bid, ask, seq);
  });
  const quote = (bid: number) => exchange.quote(EURUSD, bid, bid + 10);
  clock.advance(24 * HOUR_MS - (clock.now() % (24 * HOUR_MS)) + 20 * HOUR_MS);
  const fridayMs = clock.now() - 20 * HOUR_MS;
  quote(110_000);
  clock.advance(HOUR_MS);
  await exchange.restart();
  exchange.sequencer().followTape(({ marketId: id, atMs, bid, ask, seq }) => {
    if (id === EURUSD) ring.add(atMs, bid, ask, seq);
  });
  quote(123_456);
  clock.advance(1_000);
  quote(109_000);
  clock.advance(49 * HOUR_MS);
  quote(110_500);
  await exchange.restart();
  const book = createCandleBook({ history: NO_HISTORY, clock, markets: [market], store });
  const period = PERIODS.find(({ id }) => id === "1day");
  if (!period) throw new Error("Invariant: there are days");
  const friday = async () => {
    const days = await book.bars(market, { period, beforeMs: null, count: 5 });
    return days.find(({ atMs }) => atMs === fridayMs);
  };
  await friday();
  await store.seal(exchange.sequencer().epoch);
  expect(await friday()).toMatchObject({ high: 123_456, low: 109_000, close: 109_000, ticks: 3 });
});

const DAYS = PERIODS.filter(({ id }) => id === "1day");

/** A book over a made-up past, which tells of what it is made: when each stretch begins. */
async function bookOverPast(clock: Clock) {
  const [market] = sandboxMarkets();
  const [period] = DAYS;
  if (!market || !period) throw new Error("Invariant: there are markets and days");
  const store = await openCandleStore({ database: empty.database, markets: [market] });
  let made: number[] = [];
  const bar = { open: 1, high: 1, low: 1, close: 1, ticks: 1, isGenerated: true };
  const join: GeneratedHistory["join"] = (_, { fromMs }) => {
    made.push(fromMs);
    return { atMs: fromMs, ...bar };
  };
  const history = { ...NO_HISTORY, firstMs: 0, join };
  const book = createCandleBook({ history, clock, markets: [market], store });
  return {
    quote: (seq: number) => store.ringOf(market.code).add(clock.now(), 110_000, 110_010, seq),
    dayOf: (atMs: number) => bucketAt(period, market.dayCut, atMs).fromMs,
    /** Shows a page of days, and answers what was made for it. */
    show: async () => {
      made = [];
      expect(await book.bars(market, { period, beforeMs: null, count: 30 })).toHaveLength(30);
      return made;
    },
  };
}

it("makes days of before the first quote once, also while no hour is stored", async () => {
  const { show, quote } = await bookOverPast(createFakeClock());
  quote(1);
  expect((await show()).length).toBeGreaterThan(25);
  // Today, and what memory reaches back to.
  expect((await show()).length).toBeLessThan(4);
});

it("inv20: the day of the first quote is not remembered while no hour is stored", async () => {
  const clock = createFakeClock();
  const { show, quote, dayOf } = await bookOverPast(clock);
  const firstDay = dayOf(clock.now());
  quote(1);
  clock.advance(96 * HOUR_MS);
  quote(2);
  expect(await show()).toContain(firstDay);
  expect(await show()).toContain(firstDay);
});

it("opens on a database that has had no quote", async () => {
  const markets = sandboxMarkets().slice(0, 2);
  const store = await openCandleStore({ database: empty.database, markets });
  await store.seal(1);
  for (const market of markets) expect(store.firstHour(market)).toBeNull();
});
