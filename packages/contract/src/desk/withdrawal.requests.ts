// The calls of the desk about withdrawals as its app makes them. Browser-safe: no schema library.

import type { WithdrawalStatus } from "../cashier/withdrawal.ts";
import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type PayoutRail,
  type PayoutRailWire,
  payoutRailFromWire,
  type WithdrawalCase,
  type WithdrawalCaseWire,
  type WithdrawalRejection,
  type WithdrawalRow,
  type WithdrawalRowWire,
  withdrawalCaseFromWire,
  withdrawalRowFromWire,
} from "./withdrawal.ts";

export type WithdrawalRowPage = {
  readonly rows: readonly WithdrawalRow[];
  /** Where the next page begins; empty at the end. */
  readonly next: string;
};

/** Those who wait the longest first; of the decided ones the newest. */
export function requestWithdrawalCases(wanted: {
  readonly status: WithdrawalStatus;
  /** How a member's uid, or the number of a withdrawal, is written; empty: all. */
  readonly query: string;
  readonly cursor: string;
}): ReadRequest<WithdrawalRowPage> {
  const { status, query, cursor } = wanted;
  return {
    path: "/v1/api/desk/withdrawal/list",
    query: { status, ...(query === "" ? {} : { q: query }), ...(cursor === "" ? {} : { cursor }) },
    read: (wire) => {
      const { data, next } = wire as { data: WithdrawalRowWire[]; next: string };
      return { rows: data.map(withdrawalRowFromWire), next };
    },
  };
}

/** Shows the whole destination, and is written down. */
export function requestWithdrawalCase(id: string): ReadRequest<WithdrawalCase> {
  return { path: "/v1/api/desk/withdrawal/show", query: { id }, read: readCase };
}

/** The second person's approval releases the payment. */
export function requestApproveWithdrawal(approval: {
  readonly id: string;
  readonly hash: string;
}): WriteRequest<WithdrawalCase> {
  const { id, hash } = approval;
  return { path: "/v1/api/desk/withdrawal/approve", fields: { id, hash }, read: readCase };
}

/** The money goes back; the trader reads the remark. */
export function requestRejectWithdrawal(rejection: {
  readonly id: string;
  readonly reason: WithdrawalRejection;
  readonly remark: string;
}): WriteRequest<WithdrawalCase> {
  const { id, reason, remark } = rejection;
  return { path: "/v1/api/desk/withdrawal/reject", fields: { id, reason, remark }, read: readCase };
}

/** It was paid outside, under this reference. */
export function requestMarkPaid(payment: {
  readonly id: string;
  readonly reference: string;
}): WriteRequest<WithdrawalCase> {
  const { id, reference } = payment;
  return { path: "/v1/api/desk/withdrawal/mark_paid", fields: { id, reference }, read: readCase };
}

/** It could not be paid: the money goes back. */
export function requestReturnWithdrawal(failure: {
  readonly id: string;
  readonly remark: string;
}): WriteRequest<WithdrawalCase> {
  const { id, remark } = failure;
  return { path: "/v1/api/desk/withdrawal/return", fields: { id, remark }, read: readCase };
}

/** The deadline stays: a question is no way to stall (H11). */
export function requestAskWithdrawal(asked: {
  readonly id: string;
  readonly question: string;
}): WriteRequest<WithdrawalCase> {
  const { id, question } = asked;
  return { path: "/v1/api/desk/withdrawal/ask", fields: { id, question }, read: readCase };
}

export function requestPayoutRails(): ReadRequest<readonly PayoutRail[]> {
  return {
    path: "/v1/api/desk/draw_currency/list",
    query: {},
    read: (wire) => (wire as { data: PayoutRailWire[] }).data.map(payoutRailFromWire),
  };
}

function readCase(wire: unknown): WithdrawalCase {
  return withdrawalCaseFromWire(wire as WithdrawalCaseWire);
}
