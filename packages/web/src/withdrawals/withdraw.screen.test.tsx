// What stands between a member and a withdrawal is said in the specification's words, with the way
// on: no channel, no account set up, no address chosen, no amount. What nobody knows the outcome of
// is asked for again before anything else (T01).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import {
  type PayoutCurrency,
  type PayoutMethod,
  payoutCurrencyToWire,
  payoutMethodToWire,
  payoutQuoteToWire,
  requestedWithdrawalToWire,
  requestPayoutCurrencies,
  requestPayoutMethods,
  requestPayoutQuote,
  requestWithdrawal,
  requestWithdrawals,
} from "@truetick/contract/cashier";
import { afterEach, expect, test, vi } from "vitest";
import { movingAccount } from "../testing/moving-account.ts";
import { sampleAccount } from "../testing/sample-account.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { WithdrawScreen } from "./withdraw.screen.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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

const DRAW = requestWithdrawal(NEW).path;
const QUOTE = requestPayoutQuote({ currencyId: USDT.id, amount: NEW.amount }).path;
const HELD = requestedWithdrawalToWire({
  id: "12",
  amount: "100.50",
  received: "98.500000",
  fee: "2.00",
  status: "unconfirmed",
  needsConfirmation: true,
  dueAt: 0,
});

/** For a minute from now. */
const quoted = (id: string) =>
  payoutQuoteToWire({
    id,
    amount: "100.50",
    fee: "2.00",
    received: "98.500000",
    rate: "1.00",
    expiresAt: Date.now() / 1_000 + 60,
    available: "500.00",
    refusal: null,
  });

async function passSeconds(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await act(async () => void (await vi.advanceTimersByTimeAsync(1_000)));
  }
}

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

test("T01 what nobody knows is asked for as it was, though the quote is another one", async () => {
  vi.useFakeTimers();
  const wires = { ...wiresWith([USDT], [METHOD]), [QUOTE]: quoted("first") };
  const { written } = await showScreen(<WithdrawScreen />, { path: "/mine/withdraw", wires });
  await type(NEW.amount);
  await passSeconds(1);
  await submit();
  await passSeconds(6);
  const asked = requestWithdrawal({ ...NEW, quoteId: "first" }).fields;
  expect(written.map(({ fields }) => fields)).toEqual([asked, asked, asked, asked]);
  Object.assign(wires, { [QUOTE]: quoted("second"), [DRAW]: HELD });
  await passSeconds(60);
  await submit();
  await passSeconds(1);
  expect(written.slice(4).map(({ fields }) => fields)).toEqual([asked]);
  expect(screen.getByRole("dialog")).toBeTruthy();
});
