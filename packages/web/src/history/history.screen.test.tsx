// The account log leads from every line to its cause; an adjustment carries its reason and can be
// disputed (H10).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { accountLogEntryToWire, requestAccountLog } from "@truetick/contract";
import {
  adjustmentToWire,
  requestAdjustments,
  requestDisputeAdjustment,
} from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { HistoryScreen } from "./history.screen.tsx";

afterEach(cleanup);

const AT = 1_794_745_317;

function entryOf(id: string, cause: { readonly kind: string; readonly id: string }, memo: string) {
  return accountLogEntryToWire({
    id,
    amount: "-1.600000",
    balance: "4997.240000",
    cause: cause.kind,
    causeId: cause.id,
    memo,
    createdAt: AT,
    createdAtText: "",
  });
}

const ADJUSTMENT = adjustmentToWire({
  id: "3",
  amount: "12.500000",
  reason: "A fee was charged twice.",
  agreedBy: ["Staff 7", "Staff 9"],
  bookedAt: AT,
  disputes: [],
  canDispute: true,
});
const DISPUTE = requestDisputeAdjustment("3", "It was charged three times.");

const WIRES = {
  [requestAccountLog(1).path]: {
    data: [
      entryOf("9", { kind: "profit", id: "2" }, "Profit or loss of order 2"),
      entryOf("8", { kind: "deposit", id: "1" }, "Deposit 1"),
      entryOf("7", { kind: "protection", id: "2" }, "Negative balance protection"),
    ],
    total: 3,
  },
  [requestAdjustments("").path]: { data: [ADJUSTMENT], next: "" },
  [DISPUTE.path]: null,
};

const hrefOf = (text: string) => screen.getByText(text).closest("a")?.getAttribute("href") ?? null;

test("every line that has a cause with a page leads there", async () => {
  await showScreen(<HistoryScreen />, { wires: WIRES });
  expect(hrefOf("Profit or loss of order 2")).toBe("/order?type=3&id=2");
  expect(hrefOf("Deposit 1")).toBe("/mine/charge?record=1");
  expect(hrefOf("Negative balance protection")).toBeNull();
});

test("H10: an adjustment says why and who agreed, and a dispute of it is sent", async () => {
  const { written, toasts } = await showScreen(<HistoryScreen />, { wires: WIRES });
  expect(screen.getByText("A fee was charged twice.")).toBeTruthy();
  expect(screen.getByText(/Staff 7, Staff 9/)).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Dispute" })));
  const form = document.querySelector("form");
  if (!form) throw new Error("no form");
  await act(async () => fireEvent.submit(form));
  expect(screen.getByText("Please say what is wrong.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("What is wrong with it?"), {
    target: { value: "It was charged three times." },
  });
  await act(async () => fireEvent.submit(form));
  expect(written.map(({ fields }) => fields)).toEqual([DISPUTE.fields]);
  expect(toasts()).toEqual(["We have your dispute"]);
});
