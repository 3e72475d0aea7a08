// The calls of the desk about withdrawals and the currencies in which is paid out. Server side
// only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { PayoutCurrencySchema } from "../cashier/payout-method.calls.ts";
import { PAYOUT_CHANNELS } from "../cashier/payout-method.ts";
import { WITHDRAWAL_STATUSES, WITHDRAWAL_TEXT_MAX } from "../cashier/withdrawal.ts";
import { decimal, givenText, idField, leadsNowhere } from "../fields.calls.ts";
import { ACCOUNT_REASONS } from "../order-reasons.ts";
import { ReversedDepositSchema } from "./reversal.calls.ts";
import { WITHDRAWAL_REJECTIONS } from "./withdrawal.ts";

const moment = z.int().min(0);
const count = z.int().min(0);
const status = z.enum(WITHDRAWAL_STATUSES);
const channel = z.enum(PAYOUT_CHANNELS);
const hashField = z.string().regex(/^[0-9a-f]{64}$/);
const textField = z.string().trim().min(1).max(WITHDRAWAL_TEXT_MAX);

const RowSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  uid: z.string(),
  channel,
  currency_code: z.string(),
  network: z.string(),
  amount: decimal,
  fee: decimal,
  received: decimal,
  status,
  approvals: count,
  created_at: moment,
  due_at: moment,
  decided_at: moment,
  is_third_party: z.boolean(),
  has_question: z.boolean(),
});

const CaseSchema = RowSchema.extend({
  hash: z.string(),
  destination: z.array(z.object({ field: z.string(), value: z.string() })),
  destination_hash: z.string(),
  method_bound_at: moment,
  certified_name: z.string(),
  memo: z.string(),
  rate: decimal,
  approved_by: z.array(z.object({ staff_id: z.string(), name: z.string(), at: moment })),
  deposited_total: decimal,
  paid_total: decimal,
  history: z.array(
    z.object({
      id: z.string(),
      amount: decimal,
      status,
      created_at: moment,
      is_same_destination: z.boolean(),
    }),
  ),
  reversed_deposits: z.array(ReversedDepositSchema),
  freeze_reason: z.string(),
  question: z.string(),
  answer: z.string(),
  rejection: z.enum(["", ...WITHDRAWAL_REJECTIONS]),
  remark: z.string(),
  provider: z.string(),
  payout_key: z.string(),
  reference: z.string(),
  can_mark_paid: z.boolean(),
});

const ListInput = z.object({
  status: status.optional(),
  q: z.string().max(20).optional(),
  cursor: z.union([z.literal(""), idField]).optional(),
});

export function withdrawalCasesFromFields(fields: z.output<typeof ListInput>) {
  return {
    status: fields.status ?? ("reviewing" as const),
    query: givenText(fields.q?.trim()),
    cursor: fields.cursor ? Number(fields.cursor) : null,
  };
}

const listWithdrawalCases = call({
  method: "GET",
  path: "/v1/api/desk/withdrawal/list",
  effect: "read",
  audience: "staff",
  permission: "withdrawals.read",
  summary: "Withdrawals of one state: those that wait the longest first, ended ones newest first.",
  input: ListInput,
  output: z.object({ data: z.array(RowSchema), next: z.string() }),
  reasons: [],
});

const IdInput = z.object({ id: idField });

export function withdrawalCaseIdFromFields(fields: z.output<typeof IdInput>): number {
  return Number(fields.id);
}

const showWithdrawalCase = call({
  method: "GET",
  path: "/v1/api/desk/withdrawal/show",
  effect: "read",
  audience: "staff",
  permission: "withdrawals.read",
  summary: "Everything that is needed to decide about a withdrawal; the look is written down.",
  input: IdInput,
  output: CaseSchema,
  reasons: ["WITHDRAWAL_UNKNOWN"],
});

const ApproveInput = z.object({ id: idField, hash: hashField });

export function withdrawalApprovalFromFields(fields: z.output<typeof ApproveInput>) {
  return { withdrawalId: Number(fields.id), hash: fields.hash };
}

const approveWithdrawal = call({
  method: "POST",
  path: "/v1/api/desk/withdrawal/approve",
  effect: "write",
  audience: "staff",
  permission: "withdrawals.decide",
  summary: "Approves exactly what was shown; the second person's approval releases the payment.",
  input: ApproveInput,
  output: CaseSchema,
  reasons: [
    "WITHDRAWAL_UNKNOWN",
    "WITHDRAWAL_DECIDED",
    "WITHDRAWALS_FROZEN",
    "OBJECT_CHANGED",
    "ALREADY_APPROVED_BY_YOU",
    "OWN_PROPOSAL",
  ],
});

