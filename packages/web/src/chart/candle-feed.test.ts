// What the chart is fed: the newest bars, older ones to the left, the last one live; nothing of a
// period that is no longer shown, and no hole after a lost connection.
// @vitest-environment node

import type { CandleWire, Market, QuoteUpdate, ReadRequest } from "@truetick/contract";
import type { DataLoaderGetBarsParams, KLineData } from "klinecharts";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer, Reader } from "../api/server.ts";
import { createQuoteBoard, type QuoteBoard } from "../live/quote-board.ts";
import { CandleFeed, type FeedState } from "./candle-feed.ts";

const SYMBOL = { ticker: "EUR/USD", pricePrecision: 5, volumePrecision: 0 };
const QUARTER = { type: "minute", span: 15 } as const;
const MINUTE = { type: "minute", span: 1 } as const;
// Only what the feed reads.
const market = { id: "1", code: "EURUSD" } as Market;

type Asked = {
  readonly query: Readonly<Record<string, string>>;
  answer(rows: CandleWire[]): void;
  fail(): void;
};

const lost = { isOk: false, failure: { kind: "unreachable", code: "TIMEOUT" } } as const;

let asked: Asked[];
let states: FeedState[];
let holes: number;
let board: QuoteBoard;
let feed: CandleFeed;

function bars(...times: number[]): CandleWire[] {
  return times.map((Time) => ({
    Time,
    Open: "1.0",
    High: "1.0",
    Low: "1.0",
    Close: "1.0",
    Volume: 1,
  }));
}

function quoteAt(time: number, bid: string): QuoteUpdate {
  const day = { dayOpen: bid, dayHigh: bid, dayLow: bid, dayChange: "0.00" };
  const quote = { bid, ask: bid, ...day, time, seq: time };
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

beforeEach(() => {
  asked = [];
  states = [];
  holes = 0;
  board = createQuoteBoard((paint) => paint());
  const server: Reader = {
    read: <T>({ query, read }: ReadRequest<T>) =>
      new Promise<Answer<T>>((resolve) => {
        asked.push({
          query,
          answer: (rows) => resolve({ isOk: true, value: read(rows) }),
          fail: () => resolve(lost),
        });
      }),
  };
  feed = new CandleFeed({
    market,
    server,
    board,
    onState: (state) => states.push(state),
    onHole: () => {
      holes += 1;
    },
  });
});

function load(type: "init" | "forward", options: Partial<DataLoaderGetBarsParams> = {}) {
  const callback = vi.fn<DataLoaderGetBarsParams["callback"]>();
  const params = { type, timestamp: null, symbol: SYMBOL, period: QUARTER, callback, ...options };
  return { callback, done: feed.getBars(params) };
}

const timesIn = (loaded: readonly KLineData[] | undefined) =>
  loaded?.map(({ timestamp }) => timestamp / 1000);

async function loadNewest(...times: number[]): Promise<void> {
  const first = load("init");
  asked.at(-1)?.answer(bars(...times));
  await first.done;
}

test("begins with the newest bars and knows that there are older ones", async () => {
  const { callback, done } = load("init");
  expect(states).toEqual([{ phase: "loading" }]);
  asked[0]?.answer(bars(900, 1_800));
  await done;
  expect(timesIn(callback.mock.calls[0]?.[0])).toEqual([900, 1_800]);
  expect(callback.mock.calls[0]?.[1]).toEqual({ forward: true, backward: false });
  expect(states.at(-1)).toEqual({ phase: "ready", isEmpty: false });
});

test("pages into the past until there is none", async () => {
  await loadNewest(900);
  const { callback, done } = load("forward", { timestamp: 900_000 });
  expect(asked[1]?.query).toMatchObject({ before: "900", period: "15min" });
  asked[1]?.answer([]);
  await done;
  expect(callback).toHaveBeenCalledWith([], { forward: false, backward: false });
});

test("an answer for a period that is no longer shown is thrown away", async () => {
  const slow = load("init");
  const quick = load("init", { period: MINUTE });
  asked[1]?.answer(bars(60));
  asked[0]?.answer(bars(900));
  await Promise.all([slow.done, quick.done]);
  expect(slow.callback).not.toHaveBeenCalled();
  expect(quick.callback).toHaveBeenCalledOnce();
});

test("the last bar follows the quotes, and a new one begins on time", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  board.apply([quoteAt(1_000, "1.2")], { isSnapshot: false });
  board.apply([quoteAt(1_800, "1.3")], { isSnapshot: false });
  const drawn = push.mock.calls.map(([{ timestamp, close }]) => [timestamp / 1000, close]);
  expect(drawn).toEqual([
    [900, 1.2],
    [1_800, 1.3],
  ]);
  feed.stop();
});

