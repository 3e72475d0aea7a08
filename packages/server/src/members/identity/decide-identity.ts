// Decides about an identity that waits: certified, sent back with a reason, or asked about. Called
// by the desk's routes. Invariants: who decides has opened the case; a case is decided once; the
// act and its line in the audit log are one; one document certifies one person (T40).

import { sql } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { isOwnAccount } from "../approvals/approvals.ts";
import { lockCase } from "./identity-table.ts";
import type { IdentityViews } from "./identity-views.ts";

export type IdentityDecision =
  | { readonly kind: "approve" }
  | { readonly kind: "reject"; readonly reason: string }
  | { readonly kind: "ask"; readonly question: string };

export type DecideParts = {
  readonly database: Database;
  readonly views: IdentityViews;
  readonly clock: Pick<Clock, "now">;
};

/** Answers whose it is. Refuses with what the desk's decisions declare. */
export async function decideIdentity(
  { database, views, clock }: DecideParts,
  staff: StaffCaller,
  { id, decision }: { readonly id: number; readonly decision: IdentityDecision },
): Promise<number | Refused> {
  return await inTransaction(database, async (trx) => {
    const found = await lockCase(trx, id);
    if (!found) return refuse("IDENTITY_UNKNOWN");
    const memberId = Number(found.user_id);
    if (await isOwnAccount(trx, { staffId: staff.staffId, memberId })) {
      return refuse("OWN_PROPOSAL");
    }
    if (!(await views.isOpen(trx, staff.staffId, id))) return refuse("IDENTITY_NOT_OPENED");
    if (found.status !== "waiting") return refuse("IDENTITY_DECIDED");
    if (decision.kind === "approve" && (await isTaken(trx, found.card_mark))) {
      return refuse("IDENTITY_DUPLICATE");
    }
    await trx
      .updateTable("identity_case")
      .set(changeOf(decision, { staff, at: new Date(clock.now()) }))
      .where("id", "=", found.id)
      .execute();
    const { kind, ...words } = decision;
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: `identity.${kind}`,
      subject: { kind: "identity", id },
      detail: { userId: memberId, ...words },
    });
    return memberId;
  });
}

function changeOf(
  decision: IdentityDecision,
  { staff, at }: { readonly staff: StaffCaller; readonly at: Date },
) {
  const decided = { decided_at: at, decided_by: BigInt(staff.staffId), question: "" };
  switch (decision.kind) {
    case "approve":
      return { ...decided, status: "approved" } as const;
    case "reject":
      return { ...decided, status: "rejected", reason: decision.reason } as const;
    case "ask":
      return { question: decision.question };
  }
}

async function isTaken(trx: Database, mark: Buffer): Promise<boolean> {
  // Two people who certify the same document at once come one after the other.
  await sql`select pg_advisory_xact_lock(${mark.readBigInt64BE()})`.execute(trx);
  const found = await trx
    .selectFrom("identity_case")
    .select("id")
    .where("card_mark", "=", mark)
    .where("status", "=", "approved")
    .executeTakeFirst();
  return found !== undefined;
}
