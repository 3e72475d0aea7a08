// The calls of the desk about deposits. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { DEPOSIT_KINDS, DEPOSIT_TEXT_MAX, type DepositKind } from "../cashier/deposit.ts";
import { decimal, givenText, idField, leadsNowhere } from "../fields.calls.ts";
import { DEPOSIT_STATES, type DepositState } from "./deposit.ts";
import { ReversalSchema, ReversalThingSchema } from "./reversal.calls.ts";
import { REVERSAL_FILTERS, type ReversalFilter } from "./reversal.ts";

const optionalDecimal = z.union([decimal, z.literal("")]);
const count = z.int().min(0);
const state = z.enum(DEPOSIT_STATES);
const kind = z.enum(DEPOSIT_KINDS);

const RowSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  uid: z.string(),
  kind,
  currency_code: z.string(),
  protocol_code: z.string(),
  amount: decimal,
  expected_usd: optionalDecimal,
  credit_usd: optionalDecimal,
  state,
  approvals: count,
  approvals_needed: count,
  created_at: count,
  due_at: count,
  decided_at: count,
  has_twin: z.boolean(),
  has_question: z.boolean(),
  reversal: ReversalSchema.nullable(),
  has_reversal_news: z.boolean(),
});

const CaseSchema = RowSchema.extend({
  hash: z.string(),
  address: z.string(),
  bank_name: z.string(),
  payee_account: z.string(),
  bank_remark: z.string(),
  note: z.string(),
  proof_url: z.string(),
  twins: z.array(
    z.object({
      id: z.string(),
      uid: z.string(),
      state,
      created_at: count,
      is_same_picture: z.boolean(),
    }),
  ),
  usd_price: optionalDecimal,
  rate_market: z.string(),
  rate_seq: z.string(),
  worth_usd: optionalDecimal,
  approved_by: z.array(z.object({ staff_id: z.string(), name: z.string(), at: count })),
  reference: z.string(),
  remark: z.string(),
  question: z.string(),
  answer: z.string(),
  problem: z.string(),
  member_email: z.string(),
  member_country: z.string(),
  member_since: count,
  deposited_total: decimal,
  history: z.array(
    z.object({
      id: z.string(),
      kind,
      amount: decimal,
      currency_code: z.string(),
      state,
      created_at: count,
    }),
  ),
  reversals: z.array(ReversalThingSchema),
  reversals_up_to: z.string(),
});

const ListInput = z.object({
  status: state.optional(),
  kind: kind.optional(),
  reversed: z.enum(REVERSAL_FILTERS).optional(),
  q: z.string().trim().max(120).optional(),
  cursor: idField.optional(),
});

export function depositCasesFromFields(fields: z.output<typeof ListInput>): {
  readonly state: DepositState;
  readonly kind: DepositKind | null;
  /** Card payments that were refunded or disputed, whatever their state; null: by state. */
  readonly reversed: ReversalFilter | null;
  readonly query: string | null;
  /** The id of the last row that was seen. */
  readonly after: number | null;
} {
  return {
    state: fields.status ?? "reviewing",
    kind: fields.kind ?? null,
    reversed: fields.reversed ?? null,
    query: givenText(fields.q),
    after: fields.cursor === undefined ? null : Number(fields.cursor),
  };
}

const listDepositCases = call({
  method: "GET",
  path: "/v1/api/desk/deposit/list",
  effect: "read",
  audience: "staff",
  permission: "deposits.read",
  summary: "Deposits in one state, or card payments that were refunded or disputed.",
  input: ListInput,
  output: z.object({ data: z.array(RowSchema), next: z.string() }),
  reasons: [],
});

const IdInput = z.object({ id: idField });

const showDepositCase = call({
  method: "GET",
  path: "/v1/api/desk/deposit/show",
  effect: "read",
  audience: "staff",
  permission: "deposits.read",
  summary: "Everything that is needed to decide about a deposit, and the hash of it.",
  input: IdInput,
  output: CaseSchema,
  reasons: ["DEPOSIT_UNKNOWN"],
});

