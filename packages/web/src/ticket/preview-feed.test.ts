// The preview follows the draft: after a pause, one question at a time, never with an old answer.
// @vitest-environment node

import type { NewOrder, OrderPreview } from "@truetick/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Failure, Reader } from "../api/server.ts";
import { createPreviewFeed, type PreviewFeed } from "./preview-feed.ts";

const ORDER: NewOrder = {
  marketId: "1",
  side: "buy",
  lots: "0.01",
  leverage: 30,
  target: null,
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  seenPrice: null,
  maxDeviation: null,
  expiresAt: null,
};

const PREVIEW: OrderPreview = {
  price: "1.15833",
  closePrice: "1.15826",
  margin: "38.611000",
  fee: "0.034750",
  spread: "-0.070000",
  nightly: "-4.760000",
  profitAtStopLoss: null,
  profitAtTakeProfit: null,
  available: "10000.000000",
  freeAfter: "9961.354250",
  levelAfter: "258.98000000",
  reason: null,
  reasonText: "",
};

type Question = {
  readonly lots: string;
  readonly signal: AbortSignal | undefined;
  readonly answer: (value: OrderPreview | Failure) => Promise<void>;
};

let questions: Question[];
let order: NewOrder | null;
let isSeen: boolean;
let feed: PreviewFeed;

const server: Reader = {
  read: (request, options) =>
    new Promise((resolve) => {
      questions.push({
        lots: request.query.cont ?? "",
        signal: options?.signal,
        async answer(value) {
          const told = "kind" in value ? { isOk: false, failure: value } : { isOk: true, value };
          // Only previews are asked for here.
          resolve(told as Answer<never>);
          await vi.advanceTimersByTimeAsync(0);
        },
      });
    }),
};

beforeEach(() => {
  vi.useFakeTimers();
  questions = [];
  order = ORDER;
  isSeen = true;
  feed = createPreviewFeed(server, { orderNow: () => order, isSeen: () => isSeen });
});

afterEach(() => {
  feed.stop();
  vi.useRealTimers();
});

test("typing asks once, when it pauses", async () => {
  for (const lots of ["0.1", "0.12", "0.125"]) {
    order = { ...ORDER, lots };
    feed.touch();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(questions).toHaveLength(0);
  expect(feed.get().isCurrent).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(questions.map(({ lots }) => lots)).toEqual(["0.125"]);
  await questions[0]?.answer(PREVIEW);
  expect(feed.get()).toEqual({ preview: PREVIEW, failure: null, isCurrent: true });
});

test("a late answer to an older draft is dropped, and its question given up", async () => {
  feed.touch();
  await vi.advanceTimersByTimeAsync(300);
  order = { ...ORDER, lots: "2.00" };
  feed.touch();
  expect(questions[0]?.signal?.aborted).toBe(true);
  await questions[0]?.answer({ ...PREVIEW, margin: "1.000000" });
  expect(feed.get().preview).toBeNull();
  await vi.advanceTimersByTimeAsync(300);
  await questions[1]?.answer({ ...PREVIEW, margin: "7722.200000" });
  expect(feed.get().preview?.margin).toBe("7722.200000");
});

test("prices move, so it asks again by itself, and keeps what it shows meanwhile", async () => {
  feed.touch();
  await vi.advanceTimersByTimeAsync(300);
  await questions[0]?.answer(PREVIEW);
  await vi.advanceTimersByTimeAsync(5_100);
  expect(questions).toHaveLength(2);
  expect(feed.get()).toMatchObject({ preview: PREVIEW, isCurrent: true });
});

test("a refusal takes the numbers away; a draft with nothing to ask shows nothing", async () => {
  feed.touch();
  await vi.advanceTimersByTimeAsync(300);
  await questions[0]?.answer({ kind: "unreachable", code: "TIMEOUT" });
  expect(feed.get()).toMatchObject({ preview: null, failure: { code: "TIMEOUT" } });
  order = null;
  feed.touch();
  expect(feed.get()).toEqual({ preview: null, failure: null, isCurrent: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(questions).toHaveLength(1);
});

test("nobody is asked while nobody looks, and again once somebody does", async () => {
  isSeen = false;
  feed.touch();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(questions).toHaveLength(0);
  isSeen = true;
  await vi.advanceTimersByTimeAsync(5_100);
  expect(questions).toHaveLength(1);
});

test("after the end nothing is asked", async () => {
  feed.touch();
  feed.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(questions).toHaveLength(0);
});
