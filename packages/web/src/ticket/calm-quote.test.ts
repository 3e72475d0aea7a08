// Figures that are computed from a price: taken with the prices, a few times a second at most, and
// the last one always.
// @vitest-environment node

import type { QuoteUpdate } from "@truetick/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createQuoteBoard } from "../live/quote-board.ts";
import { createCalmQuote } from "./use-calm-quote.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function quoteOf(seq: number): QuoteUpdate {
  const bid = `1.${seq}`;
  const day = { dayOpen: bid, dayHigh: bid, dayLow: bid, dayChange: "0.00" };
  const quote = { bid, ask: bid, ...day, time: seq, seq };
  return {
    marketId: "1",
    code: "EURUSD",
    isOpen: true,
    opensAt: null,
    isClosingOnly: false,
    isStale: false,
    quote,
  };
}

function open() {
  const board = createQuoteBoard((paint) => paint());
  const calm = createCalmQuote(board, "1");
  const told: (string | undefined)[] = [];
  const leave = calm.subscribe(() => told.push(calm.get()?.bid));
  const quote = (seq: number) => board.apply([quoteOf(seq)], { isSnapshot: false });
  return { calm, told, leave, quote };
}

test("the first price is taken at once, others not before a quarter of a second", () => {
  const { told, quote } = open();
  quote(1);
  for (let seq = 2; seq <= 6; seq += 1) {
    vi.advanceTimersByTime(90);
    quote(seq);
  }
  expect(told, "with the third beat after the first").toEqual(["1.1", "1.4"]);
});

test("the last price is taken by itself when no other follows, and nothing after leaving", () => {
  const { told, leave, quote } = open();
  quote(1);
  quote(2);
  expect(told).toEqual(["1.1"]);
  vi.advanceTimersByTime(400);
  expect(told).toEqual(["1.1", "1.2"]);
  quote(3);
  leave();
  vi.advanceTimersByTime(1_000);
  expect(told).toHaveLength(2);
});
