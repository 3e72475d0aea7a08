// A withdrawal, its quote and what the house promises about all of them: on the wire and in our own
// words. The only file that knows the spec's spelling (draw, real_number). Browser-safe: no schema
// library here; `withdrawal.calls.ts` declares the calls. Amounts and fees are USD, 6 decimals;
// what is received is in the payout currency.

import { type PayoutChannel, payoutChannelFromWire, payoutChannelToWire } from "./payout-method.ts";

/** In the order of a good life; the last three end it otherwise. */
export const WITHDRAWAL_STATUSES = [
  "unconfirmed",
  "reviewing",
  "approved",
  "paying",
  "paid",
  "rejected",
  "cancelled",
  "returned",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** How long the mailed code is good, and how often it may be typed wrong. */
export const WITHDRAWAL_CODE_MINUTES = 15;
export const WITHDRAWAL_CODE_TRIES_MAX = 5;
/** How long a quote holds. */
export const PAYOUT_QUOTE_SEC = 60;
/** Of a question or its answer. */
export const WITHDRAWAL_TEXT_MAX = 500;

export type Withdrawal = {
  readonly id: string;
  readonly amount: string;
  readonly fee: string;
  readonly received: string;
  readonly status: WithdrawalStatus;
  /** In the reader's language. */
  readonly statusText: string;
  /** Unix seconds, and as text for people (UTC). */
  readonly createdAt: number;
  readonly createdAtText: string;
  readonly channel: PayoutChannel;
  /** Empty for banks. */
  readonly coinAddress: string;
  /** Masked; empty for coins. */
  readonly payeeAccount: string;
  /** Why it was rejected or returned, in words; empty otherwise. */
  readonly notes: string;
  readonly currency: { readonly code: string; readonly network: string };
  /** Unix seconds: decided by then. */
  readonly dueAt: number;
  /** Unix seconds; 0 while undecided. */
  readonly decidedAt: number;
  /** How many of the two have approved. */
  readonly approvals: number;
  /** The bank's or the chain's, once paid. */
  readonly reference: string;
  /** What the reviewer asks, and what was answered; empty when nothing. */
  readonly question: string;
  readonly answer: string;
  readonly canCancel: boolean;
};

export type WithdrawalWire = {
  id: string;
  number: string;
  real_number: string;
  fee: string;
  status: WithdrawalStatus;
  status_name: string;
  created_at: string;
  created_at_unix: number;
  type: number;
  address: string;
  payee_account: string;
  notes: string;
  draw_currency: { code: string; protocol: string };
  due_at: number;
  decided_at: number;
  approvals: number;
  reference: string;
  question: string;
  answer: string;
  can_cancel: number;
};

export type WithdrawalPage = {
  readonly withdrawals: readonly Withdrawal[];
  readonly total: number;
};

export function withdrawalToWire(withdrawal: Withdrawal): WithdrawalWire {
  return {
    id: withdrawal.id,
    number: withdrawal.amount,
    real_number: withdrawal.received,
    fee: withdrawal.fee,
    status: withdrawal.status,
    status_name: withdrawal.statusText,
    created_at: withdrawal.createdAtText,
    created_at_unix: withdrawal.createdAt,
    type: payoutChannelToWire(withdrawal.channel),
    address: withdrawal.coinAddress,
    payee_account: withdrawal.payeeAccount,
    notes: withdrawal.notes,
    draw_currency: { code: withdrawal.currency.code, protocol: withdrawal.currency.network },
    due_at: withdrawal.dueAt,
    decided_at: withdrawal.decidedAt,
    approvals: withdrawal.approvals,
    reference: withdrawal.reference,
    question: withdrawal.question,
    answer: withdrawal.answer,
    can_cancel: withdrawal.canCancel ? 1 : 0,
  };
}

export function withdrawalFromWire(wire: WithdrawalWire): Withdrawal {
  return {
    id: wire.id,
    amount: wire.number,
    received: wire.real_number,
    fee: wire.fee,
    status: wire.status,
    statusText: wire.status_name,
    createdAtText: wire.created_at,
    createdAt: wire.created_at_unix,
    channel: payoutChannelFromWire(wire.type),
    coinAddress: wire.address,
    payeeAccount: wire.payee_account,
    notes: wire.notes,
    currency: { code: wire.draw_currency.code, network: wire.draw_currency.protocol },
    dueAt: wire.due_at,
    decidedAt: wire.decided_at,
    approvals: wire.approvals,
    reference: wire.reference,
    question: wire.question,
    answer: wire.answer,
    canCancel: wire.can_cancel === 1,
  };
}

/** What the request was answered with. */
export type RequestedWithdrawal = {
  readonly id: string;
  readonly amount: string;
  readonly received: string;
  readonly fee: string;
  readonly status: WithdrawalStatus;
  /** A code is on its way by mail. */
  readonly needsConfirmation: boolean;
  readonly dueAt: number;
};

export type RequestedWithdrawalWire = {
  id: string;
  number: string;
  real_number: string;
  fee: string;
  status: WithdrawalStatus;
  needs_confirmation: number;
  due_at: number;
};

export function requestedWithdrawalToWire(asked: RequestedWithdrawal): RequestedWithdrawalWire {
  return {
    id: asked.id,
    number: asked.amount,
    real_number: asked.received,
    fee: asked.fee,
    status: asked.status,
    needs_confirmation: asked.needsConfirmation ? 1 : 0,
    due_at: asked.dueAt,
  };
}

export function requestedWithdrawalFromWire(wire: RequestedWithdrawalWire): RequestedWithdrawal {
  return {
    id: wire.id,
    amount: wire.number,
    received: wire.real_number,
    fee: wire.fee,
    status: wire.status,
    needsConfirmation: wire.needs_confirmation === 1,
    dueAt: wire.due_at,
  };
}

/** What would be received; holds until `expiresAt`. */
export type PayoutQuote = {
  readonly id: string;
  readonly amount: string;
  readonly fee: string;
  readonly received: string;
  readonly rate: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** USD that may leave now. */
  readonly available: string;
  /** Why it would be refused, as a reason and in words; null: it would not. */
  readonly refusal: { readonly reason: string; readonly text: string } | null;
};

export type PayoutQuoteWire = {
  quote_id: string;
  number: string;
  fee: string;
  received: string;
  usd_price: string;
  expires_at: number;
  available: string;
  refusal: string;
  refusal_msg: string;
};

export function payoutQuoteToWire(quote: PayoutQuote): PayoutQuoteWire {
  return {
    quote_id: quote.id,
    number: quote.amount,
    fee: quote.fee,
    received: quote.received,
    usd_price: quote.rate,
    expires_at: quote.expiresAt,
    available: quote.available,
    refusal: quote.refusal?.reason ?? "",
    refusal_msg: quote.refusal?.text ?? "",
  };
}

export function payoutQuoteFromWire(wire: PayoutQuoteWire): PayoutQuote {
  const { refusal, refusal_msg } = wire;
  return {
    id: wire.quote_id,
    amount: wire.number,
    fee: wire.fee,
    received: wire.received,
    rate: wire.usd_price,
    expiresAt: wire.expires_at,
    available: wire.available,
    refusal: refusal === "" ? null : { reason: refusal, text: refusal_msg },
  };
}
