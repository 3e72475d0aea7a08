// What is news and what is not: an owner is not told what he asked for, and the look that decides
// whether a row is remembered agrees with what is told of it.

import type { Event } from "@truetick/engine";
import { describe, expect, it } from "vitest";
import { hasNews, newsOf } from "./facts-of-events.ts";

/** The little that is looked at, as the engine's events have it. */
function rowOf(...events: readonly object[]) {
  const of = { accountId: 1, atMs: 0, orderId: 7, closedOrderId: 8, profit: 0n };
  const whole = events.map((event) => ({ ...of, ...event }));
  return { shard: 0, seq: 1, atMs: 0, events: whole as unknown as Event[] };
}

const stopOut = { type: "StoppedOut" };

describe("a row of the journal", () => {
  it.each([
    ["an order opened at once", { type: "OrderOpened", wasPending: false }],
    ["an order placed", { type: "OrderPlaced" }],
    ["an order closed by its owner", { type: "OrderClosed", reason: "user" }],
    ["a part closed by its owner", { type: "OrderReduced", reason: "user" }],
    ["an order cancelled by its owner", { type: "OrderCancelled", reason: "user" }],
    ["a quote", { type: "QuoteTaken" }],
  ])("is no news: %s", (_, event) => {
    expect(hasNews(rowOf(event))).toBe(false);
    expect(newsOf(rowOf(event))).toEqual([]);
  });

  it.each([
    ["a margin call", { type: "MarginCalled" }],
    ["a stop-out", stopOut],
    ["a pending order that was filled", { type: "OrderOpened", wasPending: true }],
    ["a stop-loss", { type: "OrderClosed", reason: "stop-loss" }],
    ["a part that a take-profit closed", { type: "OrderReduced", reason: "take-profit" }],
    ["an order that expired", { type: "OrderCancelled", reason: "expired" }],
  ])("is news: %s", (_, event) => {
    expect(hasNews(rowOf({ type: "QuoteTaken" }, event))).toBe(true);
    expect(newsOf(rowOf(event))).toHaveLength(1);
  });

  it("is one piece of news when a stop-out closed several orders", () => {
    const closed = { type: "OrderClosed", reason: "stop-out" };
    const row = rowOf(stopOut, closed, { ...closed, orderId: 9 });
    expect(hasNews(row)).toBe(true);
    expect(newsOf(row)).toMatchObject([{ source: "stop-out", sourceId: "0/1/1" }]);
  });
});
