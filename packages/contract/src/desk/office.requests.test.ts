// The requests of the apps about people, adjustments, messages, settings, statements and freezes
// speak of declared calls, with fields that those calls know and accept.

import { expect, test } from "vitest";
import { CALLS } from "../calls.ts";
import {
  requestAdjustmentMonths,
  requestAdjustments,
  requestDisputeAdjustment,
} from "../cashier/adjustment.requests.ts";
import { requestPayoutFreeze } from "../cashier/freeze.requests.ts";
import { requestStatement, statementCsvPath } from "../cashier/statement.requests.ts";
import { statementFromWire, statementToWire } from "../cashier/statement.ts";
import {
  requestAnswerDispute,
  requestDeskAdjustments,
  requestDisputes,
} from "./adjustment.requests.ts";
import { EXPORTS, exportPath } from "./export.ts";
import { requestOutbox } from "./outbox.requests.ts";
import { requestDeskSettings } from "./setting.requests.ts";
import {
  requestDeskUser,
  requestDeskUserLedger,
  requestDeskUsers,
  requestEndUserSessions,
  requestFreezeUser,
  requestNoteUser,
  requestUnfreezeUser,
} from "./user.requests.ts";
import { deskUserFromWire, deskUserToWire } from "./user.ts";

test.each([
  ["listDeskUsers", requestDeskUsers({ search: "a@b", isDemo: false, cursor: "9" })],
  ["listDeskUsers", requestDeskUsers({ search: "", isDemo: true, cursor: "" })],
  ["showDeskUser", requestDeskUser("7")],
  ["listDeskUserLedger", requestDeskUserLedger({ userId: "7", accountId: null, cursor: "1.2" })],
  ["listDeskUserLedger", requestDeskUserLedger({ userId: "7", accountId: "3", cursor: "" })],
  ["freezeUser", requestFreezeUser({ userId: "7", hours: 72, reason: "why" })],
  ["unfreezeUser", requestUnfreezeUser("7", "why")],
  ["endUserSessions", requestEndUserSessions("7", "why")],
  ["noteUser", requestNoteUser("7", "two\nlines")],
  ["listDeskAdjustments", requestDeskAdjustments({ userId: null, cursor: "" })],
  ["listDeskAdjustments", requestDeskAdjustments({ userId: "7", cursor: "4" })],
  ["listDisputes", requestDisputes({ status: "answered", cursor: "" })],
  ["answerDispute", requestAnswerDispute("7", "because")],
  ["listOutbox", requestOutbox({ state: "refused", cursor: "4" })],
  ["listOutbox", requestOutbox({ state: null, cursor: "" })],
  ["listDeskSettings", requestDeskSettings()],
  ["getStatement", requestStatement({ from: 0, to: 5 }, "")],
  ["getStatement", requestStatement({ from: 0, to: 5 }, "17.1")],
  ["listAdjustments", requestAdjustments("")],
  ["disputeAdjustment", requestDisputeAdjustment("7", "no")],
  ["listAdjustmentMonths", requestAdjustmentMonths()],
  ["getPayoutFreeze", requestPayoutFreeze()],
] as const)("%s is asked for by its declared path and fields", (name, request) => {
  const call = CALLS[name];
  const fields = "fields" in request ? request.fields : request.query;
  expect(request.path).toBe(call.path);
  expect("fields" in request).toBe(call.effect === "write");
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test.each([
  ["downloadStatement", statementCsvPath({ from: 0, to: 5 })],
  ...EXPORTS.map((what) => ["exportRows", exportPath({ what, from: 0, to: 5 })] as const),
] as const)("%s is downloaded from its declared path: %s", (name, address) => {
  const call = CALLS[name];
  const { pathname, searchParams } = new URL(address, "https://trade.example.test");
  expect(pathname).toBe(call.path);
  expect(call.input.safeParse(Object.fromEntries(searchParams)).success).toBe(true);
});

test("a person and a statement come back from the wire as they were", () => {
  const user = {
    id: "7",
    uid: "123456789",
    email: "a•••@example.test",
    mobile: "",
    isDemo: false,
    isCertified: true,
    area: "HK",
    cash: "1.000000",
    frozenUntil: null,
    createdAt: 5,
  };
  expect(deskUserFromWire(deskUserToWire(user))).toEqual(user);
  const statement = {
    from: 0,
    to: 5,
    opening: "0.000000",
    closing: "1.000000",
    currency: "USD",
    lineCount: 1,
    totals: [{ cause: "deposit", label: "Deposits", amount: "1.000000", count: 1 }],
    lines: [
      {
        id: "1",
        amount: "1.000000",
        balance: "1.000000",
        cause: "deposit",
        causeId: "4",
        memo: "Deposit 4",
        reason: "",
        at: 3,
      },
    ],
    next: "",
  };
  expect(statementFromWire(statementToWire(statement))).toEqual(statement);
});
