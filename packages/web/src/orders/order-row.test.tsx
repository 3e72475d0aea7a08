// A row of orders shows what its order says now, whichever of its fields has changed: cells that no
// price moves rest, but not longer than that.

import { act, cleanup } from "@testing-library/react";
import type { Order } from "@truetick/contract";
import { createStore, useStore } from "@truetick/ui/state";
import { afterEach, expect, test } from "vitest";
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

const shown = createStore(ORDER);

function Row() {
  return (
    <table>
      <tbody>
        <OrderRow order={useStore(shown)} columns={COLUMNS} acts={ACTS} />
      </tbody>
    </table>
  );
}

const show = (order: Order) => act(async () => shown.set(order));

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
  shown.set(ORDER);
  await showScreen(<Row />);
  expect(textOf(column)).not.toBe(expected);
  // A price has moved in between, as it nearly always has.
  await show({ ...ORDER, profit: "9.000000", market: { ...ORDER.market } });
  await show({ ...ORDER, profit: "9.000000", ...changed });
  expect(textOf(column)).toBe(expected);
});
