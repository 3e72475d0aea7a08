// The account log leads from every line to its cause; an adjustment carries its reason and can be
// disputed (H10).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { HistoryScreen } from "./history.screen.tsx";

afterEach(cleanup);

const entry = (id: string, cause: string, causeId: string, memo: string) => ({
  Id: id,
  Value: "-1.600000",
  Balance: "4997.240000",
  Cause: cause,
  CauseId: causeId,
  MemoTran: memo,
  CreatedAt: 1_794_745_317,
  CreatedAtTran: "",
});

const adjustment = {
  id: "3",
  amount: "12.500000",
  reason: "A fee was charged twice.",
  agreed_by: ["Staff 7", "Staff 9"],
  booked_at: 1_794_745_317,
  disputes: [],
  can_dispute: 1,
};

const WIRES = {
  "/v1/api/main/accountLog/forexChange": {
    data: [
      entry("9", "profit", "2", "Profit or loss of order 2"),
      entry("8", "deposit", "1", "Deposit 1"),
      entry("7", "protection", "2", "Negative balance protection"),
    ],
    total: 3,
  },
  "/v1/api/main/adjustment/list": { data: [adjustment], next: "" },
  "/v1/api/main/adjustment/dispute": null,
};

const hrefOf = (text: string) => screen.getByText(text).closest("a")?.getAttribute("href") ?? null;

test("every line that has a cause with a page leads there", async () => {
  await showScreen(<HistoryScreen />, { wires: WIRES });
  expect(hrefOf("Profit or loss of order 2")).toBe("/order?type=3&order=2");
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
  expect(written.map(({ fields }) => fields)).toEqual([
    { id: "3", text: "It was charged three times." },
  ]);
  expect(toasts()).toEqual(["We have your dispute"]);
});
