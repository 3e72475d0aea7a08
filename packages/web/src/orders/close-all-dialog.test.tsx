// Closing everything tells what it brought, and what stayed open and why.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { closedOrdersToWire, requestCloseAll } from "@truetick/contract";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { CloseAllDialog } from "./close-all-dialog.tsx";

afterEach(cleanup);

const { path } = requestCloseAll({ marketId: null, isCancellingPending: false });
const CLOSED = {
  id: "1",
  orderId: "1",
  lots: "0.10",
  lotsLeft: "0.00",
  openPrice: "1.10000",
  closingPrice: "1.10100",
  profit: "10.000000",
  margin: "30.000000",
  fee: "0.100000",
  closedAt: 1_794_745_317,
  seq: 7,
};

async function closeAll(left: readonly { id: string; reason: "MARKET_CLOSED" }[]) {
  const answer = { orders: [CLOSED], profitTotal: "10.000000", cancelledIds: [], left };
  const shown = await showScreen(<CloseAllDialog onClose={() => undefined} />, {
    wires: { [path]: closedOrdersToWire(answer) },
  });
  await act(async () => {
    fireEvent.click(screen.getAllByRole("button", { name: "Close all" }).at(-1) ?? document.body);
  });
  return shown;
}

test("what stays open is told beside what closed", async () => {
  const shown = await closeAll([{ id: "9", reason: "MARKET_CLOSED" }]);
  expect(shown.written.map(({ fields }) => fields)).toEqual([{}]);
  expect(shown.toasts()).toEqual(["Positions closed: 1", "Still open: 1"]);
});

test("nothing is said about the rest when there is none", async () => {
  const shown = await closeAll([]);
  expect(shown.toasts()).toEqual(["Positions closed: 1"]);
});
