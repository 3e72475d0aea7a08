// The account of the session, from the frames of the private topics: what changed changes, what is
// gone leaves, what ended is told once, and nothing of it outlives the session.
// @vitest-environment node

import {
  type AccountUpdate,
  accountUpdateToWire,
  type EndedOrderNotice,
  endedOrderToWire,
  type ServerFrame,
  TOPIC_CLOSED,
  TOPIC_TRADE,
} from "@truetick/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession, type SessionStore } from "../session/session.ts";
import { memoryStorage } from "../testing/memory-storage.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { type AccountBook, createAccountBook } from "./account-book.ts";

const account = sampleAccount();

const notice: EndedOrderNotice = {
  id: "2",
  partOf: null,
  status: "closed",
  marketId: "1",
  reason: "take-profit",
  reasonText: "Take profit",
  closingPrice: "1.16120",
  profit: "275.000000",
  endedAt: 1_762_940_467,
};

let session: SessionStore;
let book: AccountBook;
let topics: string[];
let hear: (frame: ServerFrame) => void;

beforeEach(() => {
  vi.useFakeTimers();
  session = createSession(memoryStorage());
  topics = [];
  const listeners = new Set<(frame: ServerFrame) => void>();
  hear = (frame) => {
    for (const listener of listeners) listener(frame);
  };
  const subscribe = (topic: string) => {
    topics.push(topic);
    return () => void topics.splice(topics.indexOf(topic), 1);
  };
  const listen = (listener: (frame: ServerFrame) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  book = createAccountBook({ live: { socket: { subscribe }, listen }, session });
  book.start();
});

afterEach(() => vi.useRealTimers());

function trade(seq: number, update: Partial<AccountUpdate>, isSnapshot = false): void {
  const whole = { account, orders: [], goneIds: [], total: 0, ...update };
  const frame = { type: TOPIC_TRADE, sim: true, seq, data: accountUpdateToWire(whole) } as const;
  hear(isSnapshot ? { ...frame, snapshot: 1 } : frame);
}

function ended(seq: number, notices: readonly EndedOrderNotice[]): void {
  hear({ type: TOPIC_CLOSED, sim: true, seq, data: notices.map(endedOrderToWire) });
}

test("a visitor follows nothing; a login follows both private topics; its end leaves them", () => {
  expect(topics).toEqual([]);
  session.begin(sampleSession());
  expect(topics).toEqual([TOPIC_TRADE, TOPIC_CLOSED]);
  trade(1, { orders: [sampleOrder()] }, true);
  expect(book.get()?.account.balance).toBe("9961.39");
  session.end();
  expect(topics).toEqual([]);
  expect(book.get()).toBeNull();
});

test("T76 another session begins with nothing of the one before", () => {
  session.begin(sampleSession());
  trade(1, { orders: [sampleOrder()] }, true);
  session.begin(sampleSession({ token: "another" }));
  expect(book.get()).toBeNull();
  expect(topics).toEqual([TOPIC_TRADE, TOPIC_CLOSED]);
});

test("changed orders change, gone ones leave, the others stay the same objects", () => {
  session.begin(sampleSession());
  trade(1, { orders: [sampleOrder({ id: "1" }), sampleOrder({ id: "2" })] }, true);
  const still = book.get()?.orders.get("2");
  trade(2, { orders: [sampleOrder({ id: "1", profit: "7.000000" })] });
  vi.advanceTimersByTime(400);
  expect(book.get()?.orders.get("1")?.profit).toBe("7.000000");
  expect(book.get()?.orders.get("2")).toBe(still);
  trade(3, { goneIds: ["1"] });
  expect([...(book.get()?.orders.keys() ?? [])]).toEqual(["2"]);
  trade(4, { orders: [] }, true);
  expect(book.get()?.orders.size).toBe(0);
});

test("an order that ended is told once, also when a new connection repeats it", () => {
  const told: string[] = [];
  book.onEnded(({ id }) => told.push(id));
  session.begin(sampleSession());
  ended(1, [{ ...notice, id: "1" }]);
  expect(told, "what ended before one looked is no news").toEqual([]);
  ended(2, [notice]);
  ended(1, [{ ...notice, id: "1" }, notice, { ...notice, id: "3" }]);
  expect(told).toEqual(["2", "3"]);
});

test("what prices move is shown four times a second, the newest of it, all together", () => {
  session.begin(sampleSession());
  trade(1, { orders: [sampleOrder({ id: "1" }), sampleOrder({ id: "2" })] }, true);
  let shown = 0;
  book.subscribe(() => (shown += 1));
  for (let seq = 2; seq <= 12; seq += 1) {
    const before = shown;
    vi.advanceTimersByTime(90);
    expect(shown, "only together with a message").toBe(before);
    const profit = `${seq}.000000`;
    const orders = [sampleOrder({ id: "1", profit })];
    trade(seq, { account: sampleAccount({ profit }), orders });
  }
  expect(shown).toBe(3);
  vi.advanceTimersByTime(400);
  expect(book.get()?.orders.get("1")?.profit).toBe("12.000000");
  expect(book.get()?.account.profit).toBe("12.000000");
  const last = shown;
  vi.advanceTimersByTime(5_000);
  expect(shown, "nothing moves by itself").toBe(last);
});

test("news is shown at once, with the prices of its moment", () => {
  session.begin(sampleSession());
  trade(1, { orders: [sampleOrder({ id: "1" })] }, true);
  vi.advanceTimersByTime(10);
  trade(2, { orders: [sampleOrder({ id: "1", profit: "5.000000" })] });
  expect(book.get()?.orders.get("1")?.profit, "not yet").toBe("128.000000");
  const news: readonly Partial<AccountUpdate>[] = [
    { orders: [sampleOrder({ id: "2" })] },
    { orders: [sampleOrder({ id: "2", takeProfit: "1.20000" })] },
    { goneIds: ["2"] },
    { account: sampleAccount({ cash: "20000.000000" }) },
    { account: sampleAccount({ cash: "20000.000000", isMarginCalled: true }) },
  ];
  for (const [place, update] of news.entries()) {
    const before = book.get();
    trade(3 + place, { account: book.get()?.account ?? account, ...update });
    expect(book.get(), JSON.stringify(update)).not.toBe(before);
  }
  expect(book.get()?.orders.get("1")?.profit).toBe("5.000000");
  expect(book.get()?.account.isMarginCalled).toBe(true);
});

test("what waits to be shown is not shown to the next session", () => {
  session.begin(sampleSession());
  trade(1, { orders: [sampleOrder()] }, true);
  trade(2, { orders: [sampleOrder({ profit: "5.000000" })] });
  session.end();
  vi.advanceTimersByTime(1_000);
  expect(book.get()).toBeNull();
});

test("the still book changes with news alone, and in it only what the news is about", () => {
  session.begin(sampleSession());
  trade(1, { orders: [sampleOrder({ id: "1" }), sampleOrder({ id: "2" })] }, true);
  const still = book.still.get();
  expect(still?.orders.size).toBe(2);
  const moved = { profit: "7.000000", closingPrice: "1.15840", trailingLevel: "1.15000" };
  const richer = { equity: "10007.000000", free: "9968.390000", profit: "7.000000" };
  const account = sampleAccount({ ...richer, level: "259.18", riskRate: "0.003858" });
  trade(2, { account, orders: [sampleOrder({ id: "1", ...moved })] });
  vi.advanceTimersByTime(400);
  expect(book.get()?.orders.get("1")?.profit).toBe("7.000000");
  expect(book.still.get(), "prices are no news").toBe(still);
  trade(3, { account, orders: [sampleOrder({ id: "2", stopLoss: "1.10000" })] });
  expect(book.still.get()?.orders.get("2")?.stopLoss).toBe("1.10000");
  expect(book.still.get()?.orders.get("1")).toBe(still?.orders.get("1"));
  expect(book.still.get()?.account).toBe(still?.account);
  session.end();
  expect(book.still.get()).toBeNull();
});
