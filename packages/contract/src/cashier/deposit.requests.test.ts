// The requests of the apps about deposits speak of declared calls, with fields that those calls
// know and accept, and mean what they say; what the wire says is what was meant.

import { describe, expect, test } from "vitest";
import {
  CALLS,
  coinDraftFromFields,
  depositCasesFromFields,
  testCardFromFields,
  wireCurrencyFromFields,
  wireDraftFromFields,
} from "../calls.ts";
import {
  requestApproveDeposit,
  requestAskDeposit,
  requestDepositCase,
  requestDepositCases,
  requestInvalidateDeposit,
  requestLookAtReversals,
  requestRejectDeposit,
} from "../desk/deposit.requests.ts";
import {
  type DepositCase,
  depositCaseFromWire,
  depositCaseToWire,
  depositRowFromWire,
  depositRowToWire,
} from "../desk/deposit.ts";
import { requestRails } from "../desk/rail.requests.ts";
import {
  requestAnswerDeposit,
  requestCancelTestCard,
  requestCardOffer,
  requestDeposit,
  requestDepositCurrencies,
  requestDepositNetworks,
  requestDeposits,
  requestPayTestCard,
  requestStartCard,
  requestSubmitDeposit,
  requestSubmitWire,
  requestWireOptions,
} from "./deposit.requests.ts";
import {
  type Deposit,
  type DepositNetwork,
  depositFromWire,
  depositNetworkFromWire,
  depositNetworkToWire,
  depositToWire,
} from "./deposit.ts";

const coin = { networkId: "3", amount: "0.5", address: "bc1q", proof: null, memo: " tx 1 " };
const wire = { optionId: "2", amount: "100", proof: "/files/abc" };
const hash = "ab".repeat(32);

test.each([
  ["listDepositCurrencies", requestDepositCurrencies()],
  ["listDepositNetworks", requestDepositNetworks()],
  ["listWireOptions", requestWireOptions("EUR")],
  ["submitDeposit", requestSubmitDeposit(coin)],
  ["submitWireDeposit", requestSubmitWire(wire)],
  ["listDeposits", requestDeposits({ channel: "bank", page: 2 })],
  ["listDeposits", requestDeposits({ channel: null, page: 1 })],
  ["getDeposit", requestDeposit("7")],
  ["answerDeposit", requestAnswerDeposit({ depositId: "7", text: "mine" })],
  ["getCardOffer", requestCardOffer()],
  ["startCardDeposit", requestStartCard("50")],
  ["payTestCard", requestPayTestCard({ depositId: "7", cardNumber: "4242 4242 4242 4242" })],
  ["cancelTestCard", requestCancelTestCard("7")],
  [
    "listDepositCases",
    requestDepositCases({
      state: "stuck",
      reversed: null,
      kind: "card",
      query: "abc",
      cursor: "9",
    }),
  ],
  [
    "listDepositCases",
    requestDepositCases({ state: "stuck", reversed: "all", kind: null, query: "", cursor: "" }),
  ],
  ["lookAtReversals", requestLookAtReversals({ id: "7", upTo: "3" })],
  ["showDepositCase", requestDepositCase("7")],
  ["approveDeposit", requestApproveDeposit({ id: "7", hash, reference: "" })],
  ["rejectDeposit", requestRejectDeposit({ id: "7", remark: "no" })],
  ["invalidateDeposit", requestInvalidateDeposit({ id: "7", remark: "no" })],
  ["askDeposit", requestAskDeposit({ id: "7", question: "why" })],
  ["listRails", requestRails()],
] as const)("the app's call of %s is the declared one", (name, request) => {
  const { path, input } = CALLS[name];
  const fields = "query" in request ? request.query : request.fields;
  expect(request.path).toBe(path);
  expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(input.safeParse(fields)).toMatchObject({ success: true });
});

