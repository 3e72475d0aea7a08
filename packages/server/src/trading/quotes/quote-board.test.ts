// The board on a clock that only the test moves: numbers, days, versions, staleness.

import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import type { Tick } from "../feed/tick.ts";
import { sandboxMarkets } from "../markets/traded-market.ts";
import { createMarketHours } from "../sessions/market-hours.ts";
import { createQuoteBoard } from "./quote-board.ts";

const START = Date.UTC(2026, 4, 20, 20, 59);
const MARKETS = sandboxMarkets().filter(({ code }) => ["EURUSD", "BTCUSD", "AAPL"].includes(code));

function open({ hasRealSessions = false, startsAtMs = START } = {}) {
  const clock = createFakeClock(startsAtMs);
  const isMarketOpen = createMarketHours({ hasRealSessions });
  let isHeld = false;
  const board = createQuoteBoard({
    markets: MARKETS,
    clock,
    isMarketOpen,
    isClosingOnly: ({ code }) => isHeld && code === "EURUSD",
    lastSeq: () => 41,
  });
  const say = (bid: number, own: Partial<Tick> = {}) =>
    board.record({
      code: "EURUSD",
      atMs: clock.now(),
      bid,
      ask: bid + 7,
      sourceSeq: clock.now(),
      ...own,
    });
  const hold = (isClosingOnly: boolean) => {
    isHeld = isClosingOnly;
  };
  return { clock, board, say, hold };
}

describe("the quote board", () => {
  it("numbers quotes per market without gaps (inv18)", () => {
    const { say } = open();
    expect([say(115_800), say(115_801)]).toEqual([42, 43]);
    expect(say(10_000_000, { code: "BTCUSD" })).toBe(42);
    expect(say(115_802)).toBe(44);
  });

  it("shows the market's own decimals, and knows nothing before the first quote", () => {
    const { board, say } = open();
    expect(board.updateOf("EURUSD")).toBeNull();
    expect(board.changedSince(0)).toEqual([]);
    say(115_826);
    expect(board.updateOf("EURUSD")).toMatchObject({
      code: "EURUSD",
      isOpen: true,
      isStale: false,
      quote: { bid: "1.15826", ask: "1.15833", time: START / 1_000, seq: 42 },
    });
  });

  it("keeps the day's open, high, low and change", () => {
    const { board, clock, say } = open();
    for (const bid of [115_000, 115_500, 114_900, 115_426]) {
      say(bid);
      clock.advance(100);
    }
    expect(board.updateOf("EURUSD")?.quote).toMatchObject({
      dayOpen: "1.15000",
      dayHigh: "1.15500",
      dayLow: "1.14900",
      dayChange: "0.37",
    });
    say(114_873);
    expect(board.updateOf("EURUSD")?.quote.dayChange).toBe("-0.11");
  });

  it("begins a new day at 17:00 in New York, for crypto at midnight UTC", () => {
    const { board, clock, say } = open();
    say(115_000);
    say(10_000_000, { code: "BTCUSD" });
    clock.advance(60_000);
    say(115_100);
    say(10_100_000, { code: "BTCUSD" });
    expect(board.updateOf("EURUSD")?.quote).toMatchObject({
      dayOpen: "1.15100",
      dayChange: "0.00",
    });
    expect(board.updateOf("BTCUSD")?.quote).toMatchObject({
      dayOpen: "1000000.0",
      dayChange: "1.00",
    });
    clock.advance(3 * 3_600_000);
    say(10_200_000, { code: "BTCUSD" });
    expect(board.updateOf("BTCUSD")?.quote.dayOpen).toBe("1020000.0");
  });

  it("takes up a day that has begun before the start", () => {
    const { board, clock, say } = open();
    board.takeUpDay("EURUSD", clock.now(), { open: 115_399, high: 116_082, low: 115_335 });
    expect(board.updateOf("EURUSD")).toBeNull();
    say(115_826);
    expect(board.updateOf("EURUSD")?.quote).toMatchObject({
      dayOpen: "1.15399",
      dayHigh: "1.16082",
      dayLow: "1.15335",
      dayChange: "0.37",
    });
  });

  it("F30: tells with the next look that a market is for closing only, and its end", () => {
    const { board, clock, say, hold } = open();
    say(115_826);
    const before = board.version();
    board.refresh();
    expect(board.changedSince(before)).toEqual([]);
    for (const isClosingOnly of [true, false]) {
      const version = board.version();
      hold(isClosingOnly);
      clock.advance(500);
      board.refresh();
      expect(board.changedSince(version)).toMatchObject([
        { code: "EURUSD", isOpen: true, isClosingOnly },
      ]);
    }
  });

  it("answers what changed since a version, each market once", () => {
    const { board, say } = open();
    say(115_800);
    say(10_000_000, { code: "BTCUSD" });
    const seen = board.version();
    expect(board.changedSince(seen)).toEqual([]);
    say(115_801);
    say(115_802);
    expect(board.changedSince(seen).map(({ quote }) => quote.bid)).toEqual(["1.15802"]);
    expect(board.changedSince(0)).toHaveLength(2);
  });

  it("refuses to run time backwards", () => {
    const { say } = open();
    say(115_800);
    expect(() => say(115_801, { atMs: START - 1 })).toThrow("never goes back");
  });
});

describe("staleness (F11, F12)", () => {
  it("comes with the market's own age limit and goes with the next quote", () => {
    const { board, clock, say } = open();
    say(115_800);
    say(10_000_000, { code: "BTCUSD" });
    clock.advance(30_001);
    board.hear();
    const seen = board.version();
    board.refresh();
    expect(board.changedSince(seen).map(({ code, isStale }) => [code, isStale])).toEqual([
      ["BTCUSD", true],
    ]);
    clock.advance(30_000);
    board.hear();
    board.refresh();
    expect(board.updateOf("EURUSD")?.isStale).toBe(true);
    say(115_801);
    expect(board.updateOf("EURUSD")?.isStale).toBe(false);
    expect(board.updateOf("BTCUSD")?.isStale).toBe(true);
  });

  it("comes for all after ten seconds without a sign of the source, until the next quote", () => {
    const { board, clock, say } = open();
    say(115_800);
    say(10_000_000, { code: "BTCUSD" });
    clock.advance(10_001);
    board.refresh();
    expect(board.changedSince(0).every(({ isStale }) => isStale)).toBe(true);
    expect(board.isSourceSilent()).toBe(true);
    board.hear();
    board.refresh();
    expect(board.changedSince(0).every(({ isStale }) => isStale)).toBe(true);
    say(115_801);
    board.refresh();
    expect(board.changedSince(0).filter(({ isStale }) => isStale)).toMatchObject([
      { code: "BTCUSD" },
    ]);
  });

  it("does not come from a wall clock that jumps (F10)", () => {
    const { board, clock, say } = open();
    say(115_800);
    clock.jumpWall(3_600_000);
    board.refresh();
    expect(board.updateOf("EURUSD")?.isStale).toBe(false);
  });

  it("is not said of a closed market, whose price is old by right", () => {
    const friday = Date.UTC(2026, 4, 22, 20, 59, 59);
    const { board, clock, say } = open({ hasRealSessions: true, startsAtMs: friday });
    say(115_800);
    expect(board.isOpen("EURUSD")).toBe(true);
    clock.advance(3_600_000);
    board.refresh();
    expect(board.updateOf("EURUSD")).toMatchObject({ isOpen: false, isStale: false });
    expect(board.isOpen("BTCUSD")).toBe(true);
  });
});
