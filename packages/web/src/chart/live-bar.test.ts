// The last bar of a chart under quotes: it moves, it ends, and it never goes back.
// @vitest-environment node

import { PERIODS, type Quote } from "@truetick/contract";
import { expect, test } from "vitest";
import { barOf, joinBars, nextBar } from "./live-bar.ts";

const period = (id: string) => {
  const found = PERIODS.find((known) => known.id === id);
  if (!found) throw new Error(`There is no period ${id}`);
  return found;
};

function quote(timeSec: number, bid: string): Quote {
  return {
    bid,
    ask: bid,
    dayOpen: bid,
    dayHigh: bid,
    dayLow: bid,
    dayChange: "0.00",
    time: timeSec,
    seq: 1,
  };
}

const last = { timestamp: 900_000, open: 1.1, high: 1.2, low: 1, close: 1.15, volume: 7 };

test("a candle of the wire is a bar of the chart", () => {
  const candle = { time: 900, open: "1.1", high: "1.2", low: "1.0", close: "1.15", ticks: 7 };
  expect(barOf(candle)).toEqual(last);
});

test("a candle that was generated says so in the chart too (H14)", () => {
  const candle = { time: 900, open: "1.1", high: "1.2", low: "1.0", close: "1.15", ticks: 7 };
  expect(barOf({ ...candle, isGenerated: true }).isGenerated).toBe(true);
  expect("isGenerated" in barOf(candle)).toBe(false);
});

test.each([
  ["1.17", { high: 1.2, low: 1, close: 1.17 }],
  ["1.25", { high: 1.25, low: 1, close: 1.25 }],
  ["0.90", { high: 1.2, low: 0.9, close: 0.9 }],
])("a bid of %s within the bar moves it", (bid, moved) => {
  expect(nextBar(last, quote(1_799.9, bid), period("15min"))).toEqual({
    ...last,
    ...moved,
    volume: 8,
  });
});

test("the first bid after its end begins the next one, at its own opening time", () => {
  expect(nextBar(last, quote(1_800, "1.30"), period("15min"))).toEqual({
    timestamp: 1_800_000,
    open: 1.3,
    high: 1.3,
    low: 1.3,
    close: 1.3,
    volume: 1,
  });
});

test("a bid from before the bar changes nothing", () => {
  expect(nextBar(last, quote(899, "1.30"), period("15min"))).toBeNull();
});

test("a trading day is counted from the server's last one, not from midnight", () => {
  const day = { ...last, timestamp: 79_200_000 };
  const midnight = quote(86_400 + 3_600, "1.16");
  expect(nextBar(day, midnight, period("1day"))?.timestamp).toBe(79_200_000);
  const nextDay = quote(79_200 + 86_400, "1.16");
  expect(nextBar(day, nextDay, period("1day"))?.timestamp).toBe(165_600_000);
});

test("a bar that was asked for keeps the extremes that arrived meanwhile", () => {
  const asked = { ...last, high: 1.3, low: 1.05, close: 1.2, volume: 40 };
  expect(joinBars(asked, { ...last, volume: 9 })).toEqual({ ...asked, low: 1 });
});
