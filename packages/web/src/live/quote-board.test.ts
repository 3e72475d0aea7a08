// The board: one telling per frame, only to those whose market changed, never an older quote, and a
// snapshot wins over everything.
// @vitest-environment node

import type { QuoteUpdate } from "@truetick/contract";
import { expect, test, vi } from "vitest";
import { createQuoteBoard } from "./quote-board.ts";

function quote(marketId: string, seq: number, bid = "1.00000"): QuoteUpdate {
  return {
    marketId,
    code: marketId,
    isOpen: true,
    opensAt: null,
    isClosingOnly: false,
    isStale: false,
    quote: {
      bid,
      ask: bid,
      dayOpen: bid,
      dayHigh: bid,
      dayLow: bid,
      dayChange: "0.00",
      time: seq,
      seq,
    },
  };
}

/** A board whose frames the test draws. */
function boardWithFrames() {
  const frames: (() => void)[] = [];
  const board = createQuoteBoard((paint) => frames.push(paint));
  return { board, frames, draw: () => frames.splice(0).forEach((paint) => void paint()) };
}

test("many updates within a frame are told once", () => {
  const { board, frames, draw } = boardWithFrames();
  const listener = vi.fn();
  board.subscribe("1", listener);
  for (let seq = 1; seq <= 20; seq += 1) board.apply([quote("1", seq)], { isSnapshot: false });
  expect(frames).toHaveLength(1);
  expect(listener).not.toHaveBeenCalled();
  draw();
  expect(listener).toHaveBeenCalledOnce();
  expect(board.get("1")?.quote.seq).toBe(20);
});

test("only the listeners of the market that changed are told, and only while they listen", () => {
  const { board, draw } = boardWithFrames();
  const [one, two] = [vi.fn(), vi.fn()];
  const leave = board.subscribe("1", one);
  board.subscribe("2", two);
  board.apply([quote("1", 1)], { isSnapshot: false });
  draw();
  leave();
  board.apply([quote("1", 2)], { isSnapshot: false });
  draw();
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 0]);
});

test("an older quote changes nothing", () => {
  const { board, frames } = boardWithFrames();
  board.apply([quote("1", 5, "1.50000")], { isSnapshot: false });
  frames.splice(0);
  board.apply([quote("1", 4, "1.40000")], { isSnapshot: false });
  expect(board.get("1")?.quote.bid).toBe("1.50000");
});

test("the same quote gone stale is news", () => {
  const { board, draw } = boardWithFrames();
  board.apply([quote("1", 5)], { isSnapshot: false });
  draw();
  const listener = vi.fn();
  board.subscribe("1", listener);
  board.apply([{ ...quote("1", 5), isStale: true }], { isSnapshot: false });
  draw();
  expect(listener).toHaveBeenCalledOnce();
  expect(board.get("1")?.isStale).toBe(true);
});

test("after a gap the snapshot replaces what is known, whatever its numbers", () => {
  const { board } = boardWithFrames();
  board.apply([quote("1", 900, "1.90000")], { isSnapshot: false });
  board.apply([quote("1", 3, "1.30000")], { isSnapshot: true });
  expect(board.get("1")?.quote.bid).toBe("1.30000");
});

test("who draws by itself is told on arrival, after the frame was asked for", () => {
  const told: string[] = [];
  const board = createQuoteBoard(() => told.push("frame asked for"));
  const leave = board.heed("1", () => told.push(`heard ${board.get("1")?.quote.seq}`));
  board.apply([quote("2", 1), quote("1", 7)], { isSnapshot: false });
  expect(told).toEqual(["frame asked for", "heard 7"]);
  leave();
  board.apply([quote("1", 8)], { isSnapshot: false });
  expect(told).toHaveLength(2);
});

test("the rows of a list take turns, and no row is left with an old price", () => {
  vi.useFakeTimers();
  const { board, frames, draw } = boardWithFrames();
  const rows = ["1", "2", "3"].map((id) => {
    const listener = vi.fn();
    return { id, listener, leave: board.glance(id, listener) };
  });
  const told = () => rows.map(({ listener }) => listener.mock.calls.length);
  const arrive = (seq: number) =>
    board.apply(
      rows.map(({ id }) => quote(id, seq)),
      { isSnapshot: false },
    );
  arrive(1);
  draw();
  const first = told();
  expect([...first].sort()).toEqual([0, 0, 1]);
  arrive(2);
  draw();
  expect([...told()].sort()).toEqual([0, 1, 1]);
  // Two have not seen the second quotes: without others, their turns come by themselves.
  for (let turn = 0; turn < 2; turn += 1) {
    expect(frames).toHaveLength(0);
    vi.runAllTimers();
    expect(frames).toHaveLength(1);
    draw();
  }
  expect(told()).toEqual(first.map((count) => 1 + count));
  vi.runAllTimers();
  expect(frames).toHaveLength(0);
  for (const { leave } of rows) leave();
  arrive(3);
  draw();
  vi.runAllTimers();
  expect(frames).toHaveLength(0);
  vi.useRealTimers();
});