const RejectInput = z.object({
  id: idField,
  reason: z.enum(WITHDRAWAL_REJECTIONS),
  remark: textField,
});

export function withdrawalRejectionFromFields(fields: z.output<typeof RejectInput>) {
  return { withdrawalId: Number(fields.id), rejection: fields.reason, remark: fields.remark };
}

const rejectWithdrawal = call({
  method: "POST",
  path: "/v1/api/desk/withdrawal/reject",
  effect: "write",
  audience: "staff",
  permission: "withdrawals.decide",
  summary: "Rejects a withdrawal that is not approved yet; all of the money returns.",
  input: RejectInput,
  tells: ({ remark }) => [remark],
  output: CaseSchema,
  reasons: [...ACCOUNT_REASONS, "WITHDRAWAL_UNKNOWN", "WITHDRAWAL_DECIDED"],
});

const MarkPaidInput = z.object({
  id: idField,
  reference: z.string().trim().min(4).max(120).refine(leadsNowhere),
});

export function withdrawalPaymentFromFields(fields: z.output<typeof MarkPaidInput>) {
  return { withdrawalId: Number(fields.id), reference: fields.reference };
}

const markWithdrawalPaid = call({
  method: "POST",
  path: "/v1/api/desk/withdrawal/mark_paid",
  effect: "write",
  audience: "staff",
  permission: "withdrawals.decide",
  summary: "Enters the reference under which an approved withdrawal was paid by hand.",
  input: MarkPaidInput,
  output: CaseSchema,
  reasons: [
    ...ACCOUNT_REASONS,
    "WITHDRAWAL_UNKNOWN",
    "WITHDRAWAL_DECIDED",
    "PAYOUT_REFERENCE_USED",
  ],
});

const ReturnInput = z.object({ id: idField, remark: textField });

export function withdrawalReturnFromFields(fields: z.output<typeof ReturnInput>) {
  return { withdrawalId: Number(fields.id), remark: fields.remark };
}

const returnWithdrawal = call({
  method: "POST",
  path: "/v1/api/desk/withdrawal/return",
  effect: "write",
  audience: "staff",
  permission: "withdrawals.decide",
  summary:
    "Says that a payment by hand did not arrive; when a second person says so, too, all returns.",
  input: ReturnInput,
  tells: ({ remark }) => [remark],
  output: CaseSchema,
  reasons: [
    ...ACCOUNT_REASONS,
    "WITHDRAWAL_UNKNOWN",
    "WITHDRAWAL_DECIDED",
    "ALREADY_APPROVED_BY_YOU",
    "OWN_PROPOSAL",
  ],
});

const AskInput = z.object({ id: idField, question: textField });

export function withdrawalQuestionFromFields(fields: z.output<typeof AskInput>) {
  return { withdrawalId: Number(fields.id), question: fields.question };
}

const askWithdrawal = call({
  method: "POST",
  path: "/v1/api/desk/withdrawal/ask",
  effect: "write",
  audience: "staff",
  permission: "withdrawals.decide",
  summary: "Asks the member something; the deadline stays.",
  input: AskInput,
  tells: ({ question }) => [question],
  output: CaseSchema,
  reasons: ["WITHDRAWAL_UNKNOWN", "WITHDRAWAL_DECIDED"],
});

const listPayoutRails = call({
  method: "GET",
  path: "/v1/api/desk/draw_currency/list",
  effect: "read",
  audience: "staff",
  permission: "rails.read",
  summary: "The currencies in which is paid out, those that are not offered too.",
  input: z.object({}),
  output: z.object({
    data: z.array(
      PayoutCurrencySchema.extend({
        channel,
        market_code: z.string(),
        fixed_rate: z.string(),
        is_offered: z.boolean(),
      }),
    ),
  }),
  reasons: [],
});

export const WITHDRAWAL_DESK_CALLS = {
  listWithdrawalCases,
  showWithdrawalCase,
  approveWithdrawal,
  rejectWithdrawal,
  markWithdrawalPaid,
  returnWithdrawal,
  askWithdrawal,
  listPayoutRails,
} as const;
