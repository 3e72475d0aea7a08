// The deposit screen as a person meets it: the specification's sentences beside the fields, the
// address that is sent is the one that was shown (T62), one that does not match its fingerprint is
// not shown at all (T63), states follow live, and a demo user is told.

import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { type DepositWire, depositToWire } from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { showScreen, type Wires } from "../testing/show-screen.tsx";
import { DepositsScreen } from "./deposits.screen.tsx";
import { fingerprintOf } from "./fingerprint.ts";

afterEach(cleanup);

const ADDRESS = "bc1qvdrhzw95knqz8g7kcdenxrregn6kkw8eqa84ws";
const NOW = Math.floor(Date.now() / 1_000);

function deposit(changes: Partial<DepositWire> = {}): DepositWire {
  const wire = depositToWire({
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
  });
  return { ...wire, ...changes };
}

async function wiresOf(changes: Wires = {}): Promise<Wires> {
  const bounds = { usd_price: "0.00001", min: "0.0005", max: "50" };
  const network = {
    id: "3",
    currency_code: "BTC",
    protocol_code: "BTC",
    address: ADDRESS,
    memo: "",
    fingerprint: (await fingerprintOf(ADDRESS)) ?? "",
    confirmations: 2,
    ...bounds,
  };
  const money = { id: "4", code: "USD", name: "US dollar", type: 1, ...bounds, usd_price: "1" };
  return {
    "/api/quickCharge/info": { data: [network] },
    "/api/quickCharge/symbols": { data: [money] },
    "/api/quickCharge/wire_info": { data: [] },
    "/api/quickCharge/quick_ist": { data: [], total: 0 },
    "/api/quickCharge/submit": deposit(),
    "/api/quickCharge/card_info": {
      is_available: 0,
      is_test: 0,
      currency: "USD",
      min: "10",
      max: "500",
    },
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
  expect(written.map(({ fields }) => fields)).toEqual([
    { charge_id: "3", number: "0.025", address: ADDRESS, proofImg: "", memo: "" },
  ]);
  expect(toasts()).toEqual(["We have your deposit 12"]);
});

test("T63: an address that does not match its fingerprint is not shown", async () => {
  const wires = await wiresOf();
  const { data } = wires["/api/quickCharge/info"] as { data: { address: string }[] };
  const changed = data.map((network) => ({ ...network, address: `${ADDRESS.slice(0, -1)}x` }));
  await showScreen(<DepositsScreen />, {
    wires: { ...wires, "/api/quickCharge/info": { data: changed } },
  });
  expect((await screen.findByRole("alert")).textContent).toContain("does not match");
  expect(screen.queryByText(changed[0]?.address ?? "")).toBeNull();
});

test("without an account to pay into there is no payment channel", async () => {
  await showScreen(<DepositsScreen />, { wires: await wiresOf() });
  await act(async () => fireEvent.click(screen.getByLabelText("Bank wire")));
  expect(screen.getByText("No payment channel")).toBeTruthy();
});

test("a wire needs an amount and a picture", async () => {
  const option = {
    id: "1",
    bank_name: "Bank",
    bank_address: "Street 1",
    bank_swift: "BANKUS33",
    payee_name: "House",
    payee_account: "0001",
    bank_remark: "REF 8204117",
    currency_code: "USD",
    usd_price: "1",
    min: "50",
    max: "1000",
  };
  const wires = await wiresOf({ "/api/quickCharge/wire_info": { data: [option] } });
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
  const wires = await wiresOf({
    "/api/quickCharge/quick_ist": { data: [deposit()], total: 1 },
  });
  const { say } = await showScreen(<DepositsScreen />, { wires });
  const list = screen.getByRole("list", { name: "Your deposits" });
  expect(within(list).getByText("Unchecked")).toBeTruthy();
  expect(list.textContent).toMatch(/Sent 10 minutes ago · Decided by .*\(in 23 hours\)/);
  const rejected = deposit({ status: 2, remark: "Nothing arrived." });
  wires["/api/quickCharge/quick_ist"] = { data: [rejected], total: 1 };
  await say({ type: "CASHIER", kinds: ["deposit"] });
  expect(list.textContent).toContain("Rejected");
  expect(list.textContent).toContain("Remark: Nothing arrived.");
});

test("H11: a deadline that has passed is said to have passed", async () => {
  const late = deposit({ created_at_unix: NOW - 90_000, due_at: NOW - 3_700 });
  const wires = await wiresOf({ "/api/quickCharge/quick_ist": { data: [late], total: 1 } });
  await showScreen(<DepositsScreen />, { wires });
  expect(screen.getByText(/Late: it was due 1 hour ago/)).toBeTruthy();
});

test("a demo user is told that it takes a real account", async () => {
  await showScreen(<DepositsScreen />, { isDemo: true });
  expect(screen.getByText("Please register or log in to a real account")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});
