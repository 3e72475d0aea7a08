// Withdrawals as those see them who decide about them, and the currencies in which is paid out.
// Browser-safe: no schema library; `withdrawal.calls.ts` declares the calls. What two people must
// agree on is named by `hash`: destination, amount, fee and what is received (H08).

import {
  type PayoutChannel,
  type PayoutCurrency,
  type PayoutCurrencyWire,
  payoutCurrencyFromWire,
  payoutCurrencyToWire,
} from "../cashier/payout-method.ts";
import type { WithdrawalStatus } from "../cashier/withdrawal.ts";
import {
  type ReversedDeposit,
  type ReversedDepositWire,
  reversedDepositFromWire,
  reversedDepositToWire,
} from "./reversal.ts";

/** Why one is rejected: counted in public (H11), with words for the trader beside. */
export const WITHDRAWAL_REJECTIONS = [
  "details_wrong",
  "third_party",
  "funds_unclear",
  "law",
  "other",
] as const;
export type WithdrawalRejection = (typeof WITHDRAWAL_REJECTIONS)[number];

export type WithdrawalRow = {
  readonly id: string;
  readonly userId: string;
  readonly uid: string;
  readonly channel: PayoutChannel;
  readonly currencyCode: string;
  readonly network: string;
  /** USD, 6 decimals. */
  readonly amount: string;
  readonly fee: string;
  /** In the payout currency. */
  readonly received: string;
  readonly status: WithdrawalStatus;
  readonly approvals: number;
  /** Unix seconds; null where it has not happened. */
  readonly createdAt: number;
  readonly dueAt: number;
  readonly decidedAt: number | null;
  /** The payee is not who the member is certified as. */
  readonly isThirdParty: boolean;
  /** The member was asked something and has not answered. */
  readonly hasQuestion: boolean;
};

export type WithdrawalRowWire = {
  id: string;
  user_id: string;
  uid: string;
  channel: PayoutChannel;
  currency_code: string;
  network: string;
  amount: string;
  fee: string;
  received: string;
  status: WithdrawalStatus;
  approvals: number;
  created_at: number;
  due_at: number;
  decided_at: number;
  is_third_party: boolean;
  has_question: boolean;
};

/** One line of the destination: the name of a field as a form has it, and what stands there. */
export type DestinationLine = { readonly field: string; readonly value: string };

export type WithdrawalApproval = {
  readonly staffId: string;
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
};

/** Another withdrawal of the same member. */
export type WithdrawalPast = {
  readonly id: string;
  readonly amount: string;
  readonly status: WithdrawalStatus;
  readonly createdAt: number;
  readonly isSameDestination: boolean;
};

export type WithdrawalCase = WithdrawalRow & {
  /** What is approved; both must say the same. */
  readonly hash: string;
  /** Whole: whoever pays needs it. */
  readonly destination: readonly DestinationLine[];
  readonly destinationHash: string;
  readonly methodBoundAt: number;
  readonly certifiedName: string;
  readonly memo: string;
  readonly rate: string;
  readonly approvedBy: readonly WithdrawalApproval[];
  /** USD over the member's whole life, 6 decimals; less what went back to a card. */
  readonly depositedTotal: string;
  readonly paidTotal: string;
  readonly history: readonly WithdrawalPast[];
  /** Card deposits of the member that were refunded or are disputed. */
  readonly reversedDeposits: readonly ReversedDeposit[];
  /** By staff; empty when not. */
  readonly freezeReason: string;
  readonly question: string;
  readonly answer: string;
  readonly rejection: WithdrawalRejection | null;
  readonly remark: string;
  /** "manual": somebody pays outside and enters the reference. */
  readonly provider: string;
  readonly payoutKey: string;
  readonly reference: string;
  readonly canMarkPaid: boolean;
};

export type WithdrawalCaseWire = WithdrawalRowWire & {
  hash: string;
  destination: { field: string; value: string }[];
  destination_hash: string;
  method_bound_at: number;
  certified_name: string;
  memo: string;
  rate: string;
  approved_by: { staff_id: string; name: string; at: number }[];
  deposited_total: string;
  paid_total: string;
  history: {
    id: string;
    amount: string;
    status: WithdrawalStatus;
    created_at: number;
    is_same_destination: boolean;
  }[];
  reversed_deposits: ReversedDepositWire[];
  freeze_reason: string;
  question: string;
  answer: string;
  rejection: WithdrawalRejection | "";
  remark: string;
  provider: string;
  payout_key: string;
  reference: string;
  can_mark_paid: boolean;
};

export function withdrawalRowToWire(row: WithdrawalRow): WithdrawalRowWire {
  return {
    id: row.id,
    user_id: row.userId,
    uid: row.uid,
    channel: row.channel,
    currency_code: row.currencyCode,
    network: row.network,
    amount: row.amount,
    fee: row.fee,
    received: row.received,
    status: row.status,
    approvals: row.approvals,
    created_at: row.createdAt,
    due_at: row.dueAt,
    decided_at: row.decidedAt ?? 0,
    is_third_party: row.isThirdParty,
    has_question: row.hasQuestion,
  };
}

