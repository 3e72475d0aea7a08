// A row of orders shows what its order says now, whichever of its fields has changed: what prices
// move is painted without a render, and everything else is rendered.

import { act, cleanup } from "@testing-library/react";
import type { Order } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { Profiler } from "react";
import { afterEach, expect, test } from "vitest";
import type { OpenBook } from "../account/open-book.ts";
import { useApp } from "../app/app.ts";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { showScreen } from "../testing/show-screen.tsx";
import type { Column } from "./order-columns.ts";
import { OrderRow } from "./order-row.tsx";

afterEach(cleanup);

const ORDER: Order = {
  id: "7",
  status: "holding",
  side: "buy",
  market: { id: "1", code: "EURUSD", displayCode: "EUR/USD", pricePrecision: 5 },
  lots: "0.10",
  leverage: 30,
  askedPrice: "1.10000",
  openPrice: "1.10000",
  closingPrice: "1.10100",
  profit: "10.000000",
  margin: "366.700000",
  fee: "0.100000",
  financing: "0.000000",
  stopLoss: null,
  takeProfit: null,
  trailingDistance: null,
  trailingLevel: null,
  pendingKind: null,
  expiresAt: null,
  endReason: null,
  endReasonText: "",
  placedAt: 1_794_745_317,
  placedAtText: "",
  openedAt: 1_794_745_317,
  endedAt: null,
  endedAtText: "",
  openSeq: 3,
  closeSeq: null,
  partOf: null,
};

const COLUMNS: readonly Column[] = [
  "market",
  "side",
  "lots",
  "now",
  "sl",
  "tp",
  "margin",
  "profit",
];
const ACTS = { onOpen: () => undefined, onEnd: () => undefined };

const bookOf = (order: Order): OpenBook => ({
  account: sampleAccount(),
  orders: new Map([[order.id, order]]),
});

/** As the lists of orders show it: the order of the last news. */
function Row() {
  const order = useStore(useApp().account.still)?.orders.get(ORDER.id) ?? ORDER;
  return (
    <table>
      <tbody>
        <OrderRow order={order} columns={COLUMNS} acts={ACTS} />
      </tbody>
    </table>
  );
}

const textOf = (column: Column) =>
  document.querySelector(`[data-cell="${column}"]`)?.textContent ?? "";

test.each<[Column, Partial<Order>, string]>([
  ["now", { closingPrice: "1.10200" }, "1.10200"],
  ["profit", { profit: "-3.500000" }, "−3.500000"],
  ["sl", { trailingLevel: "1.09500" }, "1.09500"],
  ["sl", { stopLoss: "1.09000" }, "1.09000"],
  ["tp", { takeProfit: "1.12000" }, "1.12000"],
  ["lots", { lots: "0.05" }, "0.05"],
  ["margin", { margin: "183.350000" }, "183.350000"],
  ["side", { side: "sell" }, "Sell"],
])("%s follows %o", async (column, changed, expected) => {
  const account = movingAccount(bookOf(ORDER));
  const show = (order: Order) => act(async () => account.set(bookOf(order)));
  await showScreen(<Row />, { account });
  expect(textOf(column)).not.toBe(expected);
  // A price has moved in between, as it nearly always has.
  await show({ ...ORDER, profit: "9.000000", market: { ...ORDER.market } });
  await show({ ...ORDER, profit: "9.000000", ...changed });
  expect(textOf(column)).toBe(expected);
});

test("prices are painted without a render of the row, and news brings the newest", async () => {
  const account = movingAccount(bookOf(ORDER));
  let renders = 0;
  const row = (
    <Profiler id="row" onRender={() => (renders += 1)}>
      <Row />
    </Profiler>
  );
  await showScreen(row, { account });
  const before = renders;
  const moved = { ...ORDER, profit: "-3.500000", closingPrice: "1.09965" };
  await act(async () => account.set(bookOf(moved)));
  expect(textOf("profit")).toBe("−3.500000");
  expect(document.querySelector("[data-cell=profit] [data-direction]")).toHaveProperty(
    "dataset.direction",
    "down",
  );
  expect(textOf("now")).toBe("1.09965");
  expect(renders).toBe(before);
  await act(async () => account.set(bookOf({ ...moved, takeProfit: "1.12000" })));
  expect(renders).toBe(before + 1);
  expect(textOf("profit"), "not that of the last news").toBe("−3.500000");
  expect(textOf("now")).toBe("1.09965");
});

test("an order that has ended shows what it ended with", async () => {
  const ended = {
    ...ORDER,
    status: "closed",
    closingPrice: "1.10300",
    profit: "30.000000",
  } as const;
  await showScreen(
    <table>
      <tbody>
        <OrderRow order={ended} columns={["close", "profit"]} acts={ACTS} />
      </tbody>
    </table>,
    { account: movingAccount(bookOf(ORDER)) },
  );
  expect(textOf("close")).toBe("1.10300");
  expect(textOf("profit")).toBe("+30.000000");
});