describe("fields mean what they say", () => {
  test("of coins, wires and cards", () => {
    const { input } = CALLS.submitDeposit;
    expect(coinDraftFromFields(input.parse(requestSubmitDeposit(coin).fields))).toEqual({
      networkId: 3,
      amount: "0.5",
      proofUrl: null,
      shownAddress: "bc1q",
      note: "tx 1",
    });
    const wired = CALLS.submitWireDeposit.input.parse(requestSubmitWire(wire).fields);
    expect(wireDraftFromFields(wired)).toEqual({
      optionId: 2,
      amount: "100",
      proofUrl: "/files/abc",
    });
    expect(testCardFromFields({ id: "7", card: "4242-4242 4242" })).toEqual({
      depositId: 7,
      cardNumber: "424242424242",
    });
    expect(wireCurrencyFromFields({ bank_coin: "eur" })).toBe("EUR");
    expect(wireCurrencyFromFields({})).toBe(null);
    expect(depositCasesFromFields({})).toMatchObject({ state: "reviewing", after: null });
  });
});

const deposit: Deposit = {
  id: "7",
  amount: "0.50000000",
  channel: "coin",
  kind: "coin",
  currencyCode: "BTC",
  protocolCode: "BTC",
  status: "rejected",
  createdAt: 1_800_000_000,
  createdAtText: "15 Jan 2027",
  remark: "no",
  expectedUsd: null,
  creditedUsd: "1.000000",
  dueAt: 1_800_086_400,
  decidedAt: null,
  reference: "",
  question: "why",
  answer: "",
  payUrl: "",
};

const network: DepositNetwork = {
  id: "1",
  currencyCode: "BTC",
  protocolCode: "BTC",
  address: "bc1q",
  memo: "",
  unitsPerUsd: null,
  min: "0.1",
  max: "1",
  fingerprint: "0123abcd",
  confirmations: 2,
};

const shown: DepositCase = {
  id: "7",
  userId: "1",
  uid: "123456789",
  kind: "wire",
  currencyCode: "EUR",
  protocolCode: "",
  amount: "100.00",
  expectedUsd: "108.000000",
  creditUsd: null,
  state: "reviewing",
  approvals: 1,
  approvalsNeeded: 2,
  createdAt: 1_800_000_000,
  dueAt: null,
  decidedAt: null,
  hasTwin: true,
  hasQuestion: false,
  reversal: { kind: "refunded", amount: null, at: 1_800_000_002 },
  hasReversalNews: true,
  hash,
  address: "",
  bankName: "Bank",
  payeeAccount: "DE00",
  bankRemark: "123456789",
  note: "",
  proofUrl: "/files/abc",
  twins: [{ id: "6", uid: "1", state: "credited", createdAt: 1, isSamePicture: true }],
  unitsPerUsd: "0.9",
  rateMarket: "EURUSD",
  rateSeq: "42",
  worthUsd: null,
  approvedBy: [{ staffId: "2", name: "Ann", at: 1_800_000_001 }],
  reference: "r",
  remark: "",
  question: "",
  answer: "",
  problem: "",
  memberEmail: "a@example.test",
  memberCountry: "DE",
  memberSince: 1_700_000_000,
  depositedTotal: "0.000000",
  history: [
    { id: "5", kind: "coin", amount: "1", currencyCode: "BTC", state: "invalid", createdAt: 2 },
  ],
  reversals: [
    {
      about: "refund",
      ref: "re_1",
      state: "done",
      amount: null,
      currencyCode: "JPY",
      since: 1_800_000_002,
      doesFit: false,
    },
  ],
  reversalsUpTo: "3",
};

test("what is put on the wire is what is read from it", () => {
  expect(depositFromWire(depositToWire(deposit))).toEqual(deposit);
  expect(depositToWire(deposit)).toMatchObject({ status: 2, type: 0, number: "0.50000000" });
  expect(depositNetworkFromWire(depositNetworkToWire(network))).toEqual(network);
  expect(depositCaseFromWire(depositCaseToWire(shown))).toEqual(shown);
  expect(depositRowFromWire(depositRowToWire(shown))).toMatchObject({ id: "7", hasTwin: true });
});
