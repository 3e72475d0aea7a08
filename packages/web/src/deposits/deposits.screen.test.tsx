// The deposit screen as a person meets it: the specification's sentences beside the fields, the
// address that is sent is the one that was shown (T62), one that does not match its fingerprint is
// not shown at all (T63), states follow live, and a demo user is told.

import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import {
  cardOfferToWire,
  type Deposit,
  type DepositNetwork,
  depositCurrencyToWire,
  depositNetworkToWire,
  depositToWire,
  requestCardOffer,
  requestDepositCurrencies,
  requestDepositNetworks,
  requestDeposits,
  requestSubmitDeposit,
  requestWireOptions,
  wireOptionToWire,
} from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { showScreen, type Wires } from "../testing/show-screen.tsx";
import { DepositsScreen } from "./deposits.screen.tsx";
import { fingerprintOf } from "./fingerprint.ts";

afterEach(cleanup);

const ADDRESS = "bc1qvdrhzw95knqz8g7kcdenxrregn6kkw8eqa84ws";
const NOW = Math.floor(Date.now() / 1_000);
const NETWORKS = requestDepositNetworks().path;
const OPTIONS = requestWireOptions("USD").path;
const RECORDS = requestDeposits({ channel: null, page: 1 }).path;
/** What the form should send; its path is where it is sent to. */
const SENT = requestSubmitDeposit({
  networkId: "3",
  amount: "0.025",
  address: ADDRESS,
  proof: null,
  memo: "",
});

function recordsOf(changes: Partial<Deposit> = {}) {
  const deposit = depositToWire({
    id: "12",
    amount: "0.025",
    channel: "coin",
    kind: "coin",
    currencyCode: "BTC",
    protocolCode: "BTC",
    status: "unchecked",
    createdAt: NOW - 600,
    createdAtText: "",
    remark: "",
    expectedUsd: "2500.000000",
    creditedUsd: null,
    dueAt: NOW + 85_800,
    decidedAt: null,
    reference: "",
    question: "",
    answer: "",
    payUrl: "",
    ...changes,
  });
  return { data: [deposit], total: 1 };
}

async function networksOf(changes: Partial<DepositNetwork> = {}) {
  const network = depositNetworkToWire({
    id: "3",
    currencyCode: "BTC",
    protocolCode: "BTC",
    address: ADDRESS,
    memo: "",
    fingerprint: (await fingerprintOf(ADDRESS)) ?? "",
    confirmations: 2,
    unitsPerUsd: "0.00001",
    min: "0.0005",
    max: "50",
    ...changes,
  });
  return { data: [network] };
}

async function wiresOf(changes: Wires = {}): Promise<Wires> {
  const bounds = { min: "10", max: "500" };
  const money = { id: "4", code: "USD", name: "US dollar", unitsPerUsd: "1", ...bounds };
  const offer = { isAvailable: false, isTest: false, currency: "USD", ...bounds };
  return {
    [NETWORKS]: await networksOf(),
    [requestDepositCurrencies().path]: {
      data: [depositCurrencyToWire({ ...money, channel: "bank" })],
    },
    [OPTIONS]: { data: [] },
    [RECORDS]: { data: [], total: 0 },
    [SENT.path]: recordsOf().data[0],
    [requestCardOffer().path]: cardOfferToWire(offer),
    ...changes,
  };
}

const submit = () =>
  act(async () => {
    const form = document.querySelector("form");
    if (form) fireEvent.submit(form);
  });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("nothing is sent without an amount, and the specification's sentence says so", async () => {
  const { written } = await showScreen(<DepositsScreen />, { wires: await wiresOf() });
  await submit();
  expect(screen.getByText("Please enter charge amount")).toBeTruthy();
  type("Amount sent", "0.0004");
  await submit();
  expect(screen.getByText("The smallest deposit here is 0.0005 BTC.")).toBeTruthy();
  expect(written).toEqual([]);
});

test("T62: the address that was shown is sent with the amount as the wire spells it", async () => {
  const wires = await wiresOf();
  const { written, toasts } = await showScreen(<DepositsScreen />, { wires });
  type("Amount sent", "0,025");
  expect(screen.getByText(/≈ 2,500\.00 USD/)).toBeTruthy();
  await submit();
  expect(written.map(({ fields }) => fields)).toEqual([SENT.fields]);
  expect(toasts()).toEqual(["We have your deposit 12"]);
});

test("T63: an address that does not match its fingerprint is not shown", async () => {
  const address = `${ADDRESS.slice(0, -1)}x`;
  const wires = await wiresOf({ [NETWORKS]: await networksOf({ address }) });
  await showScreen(<DepositsScreen />, { wires });
  expect((await screen.findByRole("alert")).textContent).toContain("does not match");
  expect(screen.queryByText(address)).toBeNull();
});

test("without an account to pay into there is no payment channel", async () => {
  await showScreen(<DepositsScreen />, { wires: await wiresOf() });
  await act(async () => fireEvent.click(screen.getByLabelText("Bank wire")));
  expect(screen.getByText("No payment channel")).toBeTruthy();
});

test("a wire needs an amount and a picture", async () => {
  const option = wireOptionToWire({
    id: "1",
    bankName: "Bank",
    bankAddress: "Street 1",
    bankSwift: "BANKUS33",
    payeeName: "House",
    payeeAccount: "0001",
    bankRemark: "REF 8204117",
    currencyCode: "USD",
    unitsPerUsd: "1",
    min: "50",
    max: "1000",
  });
  const wires = await wiresOf({ [OPTIONS]: { data: [option] } });
  const { written } = await showScreen(<DepositsScreen />, { wires });
  await act(async () => fireEvent.click(screen.getByLabelText("Bank wire")));
  for (const text of ["Bank", "Street 1", "BANKUS33", "House", "0001", "REF 8204117"]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  await submit();
  expect(screen.getByText("Please enter recharge amount")).toBeTruthy();
  expect(screen.getByText("Please add an image of the transfer.")).toBeTruthy();
  expect(written).toEqual([]);
});

test("cards are offered only where they are taken", async () => {
  await showScreen(<DepositsScreen />, { wires: await wiresOf() });
  expect(screen.queryByLabelText("Card")).toBeNull();
});

test("a wait shows its age and deadline, and a decision follows live", async () => {
  const wires = await wiresOf({ [RECORDS]: recordsOf() });
  const { say } = await showScreen(<DepositsScreen />, { wires });
  const list = screen.getByRole("list", { name: "Your deposits" });
  expect(within(list).getByText("Unchecked")).toBeTruthy();
  expect(list.textContent).toMatch(/Sent 10 minutes ago · Decided by .*\(in 23 hours\)/);
  wires[RECORDS] = recordsOf({ status: "rejected", remark: "Nothing arrived." });
  await say({ type: "CASHIER", kinds: ["deposit"] });
  expect(list.textContent).toContain("Rejected");
  expect(list.textContent).toContain("Remark: Nothing arrived.");
});

test("H11: a deadline that has passed is said to have passed", async () => {
  const late = recordsOf({ createdAt: NOW - 90_000, dueAt: NOW - 3_700 });
  const wires = await wiresOf({ [RECORDS]: late });
  await showScreen(<DepositsScreen />, { wires });
  expect(screen.getByText(/Late: it was due 1 hour ago/)).toBeTruthy();
});

test("a demo user is told that it takes a real account", async () => {
  await showScreen(<DepositsScreen />, { isDemo: true });
  expect(screen.getByText("Please register or log in to a real account")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});
