// The calls about proposals. Who may see and decide which kind is the kind's own permission, so
// the calls themselves ask for a staff session only. Server side only (zod).

import { z } from "zod";
import { call, type SentFields } from "../call.ts";
import { givenText, idField } from "../fields.calls.ts";
import { MARKET_PROPOSAL_REASONS } from "./market.calls.ts";
import { cursorField, pageSchema } from "./page.calls.ts";
import {
  PROPOSAL_PAYLOAD_LENGTH_MAX,
  PROPOSAL_REASON_LENGTH_MAX,
  PROPOSAL_STATUSES,
  type ProposalStatus,
} from "./proposal.ts";

const KIND = /^[a-z][a-z_]{1,39}$/;
const kindField = z.string().regex(KIND);
const hashField = z.string().regex(/^[0-9a-f]{64}$/);
const reasonField = z.string().trim().min(1).max(PROPOSAL_REASON_LENGTH_MAX);
const nameSchema = z.object({ id: z.string(), name: z.string() });

const ProposalSchema = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  reason: z.string(),
  proposed_by: nameSchema,
  proposed_at: z.int(),
  decided_by: nameSchema.nullable(),
  decided_at: z.int(),
  decision: z.string(),
  effective_at: z.int(),
  applied_at: z.int(),
  is_own: z.int(),
  can_decide: z.int(),
  can_withdraw: z.int(),
});

const CaseSchema = ProposalSchema.extend({
  payload: z.string(),
  current: z.string(),
  hash: z.string(),
});

const ListInput = z.object({
  status: z.union([z.literal(""), z.enum(PROPOSAL_STATUSES)]).optional(),
  kind: z.union([z.literal(""), kindField]).optional(),
  cursor: cursorField,
});

export type ProposalsAsked = {
  readonly status: ProposalStatus | null;
  readonly kind: string | null;
  readonly cursor: string | null;
};

export function proposalsFromFields(fields: z.output<typeof ListInput>): ProposalsAsked {
  return {
    status: fields.status || null,
    kind: givenText(fields.kind),
    cursor: givenText(fields.cursor),
  };
}

export const listProposals = call({
  method: "GET",
  path: "/v1/api/desk/proposal/list",
  effect: "read",
  audience: "staff",
  permission: "any",
  summary: "The proposals of the kinds that the caller may see, newest first.",
  input: ListInput,
  output: pageSchema(ProposalSchema),
  reasons: [],
});

const IdInput = z.object({ id: idField });

export const showProposal = call({
  method: "GET",
  path: "/v1/api/desk/proposal/show",
  effect: "read",
  audience: "staff",
  permission: "any",
  summary: "One proposal: what it would change, what stands now, and the hash to agree on.",
  input: IdInput,
  output: CaseSchema,
  reasons: ["PROPOSAL_UNKNOWN"],
});

/** What traders read of an agreed proposal, by its kind; the other words of one are for staff. */
const TOLD_BY_PROPOSALS: ReadonlyMap<string, string> = new Map([
  ["adjustment", "reason"],
  ["closing_only", "reason"],
  ["market_halt", "reason"],
]);

function toldByProposal({ kind = "", payload = "" }: SentFields): readonly string[] {
  const name = TOLD_BY_PROPOSALS.get(kind);
  const said = name === undefined ? null : readJson(payload)?.[name];
  return typeof said === "string" ? [said] : [];
}

/** Null where it is none: the proposal is refused for that. */
function readJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const submitProposal = call({
  method: "POST",
  path: "/v1/api/desk/proposal/submit",
  effect: "write",
  audience: "staff",
  permission: "any",
  summary: "Proposes something that somebody else has to approve.",
  input: z.object({
    kind: kindField,
    /** JSON, as text. */
    payload: z.string().max(PROPOSAL_PAYLOAD_LENGTH_MAX),
    reason: reasonField,
  }),
  tells: toldByProposal,
  output: CaseSchema,
  /** What the kinds refuse besides. */
  reasons: ["PROPOSAL_INVALID", "OWN_PROPOSAL", ...MARKET_PROPOSAL_REASONS],
});

const DECISION_REASONS = ["PROPOSAL_UNKNOWN", "PROPOSAL_CLOSED"] as const;

export const approveProposal = call({
  method: "POST",
  path: "/v1/api/desk/proposal/approve",
  effect: "write",
  audience: "staff",
  permission: "any",
  summary: "Agrees to somebody else's proposal, as it was shown; it takes effect at its moment.",
  input: z.object({ id: idField, hash: hashField }),
  output: CaseSchema,
  reasons: [...DECISION_REASONS, "OWN_PROPOSAL", "OBJECT_CHANGED", "ALREADY_APPROVED_BY_YOU"],
});

export const rejectProposal = call({
  method: "POST",
  path: "/v1/api/desk/proposal/reject",
  effect: "write",
  audience: "staff",
  permission: "any",
  summary: "Says no to somebody else's proposal, and why.",
  input: z.object({ id: idField, reason: reasonField }),
  output: CaseSchema,
  reasons: [...DECISION_REASONS, "OWN_PROPOSAL"],
});

export const withdrawProposal = call({
  method: "POST",
  path: "/v1/api/desk/proposal/withdraw",
  effect: "write",
  audience: "staff",
  permission: "any",
  summary: "Takes back an own proposal, or stops an approved one before its moment.",
  input: IdInput,
  output: CaseSchema,
  reasons: DECISION_REASONS,
});

export const getObjectHash = call({
  method: "GET",
  path: "/v1/api/desk/object_hash",
  effect: "read",
  audience: "staff",
  permission: "any",
  summary: "The hash of a thing to be decided, computed by the database itself.",
  input: z.object({ kind: kindField, id: idField }),
  output: z.object({ hash: z.string() }),
  reasons: ["OBJECT_UNKNOWN"],
});
