// The calls of the desk about identities. Every look is written down in the audit log and shown to
// the member (H22). Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { idField } from "../fields.calls.ts";
import { DECISION_TEXT_LENGTH_MAX, IDENTITY_CASE_STATUSES } from "./identity.ts";
import { cursorField, pageSchema } from "./page.calls.ts";

const status = z.enum(IDENTITY_CASE_STATUSES);

const RowSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  uid: z.string(),
  status,
  submitted_at: z.int(),
  due_at: z.int(),
  decided_at: z.int(),
  has_question: z.boolean(),
  is_duplicate: z.boolean(),
});

const ListInput = z.object({ status: status.optional(), cursor: cursorField });

export function identityCasesFromFields(fields: z.output<typeof ListInput>) {
  return { status: fields.status ?? "waiting", cursor: fields.cursor ?? "" } as const;
}

export const listIdentityCases = call({
  method: "GET",
  path: "/v1/api/desk/identity/list",
  effect: "read",
  audience: "staff",
  permission: "identity.read",
  summary: "Identities: those who wait the longest first, of the decided ones the newest.",
  input: ListInput,
  output: pageSchema(RowSchema),
  reasons: [],
});

const CaseInput = z.object({ id: idField });

export function identityCaseFromFields({ id }: z.output<typeof CaseInput>): number {
  return Number(id);
}

export const showIdentityCase = call({
  method: "GET",
  path: "/v1/api/desk/identity/show",
  effect: "read",
  audience: "staff",
  permission: "identity.read",
  summary: "All that is needed to decide about one identity; written down, and capped per day.",
  input: CaseInput,
  output: z.object({
    ...RowSchema.shape,
    name: z.string(),
    card_id: z.string(),
    front_pic: z.string(),
    reverse_pic: z.string(),
    reason: z.string(),
    question: z.string(),
    decided_by: z.string(),
    twins: z.array(z.object({ user_id: z.string(), uid: z.string(), status })),
    history: z.array(
      z.object({
        id: z.string(),
        status,
        submitted_at: z.int(),
        decided_at: z.int(),
        reason: z.string(),
      }),
    ),
    views_left: z.int(),
  }),
  reasons: ["IDENTITY_UNKNOWN", "VIEW_CAP"],
});

const DECISION_REASONS = [
  "IDENTITY_UNKNOWN",
  "IDENTITY_NOT_OPENED",
  "IDENTITY_DECIDED",
  "OWN_PROPOSAL",
] as const;

export const approveIdentity = call({
  method: "POST",
  path: "/v1/api/desk/identity/approve",
  effect: "write",
  audience: "staff",
  permission: "identity.decide",
  summary: "Certifies a member. Asked by somebody who has opened the case.",
  input: CaseInput,
  output: z.object({}),
  reasons: [...DECISION_REASONS, "IDENTITY_DUPLICATE"],
});

/** What the member will read: one line or a few, and never empty. */
const words = z.string().max(DECISION_TEXT_LENGTH_MAX).optional();

const RejectInput = z.object({ id: idField, reason: words });

export function identityRejectionFromFields({ id, reason }: z.output<typeof RejectInput>) {
  return { id: Number(id), reason: (reason ?? "").trim() };
}

export const rejectIdentity = call({
  method: "POST",
  path: "/v1/api/desk/identity/reject",
  effect: "write",
  audience: "staff",
  permission: "identity.decide",
  summary: "Sends the form back to the member, with the reason.",
  input: RejectInput,
  tells: ({ reason }) => [reason],
  output: z.object({}),
  reasons: [...DECISION_REASONS, "COMPLETE_FORM"],
});

const AskInput = z.object({ id: idField, question: words });

export function identityQuestionFromFields({ id, question }: z.output<typeof AskInput>) {
  return { id: Number(id), question: (question ?? "").trim() };
}

export const askIdentity = call({
  method: "POST",
  path: "/v1/api/desk/identity/ask",
  effect: "write",
  audience: "staff",
  permission: "identity.decide",
  summary: "Asks the member something; the answer is handing in again.",
  input: AskInput,
  tells: ({ question }) => [question],
  output: z.object({}),
  reasons: [...DECISION_REASONS, "COMPLETE_FORM"],
});
