// Deposits as those see them who decide about them. Browser-safe: no schema library;
// `deposit.calls.ts` declares the calls. What people agree on is named by `hash`: whose it is, the
// amount, the reference it was found under and what is credited (H08).

import type { DepositKind } from "../cashier/deposit.ts";
import {
  type DepositReversal,
  type DepositReversalWire,
  type ReversalThing,
  type ReversalThingWire,
  reversalFromWire,
  reversalToWire,
  thingFromWire,
  thingToWire,
} from "./reversal.ts";

/**
 * "unpaid": a card payment that has not come back. "crediting": decided, on its way into the books.
 * "stuck": decided, and the books refused it; somebody must look.
 */
export const DEPOSIT_STATES = [
  "unpaid",
  "reviewing",
  "crediting",
  "stuck",
  "credited",
  "rejected",
  "invalid",
] as const;
export type DepositState = (typeof DEPOSIT_STATES)[number];

export type DepositRow = {
  readonly id: string;
  readonly userId: string;
  readonly uid: string;
  readonly kind: DepositKind;
  readonly currencyCode: string;
  readonly protocolCode: string;
  /** In its own currency. */
  readonly amount: string;
  /** USD: the estimate of when it was reported, and what was decided; null where there is none. */
  readonly expectedUsd: string | null;
  readonly creditUsd: string | null;
  readonly state: DepositState;
  /** Of the deposit as it stands. */
  readonly approvals: number;
  readonly approvalsNeeded: number;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly dueAt: number | null;
  readonly decidedAt: number | null;
  /** The picture, or one much like it, came with another deposit (T61). */
  readonly hasTwin: boolean;
  /** The member was asked something and has not answered. */
  readonly hasQuestion: boolean;
  /** Of cards: refunded or disputed; null: the payment stands. */
  readonly reversal: DepositReversal | null;
  /** Something was said about the payment that nobody here has looked at. */
  readonly hasReversalNews: boolean;
};

export type DepositRowWire = {
  id: string;
  user_id: string;
  uid: string;
  kind: DepositKind;
  currency_code: string;
  protocol_code: string;
  amount: string;
  expected_usd: string;
  credit_usd: string;
  state: DepositState;
  approvals: number;
  approvals_needed: number;
  created_at: number;
  due_at: number;
  decided_at: number;
  has_twin: boolean;
  has_question: boolean;
  reversal: DepositReversalWire | null;
  has_reversal_news: boolean;
};

/** Another deposit whose picture is the same, or much alike. */
export type DepositTwin = {
  readonly id: string;
  readonly uid: string;
  readonly state: DepositState;
  readonly createdAt: number;
  readonly isSamePicture: boolean;
};

/** Another deposit of the same member. */
export type DepositPast = {
  readonly id: string;
  readonly kind: DepositKind;
  readonly amount: string;
  readonly currencyCode: string;
  readonly state: DepositState;
  readonly createdAt: number;
};

export type DepositApproval = {
  readonly staffId: string;
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
};

export type DepositCase = DepositRow & {
  /** What is approved; whoever approves says it back. */
  readonly hash: string;
  /** Of coins: where they should have gone. */
  readonly address: string;
  /** Of wires: the account, and what the payer should have written. */
  readonly bankName: string;
  readonly payeeAccount: string;
  readonly bankRemark: string;
  /** The sender's own words. */
  readonly note: string;
  /** Empty: no picture came along. */
  readonly proofUrl: string;
  readonly twins: readonly DepositTwin[];
  /** Units that one USD buys, now or when it was decided; null: there is no price. */
  readonly unitsPerUsd: string | null;
  /** The row of the tape the price is from; null: a price fixed by the rail. */
  readonly rateMarket: string | null;
  readonly rateSeq: string | null;
  /** USD by the price of now, while nothing is decided. */
  readonly worthUsd: string | null;
  readonly approvedBy: readonly DepositApproval[];
  readonly reference: string;
  readonly remark: string;
  readonly question: string;
  readonly answer: string;
  /** Why the books refused it; empty: they did not. */
  readonly problem: string;
  readonly memberEmail: string;
  readonly memberCountry: string;
  readonly memberSince: number;
  /** USD over the member's whole life, 6 decimals. */
  readonly depositedTotal: string;
  readonly history: readonly DepositPast[];
  readonly reversals: readonly ReversalThing[];
  /** The newest news of them that is shown here; null: none. Whoever has looked says it back. */
  readonly reversalsUpTo: string | null;
};

export type DepositCaseWire = DepositRowWire & {
  hash: string;
  address: string;
  bank_name: string;
  payee_account: string;
  bank_remark: string;
  note: string;
  proof_url: string;
  twins: {
    id: string;
    uid: string;
    state: DepositState;
    created_at: number;
    is_same_picture: boolean;
  }[];
  usd_price: string;
  rate_market: string;
  rate_seq: string;
  worth_usd: string;
  approved_by: { staff_id: string; name: string; at: number }[];
  reference: string;
  remark: string;
  question: string;
  answer: string;
  problem: string;
  member_email: string;
  member_country: string;
  member_since: number;
  deposited_total: string;
  history: {
    id: string;
    kind: DepositKind;
    amount: string;
    currency_code: string;
    state: DepositState;
    created_at: number;
  }[];
  reversals: ReversalThingWire[];
  reversals_up_to: string;
};

