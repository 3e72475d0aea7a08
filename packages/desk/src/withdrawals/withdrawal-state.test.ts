// What speaks for a withdrawal and against it, from what the server shows.
// @vitest-environment node

import type { WithdrawalCase } from "@truetick/contract/desk";
import { expect, test } from "vitest";
import { checksOf, isWithdrawalOpen, NEW_METHOD_SEC } from "./withdrawal-state.ts";

const GOOD: WithdrawalCase = {
  id: "7",
  userId: "3",
  uid: "8204117",
  channel: "coin",
  currencyCode: "BTC",
  network: "Bitcoin",
  amount: "100.000000",
  fee: "1.000000",
  received: "0.001",
  status: "reviewing",
  approvals: 0,
  createdAt: 10_000_000,
  dueAt: 10_086_400,
  decidedAt: null,
  isThirdParty: false,
  hasQuestion: false,
  hash: "ab",
  destination: [],
  destinationHash: "cd",
  methodBoundAt: 10_000_000 - NEW_METHOD_SEC,
  certifiedName: "A",
  memo: "",
  rate: "0.00001",
  approvedBy: [],
  depositedTotal: "100.000000",
  paidTotal: "0.000000",
  history: [{ id: "1", amount: "5", status: "paid", createdAt: 1, isSameDestination: true }],
  reversedDeposits: [],
  freezeReason: "",
  question: "",
  answer: "",
  rejection: null,
  remark: "",
  provider: "manual",
  payoutKey: "",
  reference: "",
  canMarkPaid: false,
};

const badOf = (shown: WithdrawalCase) =>
  checksOf(shown)
    .filter(({ isGood }) => !isGood)
    .map(({ key }) => key);

test("nothing speaks against a good one", () => {
  expect(badOf(GOOD)).toEqual([]);
});

test.each([
  ["name", { isThirdParty: true }],
  ["age", { methodBoundAt: GOOD.createdAt - NEW_METHOD_SEC + 1 }],
  ["known", { history: [] }],
  ["covered", { depositedTotal: "99.999999" }],
  [
    "card",
    {
      reversedDeposits: [
        { depositId: "4", kind: "disputed", amount: "5.00", currencyCode: "USD", at: 1 },
      ],
    },
  ],
  ["free", { freezeReason: "Investigation" }],
] as const)("%s is noticed alone", (key, change) => {
  expect(badOf({ ...GOOD, ...change })).toEqual([key]);
});

test("a payment to another destination, or one that failed, is none to this", () => {
  const other = { id: "1", amount: "5", createdAt: 1 } as const;
  expect(
    badOf({
      ...GOOD,
      history: [
        { ...other, status: "paid", isSameDestination: false },
        { ...other, status: "returned", isSameDestination: true },
      ],
    }),
  ).toEqual(["known"]);
});

test("open is what somebody still has to do something about", () => {
  expect(["reviewing", "approved", "paying"].every((one) => isWithdrawalOpen(one as "paid"))).toBe(
    true,
  );
  expect(isWithdrawalOpen("paid")).toBe(false);
  expect(isWithdrawalOpen("unconfirmed")).toBe(false);
});
