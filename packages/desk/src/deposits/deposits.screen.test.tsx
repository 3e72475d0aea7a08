// Deciding a deposit as an operator does it: by keyboard, what is approved is what was shown, and
// nothing happens on the screen that the server did not say (H08, T85, T87).

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  type DepositCase,
  depositCaseToWire,
  depositRowToWire,
  type Role,
} from "@truetick/contract/desk";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const HASH = "ab".repeat(32);

const CASE: DepositCase = {
  id: "4",
  userId: "3",
  uid: "620000890",
  kind: "coin",
  currencyCode: "USDT",
  protocolCode: "TRC20",
  amount: "2400",
  expectedUsd: "2400",
  creditUsd: null,
  state: "reviewing",
  approvals: 0,
  approvalsNeeded: 2,
  createdAt: 1_000,
  dueAt: 2_000,
  decidedAt: null,
  hasTwin: false,
  hasQuestion: false,
  reversal: null,
  hasReversalNews: false,
  hash: HASH,
  address: "T-address",
  bankName: "",
  payeeAccount: "",
  bankRemark: "",
  note: "",
  proofUrl: "",
  twins: [],
  unitsPerUsd: "1",
  rateMarket: null,
  rateSeq: null,
  worthUsd: "2400",
  approvedBy: [],
  reference: "",
  remark: "",
  question: "",
  answer: "",
  problem: "",
  memberEmail: "",
  memberCountry: "",
  memberSince: 10,
  depositedTotal: "0",
  history: [],
  reversals: [],
  reversalsUpTo: null,
};

const BASE = "/v1/api/desk";
let open: OpenDesk;

afterEach(() => open.close());

function at(
  address: string,
  shown: DepositCase = CASE,
  hash = HASH,
  role: Role = "finance",
  others: Parameters<typeof openDesk>[2] = {},
) {
  open = openDesk(address, staffOf("1", role), {
    [`${BASE}/deposit/list`]: { wire: { data: [depositRowToWire(shown)], next: "" } },
    [`${BASE}/deposit/show`]: { wire: depositCaseToWire(shown) },
    [`${BASE}/object_hash`]: { wire: { hash } },
    [`${BASE}/user/ledger`]: { wire: { data: [], next: "" } },
    ...others,
  });
}

function press(key: string): void {
  fireEvent.keyDown(window, { key });
}

