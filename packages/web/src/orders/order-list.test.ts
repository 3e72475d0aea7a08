// The rows of a tab stay true while orders move, open and end: the way the spec's live push wants
// them, and so that loading more neither skips nor repeats one.
// @vitest-environment node

import type { Order, OrderPage } from "@truetick/contract";
import { expect, test } from "vitest";
import { sampleOrder } from "../testing/sample-order.ts";
import {
  emptyList,
  hasMore,
  nextPage,
  takeFailure,
  takeLive,
  takeNewest,
  takePage,
} from "./order-list.ts";

const order = (id: number, changes: Partial<Order> = {}) =>
  sampleOrder({ id: String(id), ...changes });

function page(ids: readonly number[], total: number): OrderPage {
  return {
    orders: ids.map((id) => order(id)),
    total,
    profitTotal: "1.000000",
    balance: "9961.39",
  };
}

const span = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, step) => from - step);
const idsOf = (list: { orders: readonly Order[] }) => list.orders.map(({ id }) => Number(id));
const open = (...orders: Order[]) => new Map(orders.map((each) => [each.id, each]));

test("pages are put together until the total is reached", () => {
  const first = takePage(emptyList("holding"), page(span(45, 26), 45), true);
  expect(hasMore(first)).toBe(true);
  expect(nextPage(first)).toBe(2);
  const second = takePage(first, page(span(25, 6), 45), false);
  const all = takePage(second, page(span(5, 1), 45), false);
  expect(idsOf(all)).toEqual(span(45, 1));
  expect(hasMore(all)).toBe(false);
});

test("rows that left make the next page overlap, and no row is skipped or doubled", () => {
  const first = takePage(emptyList("holding"), page(span(45, 26), 45), true);
  const left = takeLive(first, open(...span(45, 29).map((id) => order(id)), order(25)));
  expect(left.orders).toHaveLength(17);
  expect(nextPage(left)).toBe(1);
  const more = takePage(left, page(span(45, 26), 42), false);
  expect(idsOf(more)).toEqual(span(45, 26));
});

test("a live change replaces its row and leaves the others the same objects", () => {
  const list = takePage(emptyList("holding"), page([2, 1], 2), true);
  const moved = order(2, { profit: "5.000000" });
  const [, still] = list.orders;
  if (!still) throw new Error("two rows were given");
  const next = takeLive(list, open(moved, still));
  expect(next.orders[0]).toBe(moved);
  expect(next.orders[1]).toBe(still);
  expect(takeLive(next, open(moved, still))).toBe(next);
});

test("a new order leads, a closed one leaves, one that was filled changes its tab", () => {
  const holding = takePage(emptyList("holding"), page([2, 1], 2), true);
  const next = takeLive(holding, open(order(3), order(1)));
  expect(idsOf(next)).toEqual([3, 1]);
  expect(next.total).toBe(2);
  const pending = takePage(emptyList("pending"), page([2], 1), true);
  expect(idsOf(takeLive(pending, open(order(2, { status: "holding" }))))).toEqual([]);
});

test("an old pending order that is filled now takes its place among the holding ones", () => {
  const holding = takePage(emptyList("holding"), page([9, 4], 2), true);
  expect(idsOf(takeLive(holding, open(order(9), order(6), order(4))))).toEqual([9, 6, 4]);
});

test("when all rows are closed at once, the older positions take their place", () => {
  const first = takePage(emptyList("holding"), page(span(45, 26), 45), true);
  const left = takeLive(first, open(...span(25, 21).map((id) => order(id))));
  expect(idsOf(left)).toEqual(span(25, 21));
  expect(left.total).toBe(5);
});

test("the account says nothing about history, and nothing before the first page", () => {
  const history = takePage(emptyList("history"), page([2], 1), true);
  expect(takeLive(history, open())).toBe(history);
  const waiting = emptyList("holding");
  expect(takeLive(waiting, open(order(1)))).toBe(waiting);
});

test("a failed refresh keeps the rows; a list that never came has failed", () => {
  const failure = { kind: "unreachable", code: "TIMEOUT" } as const;
  expect(takeFailure(emptyList("holding"), failure).phase).toBe("failed");
  const list = takePage(emptyList("holding"), page([1], 1), true);
  expect(takeFailure(list, failure)).toMatchObject({ phase: "ready", failure });
});

test("what ended meanwhile leads the history, and what has been read stays", () => {
  const first = takePage(emptyList("history"), page(span(45, 26), 45), true);
  const second = takePage(first, page(span(25, 6), 45), false);
  const again = takeNewest(second, page(span(47, 28), 47));
  expect(idsOf(again)).toEqual(span(47, 6));
  expect(again.total).toBe(47);
});

test("when more ended than a page holds, the rows begin anew instead of with a hole", () => {
  const first = takePage(emptyList("history"), page(span(45, 26), 45), true);
  expect(idsOf(takeNewest(first, page(span(99, 80), 99)))).toEqual(span(99, 80));
});
