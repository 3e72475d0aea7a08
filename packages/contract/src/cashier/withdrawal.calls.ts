// The calls about withdrawals. Whose account, and which method, is decided by the session and by
// the owner's rows, never by a field alone (T66). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, decimalField, givenText, idField, pageField, pageOf } from "../fields.calls.ts";
import { ACCOUNT_REASONS } from "../order-reasons.ts";
import { payoutChannelFromWire } from "./payout-method.ts";
import type { NewWithdrawal } from "./withdrawal.requests.ts";
import { WITHDRAWAL_STATUSES, WITHDRAWAL_TEXT_MAX } from "./withdrawal.ts";

const moment = z.int().min(0);
const status = z.enum(WITHDRAWAL_STATUSES);
/** Sealed by the server; opaque to everybody else. */
const quoteField = z.string().max(1_000).optional();
const codeField = z.string().max(64).optional();
const MEMO_MAX = 140;

const RequestedSchema = z.object({
  id: z.string(),
  number: decimal,
  real_number: decimal,
  fee: decimal,
  status,
  needs_confirmation: z.int().min(0).max(1),
  due_at: moment,
});

const QuoteInput = z.object({ draw_currency_id: idField, number: decimalField });

export function payoutQuoteFromFields(fields: z.output<typeof QuoteInput>) {
  return { currencyId: Number(fields.draw_currency_id), amount: fields.number };
}

const quoteWithdrawal = call({
  method: "GET",
  path: "/v1/api/main/withdrawal/quote",
  effect: "read",
  audience: "member",
  summary: "What would be received for an amount; holds for 60 seconds.",
  input: QuoteInput,
  output: z.object({
    quote_id: z.string(),
    number: decimal,
    fee: decimal,
    received: decimal,
    usd_price: decimal,
    expires_at: moment,
    available: decimal,
    refusal: z.string(),
    refusal_msg: z.string(),
  }),
  reasons: ["ACCOUNT_UNKNOWN", "PAYOUT_CURRENCY_UNKNOWN", "RATE_MISSING", "AMOUNT_INVALID"],
});

const DrawInput = z.object({
  draw_currency_id: idField,
  number: decimalField,
  memo: z.string().max(MEMO_MAX).optional(),
  draw_method_id: idField,
  quote_id: quoteField,
  auth_code: codeField,
});

export function withdrawalFromFields(fields: z.output<typeof DrawInput>): NewWithdrawal {
  return {
    currencyId: fields.draw_currency_id,
    methodId: fields.draw_method_id,
    amount: fields.number,
    memo: fields.memo ?? "",
    quoteId: givenText(fields.quote_id),
    authCode: givenText(fields.auth_code),
  };
}

const withdraw = call({
  method: "POST",
  path: "/api/account/draw",
  effect: "write",
  audience: "member",
  summary: "Asks for a withdrawal; the amount is held before the answer.",
  input: DrawInput,
  output: RequestedSchema,
  reasons: [
    ...ACCOUNT_REASONS,
    "IDENTITY_NEEDED",
    "WITHDRAWALS_FROZEN",
    "METHOD_UNKNOWN",
    "METHOD_COOLING",
    "AMOUNT_INVALID",
    "WITHDRAWAL_BELOW_MINIMUM",
    "WITHDRAWAL_ABOVE_MAXIMUM",
    "WITHDRAWAL_BELOW_FEE",
    "PAYOUT_CURRENCY_UNKNOWN",
    "RATE_MISSING",
    "QUOTE_EXPIRED",
    "TOO_MANY_WITHDRAWALS",
    "TOO_MANY_ATTEMPTS",
    "STEP_UP_CODE_NEEDED",
    "AUTH_CODE_WRONG",
    "FUNDS_EXCEED_AVAILABLE",
  ],
});

const ConfirmInput = z.object({ id: idField, auth_code: codeField });

export function withdrawalConfirmationFromFields(fields: z.output<typeof ConfirmInput>) {
  return { withdrawalId: Number(fields.id), code: givenText(fields.auth_code) };
}

