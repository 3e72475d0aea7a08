// Bars, live and generated: shaped as bars must be, equal in all periods, without a seam where
// the process started, and never ahead of the clock.

import { PERIODS, type PeriodId } from "@truetick/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { sandboxMarkets, type TradedMarket } from "../markets/traded-market.ts";
import { createPriceRoom } from "../price-room.ts";
import { seedOfNumber } from "../sim-seed.ts";
import { type Bar, joinBars } from "./bar.ts";

const MARKETS = sandboxMarkets().filter(({ code }) => ["EURUSD", "JP225", "BTCUSD"].includes(code));
const MINUTE = 60_000;
/** Half a minute into a minute, shortly before New York's cut in summer. */
const START = Date.UTC(2026, 6, 15, 20, 40, 30);

function period(id: PeriodId) {
  const found = PERIODS.find((each) => each.id === id);
  if (!found) throw new Error(`no period ${id}`);
  return found;
}

function market(code: string): TradedMarket {
  const found = MARKETS.find((each) => each.code === code);
  if (!found) throw new Error(`no market ${code}`);
  return found;
}

function room(startsAtMs: number, { hasRealSessions = false } = {}) {
  const clock = createFakeClock(startsAtMs);
  const seed = seedOfNumber(7);
  const prices = createPriceRoom({ markets: MARKETS, seed, clock, hasRealSessions });
  const { board, book, poll } = prices;
  prices.quoteLast();
  function run(ms: number, stepMs = 50): void {
    for (const endMs = clock.now() + ms; clock.now() < endMs; ) {
      clock.advance(stepMs);
      poll();
    }
  }
  function bars(
    code: string,
    id: PeriodId,
    { beforeMs = null as number | null, count = 500 } = {},
  ) {
    return book.bars(market(code), { period: period(id), beforeMs, count });
  }
  return { clock, board, book, run, bars };
}

/** Whether a bar was recorded or made up is where two that saw different things may differ. */
function unflagged({ isGenerated: _, ...bar }: Bar) {
  return bar;
}

function expectShape(bars: readonly Bar[]): void {
  for (const { open, high, low, close, ticks } of bars) {
    const isBar = low <= Math.min(open, close) && Math.max(open, close) <= high && ticks >= 1;
    if (!isBar) expect.fail(`${open} ${high} ${low} ${close} ${ticks} is no bar`);
  }
}

