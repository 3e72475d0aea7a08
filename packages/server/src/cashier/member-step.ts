// What a member did about a deposit or a withdrawal, as a line of the audit log, in the transaction
// of the act itself: every step has its line, and so its receipt (H14). No personal data: what is
// told is the number, the step and the amounts that the member's own ledger shows anyway.

import type { Canonical } from "@truetick/proof";
import { appendAudit } from "../platform/audit/audit-log.ts";
import type { Database } from "../platform/database.ts";

export type MemberStep = {
  readonly userId: number | bigint;
  readonly of: "deposit" | "withdrawal";
  readonly id: number | bigint;
  readonly step: "report" | "request" | "confirm" | "cancel";
  readonly detail?: { readonly [name: string]: Canonical };
};

/** Append last: the end of the log is held until the commit. */
export async function noteMemberStep(trx: Database, given: MemberStep): Promise<void> {
  const { userId, of, id, step, detail = {} } = given;
  await appendAudit(trx, {
    actor: { kind: "member", id: Number(userId), name: "member" },
    action: `${of}.${step}`,
    subject: { kind: of, id: String(id) },
    detail,
  });
}
