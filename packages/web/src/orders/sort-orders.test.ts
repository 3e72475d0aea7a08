// Sorting follows the column, keeps equal ones newest first, and does not move with the price.

import { expect, test } from "vitest";
import { sampleOrder } from "../testing/sample-order.ts";
import { keepSort, nextSort, sortOrders } from "./sort-orders.ts";

const ORDERS = [
  sampleOrder({ id: "3", lots: "0.50", profit: "-2.000000" }),
  sampleOrder({ id: "2", lots: "10.00", profit: "9.000000" }),
  sampleOrder({ id: "1", lots: "0.50", profit: "10.000000" }),
];
const ids = (orders: readonly { readonly id: string }[]) => orders.map(({ id }) => id).join("");

test("by a figure, as numbers and not as texts", () => {
  expect(ids(sortOrders(ORDERS, { column: "profit", isDown: true }))).toBe("123");
  expect(ids(sortOrders(ORDERS, { column: "lots", isDown: false }))).toBe("312");
});

test("down, up, and back to the newest first", () => {
  const down = nextSort(null, "profit");
  expect(down).toEqual({ column: "profit", isDown: true });
  const up = nextSort(down, "profit");
  expect(up).toEqual({ column: "profit", isDown: false });
  expect(nextSort(up, "profit")).toBeNull();
  expect(nextSort(up, "market")).toEqual({ column: "market", isDown: false });
});

test("rows stay where they are while their figures move; new ones lead", () => {
  const moved = ORDERS.map((order) => ({ ...order, profit: "0.000000" }));
  const opened = sampleOrder({ id: "4" });
  expect(ids(keepSort(["1", "2", "3"], [opened, ...moved]))).toBe("4123");
});
