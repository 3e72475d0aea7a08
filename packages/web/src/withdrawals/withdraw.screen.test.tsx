// What stands between a member and a withdrawal is said in the specification's words, with the way
// on: no channel, no account set up, no address chosen, no amount.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import {
  type PayoutCurrency,
  type PayoutMethod,
  payoutCurrencyToWire,
  payoutMethodToWire,
  requestPayoutCurrencies,
  requestPayoutMethods,
  requestWithdrawal,
  requestWithdrawals,
} from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { WithdrawScreen } from "./withdraw.screen.tsx";

afterEach(cleanup);

const USDT: PayoutCurrency = {
  id: "1",
  code: "USDT",
  network: "TRC20",
  feeKind: "fixed",
  fee: "2.00",
  rate: "1.00",
  amountMin: "10.00",
  amountMax: "5000.00",
  decimals: 6,
};
const METHOD: PayoutMethod = {
  id: "3",
  channel: "coin",
  coinAddress: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  bankName: "",
  bankAddress: "",
  bankSwift: "",
  payeeName: "",
  payeeAccount: "",
  routingCode: "",
  branchName: "",
  payeeAddress: "",
  postCode: "",
  beneficiaryCurrency: "",
  remark: "",
  currency: { id: "1", code: "USDT", network: "TRC20" },
  usableAt: 1,
  createdAt: 1,
};

const wiresWith = (currencies: readonly PayoutCurrency[], methods: readonly PayoutMethod[]) => ({
  [requestPayoutCurrencies("coin").path]: { data: currencies.map(payoutCurrencyToWire) },
  [requestPayoutMethods({ channel: "coin", currencyId: null }).path]: {
    data: methods.map(payoutMethodToWire),
  },
  [requestWithdrawals({ channel: null, page: 1 }).path]: { data: [], total: 0 },
});

const NEW = {
  currencyId: USDT.id,
  methodId: METHOD.id,
  amount: "100.50",
  memo: "",
  quoteId: null,
  authCode: null,
};
const amountField = () => screen.getByLabelText<HTMLInputElement>("Amount");
const type = (amount: string) =>
  act(async () => fireEvent.change(amountField(), { target: { value: amount } }));

async function submit(): Promise<void> {
  const form = document.querySelector("form");
  if (!form) throw new Error("no form");
  await act(async () => fireEvent.submit(form));
}

test("without a currency there is no payment channel", async () => {
  await showScreen(<WithdrawScreen />, { path: "/mine/withdraw", wires: wiresWith([], []) });
  expect(screen.getByText("No payment channel")).toBeTruthy();
});

test("without a bound method one is set up first, and the way there is offered", async () => {
  await showScreen(<WithdrawScreen />, { path: "/mine/withdraw", wires: wiresWith([USDT], []) });
  expect(screen.getByText("Please set up a payment account first")).toBeTruthy();
  const way = [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(way).toContain("/mine/withdraw-way?type=1&currency=1&then=withdraw");
});

test("to a bank, a collection account is set first", async () => {
  const wires = wiresWith([{ ...USDT, code: "USD", network: "WIRE" }], []);
  await showScreen(<WithdrawScreen />, { path: "/mine/withdraw", wires });
  const bank = screen.getByRole("radio", { name: "Bank account" });
  await act(async () => fireEvent.click(bank));
  expect(screen.getByText(/^Please set a collection account first/)).toBeTruthy();
});

test("an amount and an address are needed, each said in its own words", async () => {
  const resting = { ...METHOD, usableAt: 4_000_000_000 };
  const wires = wiresWith([USDT], [resting]);
  const { written } = await showScreen(<WithdrawScreen />, { path: "/mine/withdraw", wires });
  await submit();
  expect(screen.getByText("Please enter the amount")).toBeTruthy();
  expect(screen.getByText("Please select a withdrawal address")).toBeTruthy();
  expect(written).toEqual([]);
});

test("a demo user is told that it takes a real account", async () => {
  await showScreen(<WithdrawScreen />, { path: "/mine/withdraw", isDemo: true });
  expect(screen.getByText("Please register or log in to a real account")).toBeTruthy();
});

test.each([
  ["10.000", "10000"],
  ["100,50", "100.50"],
  ["1.234,5", "1234.5"],
])("%s is what it is in the reader's notation", async (typed, amount) => {
  const wires = wiresWith([USDT], [METHOD]);
  const { written } = await showScreen(<WithdrawScreen />, { wires, languageTag: "de" });
  await type(typed);
  expect(screen.queryByTestId("received"), "it is quoted").not.toBeNull();
  await submit();
  expect(written[0]?.fields).toEqual(requestWithdrawal({ ...NEW, amount }).fields);
});

test("all there is, is written as the reader would type it", async () => {
  const account = movingAccount({
    account: sampleAccount({ available: "9961.390000" }),
    orders: new Map(),
  });
  const wires = wiresWith([USDT], [METHOD]);
  await showScreen(<WithdrawScreen />, { wires, languageTag: "de", account });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: /^All/ })));
  expect(amountField().value).toBe("9961,390000");
});