const textOf = (value: string | null): string => value ?? "";
const given = (text: string): string | null => (text === "" ? null : text);

export function depositRowToWire(row: DepositRow): DepositRowWire {
  return {
    id: row.id,
    user_id: row.userId,
    uid: row.uid,
    kind: row.kind,
    currency_code: row.currencyCode,
    protocol_code: row.protocolCode,
    amount: row.amount,
    expected_usd: textOf(row.expectedUsd),
    credit_usd: textOf(row.creditUsd),
    state: row.state,
    approvals: row.approvals,
    approvals_needed: row.approvalsNeeded,
    created_at: row.createdAt,
    due_at: row.dueAt ?? 0,
    decided_at: row.decidedAt ?? 0,
    has_twin: row.hasTwin,
    has_question: row.hasQuestion,
    reversal: row.reversal && reversalToWire(row.reversal),
    has_reversal_news: row.hasReversalNews,
  };
}

export function depositRowFromWire(wire: DepositRowWire): DepositRow {
  return {
    id: wire.id,
    userId: wire.user_id,
    uid: wire.uid,
    kind: wire.kind,
    currencyCode: wire.currency_code,
    protocolCode: wire.protocol_code,
    amount: wire.amount,
    expectedUsd: given(wire.expected_usd),
    creditUsd: given(wire.credit_usd),
    state: wire.state,
    approvals: wire.approvals,
    approvalsNeeded: wire.approvals_needed,
    createdAt: wire.created_at,
    dueAt: wire.due_at || null,
    decidedAt: wire.decided_at || null,
    hasTwin: wire.has_twin,
    hasQuestion: wire.has_question,
    reversal: wire.reversal && reversalFromWire(wire.reversal),
    hasReversalNews: wire.has_reversal_news,
  };
}

export function depositCaseToWire(shown: DepositCase): DepositCaseWire {
  const { hash, address, note, reference, remark, question, answer, problem } = shown;
  return {
    ...depositRowToWire(shown),
    ...{ hash, address, note, reference, remark, question, answer, problem },
    bank_name: shown.bankName,
    payee_account: shown.payeeAccount,
    bank_remark: shown.bankRemark,
    proof_url: shown.proofUrl,
    twins: shown.twins.map(({ createdAt, isSamePicture, ...twin }) => ({
      ...twin,
      created_at: createdAt,
      is_same_picture: isSamePicture,
    })),
    usd_price: textOf(shown.unitsPerUsd),
    rate_market: textOf(shown.rateMarket),
    rate_seq: textOf(shown.rateSeq),
    worth_usd: textOf(shown.worthUsd),
    approved_by: shown.approvedBy.map(({ staffId, name, at }) => ({ staff_id: staffId, name, at })),
    member_email: shown.memberEmail,
    member_country: shown.memberCountry,
    member_since: shown.memberSince,
    deposited_total: shown.depositedTotal,
    history: shown.history.map(({ currencyCode, createdAt, ...past }) => ({
      ...past,
      currency_code: currencyCode,
      created_at: createdAt,
    })),
    reversals: shown.reversals.map(thingToWire),
    reversals_up_to: textOf(shown.reversalsUpTo),
  };
}

export function depositCaseFromWire(wire: DepositCaseWire): DepositCase {
  const { hash, address, note, reference, remark, question, answer, problem } = wire;
  return {
    ...depositRowFromWire(wire),
    ...{ hash, address, note, reference, remark, question, answer, problem },
    bankName: wire.bank_name,
    payeeAccount: wire.payee_account,
    bankRemark: wire.bank_remark,
    proofUrl: wire.proof_url,
    twins: wire.twins.map(({ created_at, is_same_picture, ...twin }) => ({
      ...twin,
      createdAt: created_at,
      isSamePicture: is_same_picture,
    })),
    unitsPerUsd: given(wire.usd_price),
    rateMarket: given(wire.rate_market),
    rateSeq: given(wire.rate_seq),
    worthUsd: given(wire.worth_usd),
    approvedBy: wire.approved_by.map(({ staff_id, name, at }) => ({ staffId: staff_id, name, at })),
    memberEmail: wire.member_email,
    memberCountry: wire.member_country,
    memberSince: wire.member_since,
    depositedTotal: wire.deposited_total,
    history: wire.history.map(({ currency_code, created_at, ...past }) => ({
      ...past,
      currencyCode: currency_code,
      createdAt: created_at,
    })),
    reversals: wire.reversals.map(thingFromWire),
    reversalsUpTo: given(wire.reversals_up_to),
  };
}
