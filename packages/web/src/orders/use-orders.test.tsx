// More orders of a tab: a press that brings nothing is told why, and what was read stays.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { orderPageToWire, requestOrders } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { afterEach, expect, test } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { sampleOrder } from "../testing/sample-order.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { ROWS_PER_PAGE } from "./order-list.ts";
import { useOrders } from "./use-orders.ts";

afterEach(cleanup);

const PATH = requestOrders({ tab: "holding", page: 1 }).path;
const ORDERS = Array.from({ length: ROWS_PER_PAGE + 1 }, (_, at) =>
  sampleOrder({ id: String(ROWS_PER_PAGE + 1 - at) }),
);
const BOOK = {
  account: sampleAccount(),
  orders: new Map(ORDERS.map((order) => [order.id, order])),
};

function page(from: number, to?: number) {
  const orders = ORDERS.slice(from, to);
  const sums = { profitTotal: "0.000000", balance: "9961.39" };
  return orderPageToWire({ orders, total: ORDERS.length, ...sums });
}

function Tab() {
  const { list, loadMore } = useOrders("holding", null);
  return (
    <button type="button" onClick={loadMore}>
      {list.orders.length}
    </button>
  );
}

const more = () => act(async () => fireEvent.click(screen.getByRole("button")));

test("further orders that do not come are told, and the rows stay", async () => {
  const { wires, toasts } = await showScreen(<Tab />, {
    wires: { [PATH]: page(0, ROWS_PER_PAGE) },
    account: movingAccount(BOOK),
  });
  delete wires[PATH];
  await more();
  expect(toasts()).toEqual([english.shell.failure.unreachable]);
  expect(screen.getByRole("button").textContent).toBe(String(ROWS_PER_PAGE));
  wires[PATH] = page(ROWS_PER_PAGE);
  await more();
  expect(screen.getByRole("button").textContent).toBe(String(ORDERS.length));
});
