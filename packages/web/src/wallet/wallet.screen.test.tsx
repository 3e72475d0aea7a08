// The wallet says what is under way in and out, counts where money may go, and follows live; demo
// users are told that it takes a real account.

import { cleanup, screen } from "@testing-library/react";
import {
  requestDeposits,
  requestPayoutMethods,
  requestWithdrawals,
  type WithdrawalStatus,
  withdrawalToWire,
} from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { CardScreen } from "../card/card.screen.tsx";
import { showScreen, type Wires } from "../testing/show-screen.tsx";
import { WalletScreen } from "./wallet.screen.tsx";

afterEach(cleanup);

const WITHDRAWALS = requestWithdrawals({ channel: null, page: 1 }).path;
const NOW = Math.floor(Date.now() / 1_000);

function withdrawalsOf(status: WithdrawalStatus) {
  const withdrawal = withdrawalToWire({
    id: "5",
    amount: "100.000000",
    received: "99.000000",
    fee: "1.000000",
    status,
    statusText: `state ${status}`,
    createdAt: NOW - 120,
    createdAtText: "",
    channel: "coin",
    coinAddress: "T",
    payeeAccount: "",
    notes: "",
    currency: { code: "USDT", network: "TRC20" },
    dueAt: NOW + 3_600,
    decidedAt: 0,
    approvals: 0,
    reference: "",
    question: "",
    answer: "",
    canCancel: true,
  });
  return { data: [withdrawal], total: 1 };
}

test("what is under way is a link to it with its state, and leaves when it is over", async () => {
  const wires: Wires = {
    [requestDeposits({ channel: null, page: 1 }).path]: { data: [], total: 0 },
    [WITHDRAWALS]: withdrawalsOf("reviewing"),
    [requestPayoutMethods({ channel: null, currencyId: null }).path]: { data: [] },
  };
  const { say } = await showScreen(<WalletScreen />, { wires });
  const row = screen.getByText("state reviewing").closest("a");
  expect(row?.getAttribute("href")).toBe("/mine/withdraw?record=5");
  wires[WITHDRAWALS] = withdrawalsOf("paid");
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