const confirmWithdrawal = call({
  method: "POST",
  path: "/api/account/draw_confirm",
  effect: "write",
  audience: "member",
  summary: "Confirms a withdrawal by the mailed code, which is good for that one alone.",
  input: ConfirmInput,
  output: RequestedSchema,
  reasons: [
    "WITHDRAWAL_UNKNOWN",
    "WITHDRAWAL_DECIDED",
    "CODE_REQUIRED",
    "CODE_WRONG",
    "TOO_MANY_ATTEMPTS",
  ],
});

const WithdrawalIdInput = z.object({ id: idField });

export function withdrawalIdFromFields(fields: z.output<typeof WithdrawalIdInput>): number {
  return Number(fields.id);
}

const sendWithdrawalCode = call({
  method: "POST",
  path: "/v1/api/main/withdrawal/send_code",
  effect: "write",
  audience: "member",
  summary: "Mails a new code for a withdrawal that waits for one.",
  input: WithdrawalIdInput,
  output: z.object({}),
  reasons: ["WITHDRAWAL_UNKNOWN", "WITHDRAWAL_DECIDED", "RESEND_TOO_SOON", "TOO_MANY_ATTEMPTS"],
});

const cancelWithdrawal = call({
  method: "POST",
  path: "/v1/api/main/withdrawal/cancel",
  effect: "write",
  audience: "member",
  summary: "Cancels a withdrawal that nobody has approved yet; the money returns at once.",
  input: WithdrawalIdInput,
  output: z.object({}),
  reasons: ["WITHDRAWAL_UNKNOWN", "WITHDRAWAL_DECIDED"],
});

const AnswerInput = z.object({
  id: idField,
  text: z.string().trim().min(1).max(WITHDRAWAL_TEXT_MAX),
});

export function withdrawalAnswerFromFields(fields: z.output<typeof AnswerInput>) {
  return { withdrawalId: Number(fields.id), text: fields.text };
}

const answerWithdrawal = call({
  method: "POST",
  path: "/v1/api/main/withdrawal/answer",
  effect: "write",
  audience: "member",
  summary: "Answers the reviewer's question.",
  input: AnswerInput,
  output: z.object({}),
  reasons: ["WITHDRAWAL_UNKNOWN", "WITHDRAWAL_DECIDED"],
});

const ListInput = z.object({ type: z.enum(["", "1", "2"]).optional(), page: pageField });

export function withdrawalListFromFields(fields: z.output<typeof ListInput>) {
  return {
    channel: fields.type ? payoutChannelFromWire(fields.type) : null,
    page: pageOf(fields.page),
  };
}

const listWithdrawals = call({
  method: "GET",
  path: "/api/account/draw_list",
  effect: "read",
  audience: "member",
  summary: "The caller's withdrawals, newest first, with state, age and deadline.",
  input: ListInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        number: decimal,
        real_number: decimal,
        fee: decimal,
        status,
        status_name: z.string(),
        created_at: z.string(),
        created_at_unix: moment,
        type: z.int(),
        address: z.string(),
        payee_account: z.string(),
        notes: z.string(),
        draw_currency: z.object({ code: z.string(), protocol: z.string() }),
        due_at: moment,
        decided_at: moment,
        approvals: z.int().min(0),
        reference: z.string(),
        question: z.string(),
        answer: z.string(),
        can_cancel: z.int().min(0).max(1),
      }),
    ),
    total: z.int(),
  }),
  reasons: [],
});

const getWithdrawalPromise = call({
  method: "GET",
  path: "/v1/api/cashier/promises",
  effect: "read",
  audience: "visitor",
  summary: "By when withdrawals are decided, and how that promise is kept.",
  input: z.object({}),
  output: z.object({
    review_hours: z.int(),
    median_seconds: z.int(),
    p95_seconds: z.int(),
    waiting: z.int(),
    overdue: z.int(),
    paid: z.int(),
    rejected_by_reason: z.array(z.object({ reason: z.string(), count: z.int() })),
  }),
  reasons: [],
});

export const WITHDRAWAL_CALLS = {
  quoteWithdrawal,
  withdraw,
  confirmWithdrawal,
  sendWithdrawalCode,
  cancelWithdrawal,
  answerWithdrawal,
  listWithdrawals,
  getWithdrawalPromise,
} as const;