export function withdrawalRowFromWire(wire: WithdrawalRowWire): WithdrawalRow {
  return {
    id: wire.id,
    userId: wire.user_id,
    uid: wire.uid,
    channel: wire.channel,
    currencyCode: wire.currency_code,
    network: wire.network,
    amount: wire.amount,
    fee: wire.fee,
    received: wire.received,
    status: wire.status,
    approvals: wire.approvals,
    createdAt: wire.created_at,
    dueAt: wire.due_at,
    decidedAt: wire.decided_at || null,
    isThirdParty: wire.is_third_party,
    hasQuestion: wire.has_question,
  };
}

export function withdrawalCaseToWire(shown: WithdrawalCase): WithdrawalCaseWire {
  return {
    ...withdrawalRowToWire(shown),
    hash: shown.hash,
    destination: shown.destination.map((line) => ({ ...line })),
    destination_hash: shown.destinationHash,
    method_bound_at: shown.methodBoundAt,
    certified_name: shown.certifiedName,
    memo: shown.memo,
    rate: shown.rate,
    approved_by: shown.approvedBy.map(({ staffId, name, at }) => ({ staff_id: staffId, name, at })),
    deposited_total: shown.depositedTotal,
    paid_total: shown.paidTotal,
    history: shown.history.map((past) => ({
      id: past.id,
      amount: past.amount,
      status: past.status,
      created_at: past.createdAt,
      is_same_destination: past.isSameDestination,
    })),
    reversed_deposits: shown.reversedDeposits.map(reversedDepositToWire),
    freeze_reason: shown.freezeReason,
    question: shown.question,
    answer: shown.answer,
    rejection: shown.rejection ?? "",
    remark: shown.remark,
    provider: shown.provider,
    payout_key: shown.payoutKey,
    reference: shown.reference,
    can_mark_paid: shown.canMarkPaid,
  };
}

export function withdrawalCaseFromWire(wire: WithdrawalCaseWire): WithdrawalCase {
  return {
    ...withdrawalRowFromWire(wire),
    hash: wire.hash,
    destination: wire.destination,
    destinationHash: wire.destination_hash,
    methodBoundAt: wire.method_bound_at,
    certifiedName: wire.certified_name,
    memo: wire.memo,
    rate: wire.rate,
    approvedBy: wire.approved_by.map(({ staff_id, name, at }) => ({ staffId: staff_id, name, at })),
    depositedTotal: wire.deposited_total,
    paidTotal: wire.paid_total,
    history: wire.history.map((past) => ({
      id: past.id,
      amount: past.amount,
      status: past.status,
      createdAt: past.created_at,
      isSameDestination: past.is_same_destination,
    })),
    reversedDeposits: wire.reversed_deposits.map(reversedDepositFromWire),
    freezeReason: wire.freeze_reason,
    question: wire.question,
    answer: wire.answer,
    rejection: wire.rejection || null,
    remark: wire.remark,
    provider: wire.provider,
    payoutKey: wire.payout_key,
    reference: wire.reference,
    canMarkPaid: wire.can_mark_paid,
  };
}

/** A payout currency as its keepers see it; changed by a proposal of kind `draw_currency`. */
export type PayoutRail = PayoutCurrency & {
  readonly channel: PayoutChannel;
  /** The market whose middle is the rate; empty: `fixedRate` is. */
  readonly marketCode: string;
  readonly fixedRate: string;
  readonly isOffered: boolean;
};

export type PayoutRailWire = PayoutCurrencyWire & {
  channel: PayoutChannel;
  market_code: string;
  fixed_rate: string;
  is_offered: boolean;
};

export function payoutRailToWire(rail: PayoutRail): PayoutRailWire {
  return {
    ...payoutCurrencyToWire(rail),
    channel: rail.channel,
    market_code: rail.marketCode,
    fixed_rate: rail.fixedRate,
    is_offered: rail.isOffered,
  };
}

export function payoutRailFromWire(wire: PayoutRailWire): PayoutRail {
  return {
    ...payoutCurrencyFromWire(wire),
    channel: wire.channel,
    marketCode: wire.market_code,
    fixedRate: wire.fixed_rate,
    isOffered: wire.is_offered,
  };
}

/** The kind of a proposal about one. */
export const PAYOUT_RAIL_KIND = "draw_currency";

/** The payload of a proposal of kind `draw_currency`, as JSON text. */
export type PayoutRailProposal = {
  /** Null: a new one. Code, network and channel of an old one stay. */
  readonly id: string | null;
  readonly code: string;
  readonly network: string;
  readonly channel: PayoutChannel;
  readonly feeKind: "fixed" | "percent";
  readonly fee: string;
  /** One of the two is null. */
  readonly marketCode: string | null;
  readonly fixedRate: string | null;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly decimals: number;
  readonly isOffered: boolean;
};
