// Drawings come back as they were drawn, and the book stays small and readable whatever happens.
// @vitest-environment node

import { expect, test } from "vitest";
import {
  DRAWINGS_PER_MARKET_MAX,
  type Drawing,
  MARKETS_DRAWN_MAX,
  readBook,
  withDrawings,
  writeBook,
} from "./drawing-book.ts";

const trend: Drawing = {
  tool: "trendLine",
  points: [
    { time: 900, price: 1.1 },
    { time: 1_800, price: 1.2 },
  ],
};
const level: Drawing = { tool: "horizontalLine", points: [{ time: 900, price: 1.15 }] };

test("what was drawn on each market is there again", () => {
  const empty = readBook(null);
  const one = withDrawings(empty, "EURUSD", [trend, level]);
  const two = withDrawings(one, "XAUUSD", [level]);
  const again = readBook(writeBook(two));
  expect(again.get("EURUSD")).toEqual([trend, level]);
  expect(again.get("XAUUSD")).toEqual([level]);
  expect(again.has("GBPUSD")).toBe(false);
});

test("a market without drawings leaves nothing behind", () => {
  const book = withDrawings(readBook(null), "EURUSD", [trend]);
  expect(writeBook(withDrawings(book, "EURUSD", []))).toBe("{}");
});

test.each([
  ["no text", null],
  ["no JSON", "{"],
  ["a number", "7"],
  ["an unknown tool", '{"EURUSD":[["spiral",[[1,2],[3,4]]]]}'],
  ["too few points", '{"EURUSD":[["trendLine",[[1,2]]]]}'],
  ["a point without a price", '{"EURUSD":[["horizontalLine",[[1,null]]]]}'],
  ["a market that is a text", '{"EURUSD":"trendLine"}'],
])("%s is read as nothing drawn", (_what, text) => {
  expect(readBook(text).size).toBe(0);
});

test("the good drawings between bad ones are kept", () => {
  const text = '{"EURUSD":[["horizontalLine",[[900,1.15]]],["ray",[]],null]}';
  expect(readBook(text).get("EURUSD")).toEqual([level]);
});

test("the book is bounded: drawings of a market, and markets, the oldest of which go", () => {
  let book = readBook(null);
  book = withDrawings(book, "FIRST", [level]);
  for (let count = 0; count < MARKETS_DRAWN_MAX - 1; count += 1) {
    book = withDrawings(book, `M${count}`, [level]);
  }
  book = withDrawings(book, "FIRST", Array(DRAWINGS_PER_MARKET_MAX + 5).fill(level));
  expect(book.get("FIRST")).toHaveLength(DRAWINGS_PER_MARKET_MAX);
  book = withDrawings(book, "LAST", [level]);
  expect(book.size).toBe(MARKETS_DRAWN_MAX);
  expect(book.has("M0")).toBe(false);
  expect(book.has("FIRST")).toBe(true);
});