describe("a page of bars", () => {
  const live = room(START);
  beforeAll(() => live.run(65 * MINUTE, 250));

  it.each(["1min", "5min", "15min", "30min", "60min"] as const)(
    "of %s has 500 well-shaped bars in a row, the last one running",
    async (id) => {
      for (const { code } of MARKETS) {
        const bars = await live.bars(code, id);
        const lengthMs = period(id).seconds * 1_000;
        expect(bars).toHaveLength(500);
        expectShape(bars);
        expect(bars.every((bar, i) => bar.atMs === (bars[0]?.atMs ?? 0) + i * lengthMs)).toBe(true);
        expect(bars.at(-1)?.atMs).toBe(Math.floor(live.clock.now() / lengthMs) * lengthMs);
      }
    },
  );

  it("joins exactly from the minutes it covers", async () => {
    const minutes = await live.bars("EURUSD", "1min", { count: 1_500 });
    const byTime = new Map(minutes.map((bar) => [bar.atMs, bar]));
    for (const id of ["5min", "15min", "30min", "60min"] as const) {
      const lengthMs = period(id).seconds * 1_000;
      for (const bar of await live.bars("EURUSD", id, { count: 12 })) {
        const parts = Array.from({ length: lengthMs / MINUTE }, (_, i) =>
          byTime.get(bar.atMs + i * MINUTE),
        ).filter((part) => part !== undefined);
        expect(parts.reduce(joinBars)).toEqual(bar);
      }
    }
  });

  it("has no seam: what grew live equals what is generated afterwards (inv20)", async () => {
    const later = room(live.clock.now());
    for (const { code } of MARKETS) {
      for (const { id } of PERIODS) {
        const count = id === "1day" ? 10 : 500;
        const [grown, made] = [
          await live.bars(code, id, { count }),
          await later.bars(code, id, { count }),
        ];
        expect(made.map(unflagged), `${code} ${id}`).toEqual(grown.map(unflagged));
      }
      expect(later.board.updateOf(code)?.quote).toMatchObject({
        ...live.board.updateOf(code)?.quote,
        seq: expect.any(Number),
      });
    }
  });

  it("pages into the past without overlap or gap", async () => {
    const newest = await live.bars("EURUSD", "15min");
    const older = await live.bars("EURUSD", "15min", { beforeMs: newest[0]?.atMs ?? 0 });
    expect((newest[0]?.atMs ?? 0) - (older.at(-1)?.atMs ?? 0)).toBe(15 * MINUTE);
    expect(older).toHaveLength(500);
  });

  it("never shows what has not been quoted yet (H01)", async () => {
    const future = await live.bars("EURUSD", "1min", { beforeMs: live.clock.now() + 86_400_000 });
    const last = future.at(-1);
    expect(last?.atMs).toBeLessThanOrEqual(live.clock.now());
    const fresh = room(START);
    const [now] = await fresh.bars("EURUSD", "1min", { count: 1 });
    const [later] = (await live.bars("EURUSD", "1min", { count: 1_500 })).filter(
      (bar) => bar.atMs === now?.atMs,
    );
    expect(now?.ticks).toBeLessThan(later?.ticks ?? 0);
  });

  it("ends where the simulated world begins", async () => {
    const first = Date.UTC(2022, 0, 1);
    const bars = await live.bars("BTCUSD", "60min", { beforeMs: first + 5 * 3_600_000 });
    expect(bars.map((bar) => bar.atMs)).toEqual([0, 1, 2, 3, 4].map((h) => first + h * 3_600_000));
    expect(await live.bars("BTCUSD", "1min", { beforeMs: first })).toEqual([]);
  });
});