const HASH = /^[0-9a-f]{64}$/;
const REFERENCE_LENGTH_MAX = 120;
const ApproveInput = z.object({
  id: idField,
  hash: z.string().regex(HASH),
  /** Printable, without what could be mistaken for something else in a list. */
  reference: z
    .string()
    .trim()
    .max(REFERENCE_LENGTH_MAX)
    .regex(/^[\x20-\x7e]*$/)
    .refine(leadsNowhere)
    .optional(),
});

export function depositApprovalFromFields(fields: z.output<typeof ApproveInput>): {
  readonly depositId: number;
  readonly hash: string;
  readonly reference: string | null;
} {
  return {
    depositId: Number(fields.id),
    hash: fields.hash,
    reference: givenText(fields.reference),
  };
}

const approveDeposit = call({
  method: "POST",
  path: "/v1/api/desk/deposit/approve",
  effect: "write",
  audience: "staff",
  permission: "deposits.decide",
  summary: "The money arrived under this reference; from 1,000 USD on a second person agrees.",
  input: ApproveInput,
  output: CaseSchema,
  reasons: [
    "DEPOSIT_UNKNOWN",
    "DEPOSIT_DECIDED",
    "OBJECT_CHANGED",
    "ALREADY_APPROVED_BY_YOU",
    "OWN_PROPOSAL",
    "REFERENCE_REQUIRED",
    "REFERENCE_USED",
    "PROOF_CREDITED",
    "RATE_MISSING",
    "SELF_EXCLUDED",
    "CASH_ABOVE_MAXIMUM",
    "AMOUNT_INVALID",
    "ACCOUNT_UNKNOWN",
    "OVERLOADED",
    "OUTCOME_UNKNOWN",
    "TRADING_HALTED",
  ],
});

const text = z.string().trim().min(1).max(DEPOSIT_TEXT_MAX);
const RemarkInput = z.object({ id: idField, remark: text });

export function depositRemarkFromFields(fields: z.output<typeof RemarkInput>): {
  readonly depositId: number;
  readonly remark: string;
} {
  return { depositId: Number(fields.id), remark: fields.remark };
}

const DECIDING = {
  method: "POST",
  effect: "write",
  audience: "staff",
  permission: "deposits.decide",
  output: CaseSchema,
  reasons: ["DEPOSIT_UNKNOWN", "DEPOSIT_DECIDED"],
} as const;

const rejectDeposit = call({
  ...DECIDING,
  path: "/v1/api/desk/deposit/reject",
  summary: "The money did not arrive, or not like this; the trader reads the remark.",
  input: RemarkInput,
  tells: ({ remark }) => [remark],
});

const invalidateDeposit = call({
  ...DECIDING,
  path: "/v1/api/desk/deposit/invalidate",
  summary: "It is no deposit: a mistake or a duplicate; the trader reads the remark.",
  input: RemarkInput,
  tells: ({ remark }) => [remark],
});

const AskInput = z.object({ id: idField, question: text });

export function depositQuestionFromFields(fields: z.output<typeof AskInput>): {
  readonly depositId: number;
  readonly question: string;
} {
  return { depositId: Number(fields.id), question: fields.question };
}

const askDeposit = call({
  ...DECIDING,
  path: "/v1/api/desk/deposit/ask",
  summary: "Asks the trader something; the deadline stays.",
  input: AskInput,
  tells: ({ question }) => [question],
});

const LookInput = z.object({ id: idField, up_to: idField });

export function reversalLookFromFields(fields: z.output<typeof LookInput>): {
  readonly depositId: number;
  readonly upTo: number;
} {
  return { depositId: Number(fields.id), upTo: Number(fields.up_to) };
}

const lookAtReversals = call({
  method: "POST",
  path: "/v1/api/desk/deposit/look_reversals",
  effect: "write",
  audience: "staff",
  permission: "deposits.decide",
  summary: "Somebody has looked at what was said of refunds and disputes; no money moves.",
  input: LookInput,
  output: CaseSchema,
  reasons: ["DEPOSIT_UNKNOWN", "OWN_PROPOSAL"],
});

export const DEPOSIT_DESK_CALLS = {
  listDepositCases,
  showDepositCase,
  approveDeposit,
  rejectDeposit,
  invalidateDeposit,
  askDeposit,
  lookAtReversals,
} as const;