test("after a lost connection the bars in between are fetched", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  const caughtUp = feed.catchUp();
  asked[1]?.answer(bars(0, 900, 1_800, 2_700));
  await caughtUp;
  expect(push.mock.calls.at(-1)?.[0].timestamp).toBe(2_700_000);
  const times = new Set(push.mock.calls.map(([{ timestamp }]) => timestamp / 1000));
  expect([...times]).toEqual([900, 1_800, 2_700]);
  feed.stop();
});

test("a resting chart draws nothing and goes on with what it missed", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  feed.pause();
  board.apply([quoteAt(1_800, "1.3")], { isSnapshot: false });
  expect(push).not.toHaveBeenCalled();
  feed.resume();
  asked[1]?.answer(bars(900, 1_800));
  await vi.waitFor(() => expect(push.mock.calls.at(-1)?.[0].timestamp).toBe(1_800_000));
  expect(asked).toHaveLength(2);
  feed.stop();
});

test("no bar is lacking after a rest of several, nor left as it was at its beginning", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  feed.pause();
  board.apply([quoteAt(3_600, "1.3")], { isSnapshot: false });
  feed.resume();
  board.apply([quoteAt(3_601, "1.6")], { isSnapshot: false });
  board.apply([quoteAt(3_602, "1.4")], { isSnapshot: false });
  const over = { ...bars(900)[0], Close: "1.2" } as CandleWire;
  asked[1]?.answer([over, ...bars(1_800, 2_700, 3_600)]);
  await vi.waitFor(() => expect(push).toHaveBeenCalledTimes(5));
  const drawn = push.mock.calls.map(([{ timestamp, close }]) => [timestamp / 1000, close]);
  expect(drawn.slice(0, 3)).toEqual([
    [900, 1.2],
    [1_800, 1],
    [2_700, 1],
  ]);
  // What came while they were fetched is in the newest one.
  const newest = { timestamp: 3_600_000, open: 1, high: 1.6, low: 1, close: 1.4 };
  expect(push.mock.calls.at(-1)?.[0]).toMatchObject(newest);
  expect(holes).toBe(0);
  feed.stop();
});

test("prices go on when the missed bars cannot be had, and the hole is not forgotten", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  board.apply([quoteAt(2_700, "1.3")], { isSnapshot: true });
  push.mockClear();
  const caughtUp = feed.catchUp();
  board.apply([quoteAt(3_600, "1.4")], { isSnapshot: false });
  expect(push).not.toHaveBeenCalled();
  asked[1]?.fail();
  await caughtUp;
  expect(push.mock.calls.at(-1)?.[0]).toMatchObject({ timestamp: 3_600_000, close: 1.4 });
  expect(holes).toBe(0);
  const caughtUpLater = feed.catchUp();
  asked[2]?.answer(bars(900, 1_800, 2_700, 3_600));
  await caughtUpLater;
  expect(holes).toBe(1);
  feed.stop();
});

test("after a rest longer than one page reaches, everything is loaded anew", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  const caughtUp = feed.catchUp();
  asked[1]?.answer(bars(90_000, 90_900));
  await caughtUp;
  expect(holes).toBe(1);
  expect(push).not.toHaveBeenCalled();
  feed.stop();
});

test("what arrives while the missed bars are fetched is not lost by their answer", async () => {
  await loadNewest(900);
  const push = vi.fn<(bar: KLineData) => void>();
  feed.subscribeBar({ symbol: SYMBOL, period: QUARTER, callback: push });
  const caughtUp = feed.catchUp();
  board.apply([quoteAt(1_000, "1.5")], { isSnapshot: false });
  asked[1]?.answer(bars(900));
  await caughtUp;
  const seen = { high: 1.5, low: 1, close: 1.5, volume: 2 };
  await vi.waitFor(() => expect(push.mock.calls.at(-1)?.[0]).toMatchObject(seen));
  feed.stop();
});