test("j opens the first, a approves exactly what is shown under a reference", async () => {
  at("/desk/deposits");
  await screen.findByRole("list", { name: "Deposits" });
  act(() => press("j"));
  await screen.findByText("same by both ways of computing it");
  expect(window.location.pathname).toBe("/desk/deposits/4");
  act(() => press("a"));
  const dialog = await screen.findByRole("dialog");
  fireEvent.submit(within(dialog).getByLabelText("Reference").closest("form") ?? dialog);
  expect(within(dialog).getByText("This is needed.")).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText("Reference"), { target: { value: "TX-9" } });
  open.answer(`${BASE}/deposit/approve`, {
    wire: depositCaseToWire({ ...CASE, approvals: 1 }),
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  await screen.findByText("Approved: 2,400 USDT");
  expect(open.sent).toEqual([
    { path: `${BASE}/deposit/approve`, fields: { id: "4", hash: HASH, reference: "TX-9" } },
  ]);
});

test("a refusal stays in the dialog in the server's words, with what was typed", async () => {
  at("/desk/deposits/4");
  open.answer(`${BASE}/deposit/approve`, { reason: "OBJECT_CHANGED", text: "It has changed." });
  fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText("Reference"), { target: { value: "TX-9" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  expect((await within(dialog).findByRole("alert")).textContent).toContain("It has changed.");
  expect(within(dialog).getByDisplayValue("TX-9")).toBeTruthy();
});

test("two hashes that differ cannot be approved (H08)", async () => {
  at("/desk/deposits/4", CASE, "cd".repeat(32));
  expect((await screen.findByRole("alert")).textContent).toContain("two different hashes");
  const approve = await screen.findByRole("button", { name: "Approve" });
  expect(approve.hasAttribute("disabled")).toBe(true);
  act(() => press("a"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("whoever approved first is not offered the second approval (T87)", async () => {
  const approvedBy = [{ staffId: "1", name: "Operator 1", at: 1_500 }];
  at("/desk/deposits/4", { ...CASE, approvals: 1, approvedBy });
  const approve = await screen.findByRole("button", { name: "Approve" });
  expect(approve.hasAttribute("disabled")).toBe(true);
  expect(await screen.findByText("Second: nobody yet")).toBeTruthy();
});

test("a book that cannot be read is not shown as an empty one", async () => {
  at("/desk/deposits/4");
  await screen.findByText("No line yet.");
  open.close();
  at("/desk/deposits/4", CASE, HASH, "finance", {
    [`${BASE}/user/ledger`]: { reason: "UNAVAILABLE", text: "Not now." },
  });
  const alert = await screen.findByText("Not now.");
  expect(screen.queryByText("No line yet.")).toBeNull();
  open.answer(`${BASE}/user/ledger`, { wire: { data: [], next: "" } });
  fireEvent.click(within(alert.parentElement ?? alert).getByRole("button"));
  await screen.findByText("No line yet.");
});

test("what is decided offers nothing; who may only read neither", async () => {
  at("/desk/deposits/4", { ...CASE, state: "rejected", remark: "Not arrived" });
  await screen.findByText("Remark: Not arrived");
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  open.close();
  at("/desk/deposits/4", CASE, HASH, "compliance");
  await screen.findByText("same by both ways of computing it");
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("support finds no deposits in the places and none at their address (T85)", async () => {
  at("/desk/deposits/4", CASE, HASH, "support");
  await screen.findByText("Not for your role");
  const places = screen.getAllByRole("navigation", { name: "Places" })[0];
  expect(places && within(places).queryByText("Deposits")).toBeNull();
});

const REVERSED: DepositCase = {
  ...CASE,
  kind: "card",
  currencyCode: "USD",
  protocolCode: "",
  amount: "50.00",
  state: "credited",
  reversal: { kind: "disputed", amount: "50.00", at: 3_000 },
  hasReversalNews: true,
  reversals: [
    {
      about: "dispute",
      ref: "dp_1",
      state: "open",
      amount: "50.00",
      currencyCode: "USD",
      since: 3_000,
      doesFit: true,
    },
    {
      about: "refund",
      ref: "re_1",
      state: "done",
      amount: null,
      currencyCode: "JPY",
      since: 3_000,
      doesFit: false,
    },
  ],
  reversalsUpTo: "9",
};

test("a disputed card payment is marked, found, and leads to an adjustment (H10)", async () => {
  at("/desk/deposits/4?reversed=waiting", REVERSED, HASH, "admin");
  const table = await screen.findByRole("table", { name: "After the payment" });
  expect(within(table).getByText("Dispute: Open")).toBeTruthy();
  expect(within(table).getByText("in JPY")).toBeTruthy();
  expect(within(table).getByText("Does not fit the deposit")).toBeTruthy();
  const list = screen.getByRole("list", { name: "Deposits" });
  expect(within(list).getByText(/^Disputed 50.00, /)).toBeTruthy();
  expect(screen.getByDisplayValue("Refunded or disputed: to look at")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Propose one on the member’s page" });
  expect(link.getAttribute("href")).toContain("/desk/users/3");
});

test("whoever has looked says what was shown", async () => {
  at("/desk/deposits/4", REVERSED);
  fireEvent.click(await screen.findByRole("button", { name: "I have looked" }));
  const dialog = await screen.findByRole("dialog");
  open.answer(`${BASE}/deposit/look_reversals`, {
    wire: depositCaseToWire({ ...REVERSED, hasReversalNews: false }),
  });
  fireEvent.click(within(dialog).getByRole("button", { name: "I have looked" }));
  await screen.findByText("Noted that you have looked");
  expect(open.sent).toMatchObject([
    { path: `${BASE}/deposit/look_reversals`, fields: { id: "4", up_to: "9" } },
  ]);
});

test("a session that has ended leads to the login, at the same address", async () => {
  at("/desk/deposits/4?status=reviewing");
  await screen.findByText("same by both ways of computing it");
  act(() => open.desk.session.end("expired"));
  await screen.findByText(/Your session has ended/);
  expect(window.location.pathname + window.location.search).toBe(
    "/desk/deposits/4?status=reviewing",
  );
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});