describe("day bars", () => {
  it("open at the market's cut, through a change of clocks, and join from hours", async () => {
    const live = room(Date.UTC(2026, 2, 12, 9, 30));
    const days = await live.bars("EURUSD", "1day", { count: 8 });
    expect(days.map((bar) => new Date(bar.atMs).toISOString().slice(0, 13))).toEqual([
      "2026-03-04T22",
      "2026-03-05T22",
      "2026-03-06T22",
      "2026-03-07T22",
      "2026-03-08T21",
      "2026-03-09T21",
      "2026-03-10T21",
      "2026-03-11T21",
    ]);
    expectShape(days);
    const hours = await live.bars("EURUSD", "60min", { count: 24 * 7 });
    for (const [i, day] of days.entries()) {
      const endMs = days[i + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      const parts = hours.filter((bar) => bar.atMs >= day.atMs && bar.atMs < endMs);
      if (parts[0]?.atMs !== day.atMs) continue;
      expect({ ...parts.reduce(joinBars), atMs: day.atMs }).toEqual(day);
    }
    const [coinDay] = await live.bars("BTCUSD", "1day", { count: 1 });
    expect(new Date(coinDay?.atMs ?? 0).toISOString()).toBe("2026-03-12T00:00:00.000Z");
  });

  it("agree with the board on the day's open, high and low", async () => {
    const live = room(START);
    live.run(2 * MINUTE, 100);
    const [day] = await live.bars("EURUSD", "1day", { count: 1 });
    const quote = live.board.updateOf("EURUSD")?.quote;
    const points = (text = "") => Number(text.replace(".", ""));
    expect([points(quote?.dayOpen), points(quote?.dayHigh), points(quote?.dayLow)]).toEqual([
      day?.open,
      day?.high,
      day?.low,
    ]);
  });
});

function dayOf({ board }: ReturnType<typeof room>) {
  const { dayOpen, dayHigh, dayLow } = board.updateOf("EURUSD")?.quote ?? {};
  return { dayOpen, dayHigh, dayLow };
}

describe("after a long sleep", () => {
  it.each([
    [59_000, MINUTE],
    [61_000, MINUTE],
    [47 * MINUTE + 13_000, MINUTE],
    [47 * MINUTE + 13_000, 100],
  ])("of %d ms nothing is missing, %d ms after it", async (sleepMs, ranMs) => {
    const sleeper = room(START);
    sleeper.run(MINUTE, 100);
    sleeper.clock.advance(sleepMs);
    sleeper.run(ranMs, 100);
    const witness = room(sleeper.clock.now());
    for (const id of ["1min", "60min"] as const) {
      const [slept, seen] = [sleeper, witness].map((each) =>
        each.bars("EURUSD", id, { count: 100 }),
      );
      expect((await slept)?.map(unflagged)).toEqual((await seen)?.map(unflagged));
    }
    expect(dayOf(sleeper)).toEqual(dayOf(witness));
  });
});

describe("with the hours of real markets", () => {
  it("has bars only while the market was open, and full pages all the same", async () => {
    const monday = Date.UTC(2026, 6, 13, 3, 5);
    const live = room(monday, { hasRealSessions: true });
    const bars = await live.bars("EURUSD", "60min", { count: 10 });
    expect(bars.map((bar) => new Date(bar.atMs).toISOString().slice(5, 13))).toEqual([
      "07-10T18",
      "07-10T19",
      "07-10T20",
      "07-12T21",
      "07-12T22",
      "07-12T23",
      "07-13T00",
      "07-13T01",
      "07-13T02",
      "07-13T03",
    ]);
    expect(await live.bars("JP225", "30min")).toHaveLength(500);
  });

  it("starts on a weekend with Friday's last price and day", async () => {
    const live = room(Date.UTC(2026, 6, 11, 12), { hasRealSessions: true });
    const update = live.board.updateOf("EURUSD");
    expect(update).toMatchObject({ isOpen: false, isStale: false });
    expect(new Date((update?.quote.time ?? 0) * 1_000).toISOString()).toMatch(/^2026-07-10T20:59/);
    const [day] = await live.bars("EURUSD", "1day", { count: 1 });
    expect(new Date(day?.atMs ?? 0).toISOString()).toBe("2026-07-09T21:00:00.000Z");
    expect(update?.quote.dayOpen.replace(".", "")).toBe(String(day?.open));
  });
});

describe("of the ask and the mid", () => {
  const live = room(START);
  beforeAll(() => live.run(2 * MINUTE, 100));
  const barsOf = (side: "bid" | "ask" | "mid") =>
    live.book.bars(market("EURUSD"), { period: period("1min"), beforeMs: null, count: 20, side });

  it("are wider by a spread that is never nothing, in the past and live", async () => {
    const [bids, asks, mids] = [await barsOf("bid"), await barsOf("ask"), await barsOf("mid")];
    expectShape(asks);
    expectShape(mids);
    for (const [i, bid] of bids.entries()) {
      const [ask, mid] = [asks[i], mids[i]];
      expect([ask?.atMs, mid?.atMs]).toEqual([bid.atMs, bid.atMs]);
      expect(ask?.close ?? 0).toBeGreaterThan(bid.close);
      // A mid is kept doubled: the sum of both sides.
      expect(mid?.close).toBe(bid.close + (ask?.close ?? 0));
    }
  });

  it("H14: says of each bar whether it was made up or recorded", async () => {
    const bids = await barsOf("bid");
    expect(bids.slice(0, -3).every(({ isGenerated }) => isGenerated)).toBe(true);
    expect(bids.slice(-2).some(({ isGenerated }) => isGenerated)).toBe(false);
  });
});
