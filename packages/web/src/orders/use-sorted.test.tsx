// Sorting a table of orders while prices move: what the headings hold stays the same function, so
// that they rest, and a sort is over the orders of the moment in which it is chosen.

import { act, cleanup, renderHook } from "@testing-library/react";
import type { Order } from "@truetick/contract";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import type { OpenBook } from "../account/open-book.ts";
import { type App, AppProvider } from "../app/app.ts";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { emptyList } from "./order-list.ts";
import { useSorted, useSums } from "./use-sorted.ts";

afterEach(cleanup);

function bookOf(profits: Readonly<Record<string, string>>): OpenBook {
  const orders = Object.entries(profits).map(([id, profit]): [string, Order] => [
    id,
    sampleOrder({ id, status: "holding", profit }),
  ]);
  return { account: sampleAccount(), orders: new Map(orders) };
}

test("headings rest while prices move, and a sort is of the moment it is chosen in", () => {
  const account = movingAccount(bookOf({ 1: "1.00", 2: "2.00" }));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppProvider value={{ account } as unknown as App}>{children}</AppProvider>
  );
  const rows = [...(account.get()?.orders.values() ?? [])];
  const list = { ...emptyList("holding"), phase: "ready", orders: rows } as const;
  const { result } = renderHook(() => useSorted("holding", list), { wrapper });
  const { setSort } = result.current;

  act(() => account.set(bookOf({ 1: "5.00", 2: "2.00" })));
  expect(result.current.setSort).toBe(setSort);
  act(() => setSort({ column: "profit", isDown: true }));
  expect(result.current.rows.map(({ id }) => id)).toEqual(["1", "2"]);
  act(() => account.set(bookOf({ 1: "1.00", 2: "9.00" })));
  expect(result.current.rows.map(({ id }) => id)).toEqual(["1", "2"]);
});

test("what pending orders have reserved is their margin and their fee", () => {
  const pending = { status: "pending", margin: "10.000000", fee: "0.100000" } as const;
  const orders = ["1", "2"].map((id): [string, Order] => [id, sampleOrder({ id, ...pending })]);
  const account = movingAccount({ account: sampleAccount(), orders: new Map(orders) });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppProvider value={{ account } as unknown as App}>{children}</AppProvider>
  );
  const { result } = renderHook(() => useSums("pending", emptyList("pending")), { wrapper });
  expect(result.current).toEqual({ margin: "20.000000", fee: "0.200000" });
});
