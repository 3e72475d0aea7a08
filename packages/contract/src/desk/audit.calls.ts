// The calls about the audit log. Nobody changes it; whoever may read it can check it.
// Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { givenText, idField } from "../fields.calls.ts";
import { cursorField, pageSchema } from "./page.calls.ts";

const ListInput = z.object({
  actor: z.union([z.literal(""), idField]).optional(),
  action: z
    .string()
    .regex(/^[a-z0-9_.]{0,60}$/)
    .optional(),
  subject: z
    .string()
    .regex(/^([a-z][a-z0-9_]{1,39}:[\w.-]{1,80})?$/)
    .optional(),
  cursor: cursorField,
});

export type AuditAsked = {
  readonly actorId: number | null;
  readonly actionStart: string | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  readonly cursor: string | null;
};

export function auditFromFields(fields: z.output<typeof ListInput>): AuditAsked {
  const [kind = "", id = ""] = (givenText(fields.subject) ?? "").split(":");
  return {
    actorId: fields.actor ? Number(fields.actor) : null,
    actionStart: givenText(fields.action),
    subject: kind === "" ? null : { kind, id },
    cursor: givenText(fields.cursor),
  };
}

export const listAudit = call({
  method: "GET",
  path: "/v1/api/desk/audit/list",
  effect: "read",
  audience: "staff",
  permission: "audit.read",
  summary: "What was done by whom, newest first; also who looked at whose documents.",
  input: ListInput,
  output: pageSchema(
    z.object({
      seq: z.string(),
      at: z.int(),
      actor_kind: z.string(),
      actor_id: z.string(),
      actor_name: z.string(),
      action: z.string(),
      subject_kind: z.string(),
      subject_id: z.string(),
      detail: z.string(),
      hash: z.string(),
    }),
  ),
  reasons: [],
});

export const verifyAudit = call({
  method: "GET",
  path: "/v1/api/desk/audit/verify",
  effect: "read",
  audience: "staff",
  permission: "audit.read",
  summary: "Recomputes the chain of the whole log and names the first line that does not fit.",
  input: z.object({}),
  output: z.object({
    is_whole: z.int(),
    lines: z.string(),
    first_bad: z.string(),
    hash: z.string(),
  }),
  reasons: [],
});
