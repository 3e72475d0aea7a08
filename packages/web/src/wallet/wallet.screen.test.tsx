// The wallet says what is under way in and out, counts where money may go, and follows live; demo
// users are told that it takes a real account.

import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { CardScreen } from "../card/card.screen.tsx";
import { showScreen } from "../testing/show-screen.tsx";
import { WalletScreen } from "./wallet.screen.tsx";

afterEach(cleanup);

const WIRES = {
  "/api/quickCharge/quick_ist": { data: [], total: 0 },
  "/api/account/draw_list": { data: [], total: 0 },
  "/api/wallet/get_draw_method": { data: [] },
};

const withdrawal = (status: string) => ({
  id: "5",
  number: "100.000000",
  real_number: "99.000000",
  fee: "1.000000",
  status,
  status_name: `state ${status}`,
  created_at: "",
  created_at_unix: Math.floor(Date.now() / 1_000) - 120,
  type: 1,
  address: "T",
  payee_account: "",
  notes: "",
  draw_currency: { code: "USDT", protocol: "TRC20" },
  due_at: Math.floor(Date.now() / 1_000) + 3_600,
  decided_at: 0,
  approvals: 0,
  reference: "",
  question: "",
  answer: "",
  can_cancel: 1,
});

test("what is under way is a link to it with its state, and leaves when it is over", async () => {
  const wires = {
    ...WIRES,
    "/api/account/draw_list": { data: [withdrawal("reviewing")], total: 1 },
  };
  const { say } = await showScreen(<WalletScreen />, { wires });
  const row = screen.getByText("state reviewing").closest("a");
  expect(row?.getAttribute("href")).toBe("/mine/withdraw?record=5");
  wires["/api/account/draw_list"] = { data: [withdrawal("paid")], total: 1 };
  await say({ type: "CASHIER", kinds: ["withdrawal"] });
  expect(screen.getByText("Nothing is under way.")).toBeTruthy();
});

test.each([
  ["the wallet", <WalletScreen key="wallet" />],
  ["the card page", <CardScreen key="card" />],
])("a demo user is told at %s", async (_name, shown) => {
  await showScreen(shown, { isDemo: true });
  expect(screen.getByText("Please register or log in to a real account")).toBeTruthy();
});
