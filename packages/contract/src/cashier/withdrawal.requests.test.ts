// The requests of the apps about money out speak of declared calls, with fields that those calls
// know and accept, and arrive as they were meant; what the server writes, the apps read back.

import { expect, test } from "vitest";
import { CALLS } from "../calls.ts";
import {
  requestApproveWithdrawal,
  requestAskWithdrawal,
  requestMarkPaid,
  requestPayoutRails,
  requestRejectWithdrawal,
  requestReturnWithdrawal,
  requestWithdrawalCase,
  requestWithdrawalCases,
} from "../desk/withdrawal.requests.ts";
import { newPayoutMethodFromFields } from "./payout-method.calls.ts";
import {
  requestBindPayoutMethod,
  requestPayoutCurrencies,
  requestPayoutMethods,
  requestRemovePayoutMethod,
} from "./payout-method.requests.ts";
import { payoutFieldOf, payoutMethodFromWire, payoutMethodToWire } from "./payout-method.ts";
import { withdrawalFromFields } from "./withdrawal.calls.ts";
import {
  requestAnswerWithdrawal,
  requestCancelWithdrawal,
  requestConfirmWithdrawal,
  requestPayoutQuote,
  requestWithdrawal,
  requestWithdrawalCode,
  requestWithdrawalPromise,
  requestWithdrawals,
} from "./withdrawal.requests.ts";

const bank = {
  channel: "bank",
  currencyId: "4",
  bankName: "First Harbour Bank",
  bankAddress: "1 Harbour Road",
  bankSwift: "DEUTDEFF",
  payeeName: "Chan Tai Man",
  payeeAccount: "DE89370400440532013000",
  routingCode: "021000021",
  branchName: "Central",
  payeeAddress: "2 Harbour Road",
  postCode: "EC1A 1BB",
  beneficiaryCurrency: "EUR",
  remark: "Rent",
} as const;
const coin = { channel: "coin", currencyId: "1", coinAddress: "T1" } as const;

const asked = {
  currencyId: "1",
  methodId: "2",
  amount: "10.5",
  memo: "Rent",
  quoteId: "q",
  authCode: "123456",
} as const;

const hash = "ab".repeat(32);

test.each([
  ["listPayoutCurrencies", requestPayoutCurrencies("bank")],
  ["listPayoutMethods", requestPayoutMethods({ channel: "coin", currencyId: "1" })],
  ["listPayoutMethods", requestPayoutMethods({ channel: null, currencyId: null })],
  ["bindPayoutMethod", requestBindPayoutMethod(bank)],
  ["bindPayoutMethod", requestBindPayoutMethod(coin)],
  ["removePayoutMethod", requestRemovePayoutMethod("2")],
  ["quoteWithdrawal", requestPayoutQuote({ currencyId: "1", amount: "10.000001" })],
  ["withdraw", requestWithdrawal(asked)],
  ["withdraw", requestWithdrawal({ ...asked, memo: "", quoteId: null, authCode: null })],
  ["confirmWithdrawal", requestConfirmWithdrawal({ withdrawalId: "3", code: "1234567" })],
  ["sendWithdrawalCode", requestWithdrawalCode("3")],
  ["cancelWithdrawal", requestCancelWithdrawal("3")],
  ["answerWithdrawal", requestAnswerWithdrawal({ withdrawalId: "3", text: "Yes" })],
  ["listWithdrawals", requestWithdrawals({ channel: "bank", page: 2 })],
  ["listWithdrawals", requestWithdrawals({ channel: null, page: 1 })],
  ["getWithdrawalPromise", requestWithdrawalPromise()],
  ["listWithdrawalCases", requestWithdrawalCases({ status: "paid", query: "12", cursor: "9" })],
  ["listWithdrawalCases", requestWithdrawalCases({ status: "paid", query: "", cursor: "" })],
  ["showWithdrawalCase", requestWithdrawalCase("3")],
  ["approveWithdrawal", requestApproveWithdrawal({ id: "3", hash })],
  ["rejectWithdrawal", requestRejectWithdrawal({ id: "3", reason: "law", remark: "No" })],
  ["markWithdrawalPaid", requestMarkPaid({ id: "3", reference: "0xabcd" })],
  ["returnWithdrawal", requestReturnWithdrawal({ id: "3", remark: "Closed" })],
  ["askWithdrawal", requestAskWithdrawal({ id: "3", question: "Why?" })],
  ["listPayoutRails", requestPayoutRails()],
] as const)("%s is asked for by its declared path and fields", (name, request) => {
  const call = CALLS[name];
  const fields = "fields" in request ? request.fields : request.query;
  expect(request.path).toBe(call.path);
  expect("fields" in request).toBe(call.effect === "write");
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("what a form holds arrives as it was meant", () => {
  const { bindPayoutMethod, withdraw } = CALLS;
  for (const method of [bank, coin]) {
    const { fields } = requestBindPayoutMethod(method);
    expect(newPayoutMethodFromFields(bindPayoutMethod.input.parse(fields))).toEqual(method);
  }
  const { fields } = requestWithdrawal(asked);
  expect(withdrawalFromFields(withdraw.input.parse(fields))).toEqual(asked);
});

test("T72: a method whose account number is not masked does not fit the declared answer", () => {
  const { channel: _, currencyId: __, ...fields } = bank;
  const method = {
    ...fields,
    id: "1",
    channel: "bank",
    coinAddress: "",
    currency: { id: "4", code: "EUR", network: "WIRE" },
    usableAt: 2,
    createdAt: 1,
  } as const;
  const { output } = CALLS.bindPayoutMethod;
  expect(output.safeParse(payoutMethodToWire(method)).success).toBe(false);
  const masked = { ...method, payeeAccount: "••••3000" };
  expect(output.safeParse(payoutMethodToWire(masked)).success).toBe(true);
  expect(payoutMethodFromWire(payoutMethodToWire(masked))).toEqual(masked);
});

test("a refusal's field is found by the wire's name", () => {
  expect(payoutFieldOf("bank_branch")).toBe("routingCode");
  expect(payoutFieldOf("dc_address")).toBe("coinAddress");
  expect(payoutFieldOf("number")).toBeNull();
});
