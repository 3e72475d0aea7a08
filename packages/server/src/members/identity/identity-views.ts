// Looks at somebody's documents: counted, capped, written down, and shown to the member they are
// about (T41, H22). Called before anything of a case is answered to staff. Invariants: no look
// without its line in the audit log; pictures are open only to who has just opened their case.

import type { IdentityLook } from "@truetick/contract/cashier";
import { IDENTITY_VIEWS_PER_DAY_MAX } from "@truetick/contract/desk";
import { sql } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The first part of the key of a lock; the person is the second. */
const VIEWS_LOCK = 0x49445657;

type Look = {
  readonly staff: Pick<StaffCaller, "staffId" | "name">;
  readonly caseId: number;
  readonly userId: number;
  readonly what: IdentityLook;
};

export type IdentityViews = {
  /** Answers how many more may be opened today. Refuses with VIEW_CAP. */
  readonly openCase: (trx: Database, look: Omit<Look, "what">) => Promise<number | Refused>;
  /** Whether this person opened that case within the last hour. */
  readonly isOpen: (database: Database, staffId: number, caseId: number) => Promise<boolean>;
  readonly record: (trx: Database, look: Look) => Promise<void>;
};

export function createIdentityViews({
  clock,
}: {
  readonly clock: Pick<Clock, "now">;
}): IdentityViews {
  async function record(trx: Database, { staff, caseId, userId, what }: Look): Promise<void> {
    // The case before the log, as everywhere: who holds it may be waiting for the log's end.
    await trx
      .selectFrom("identity_case")
      .select("id")
      .where("id", "=", BigInt(caseId))
      .forKeyShare()
      .execute();
    const seq = await appendAudit(trx, {
      actor: staffActor(staff),
      action: "identity.view",
      subject: { kind: "identity", id: caseId },
      detail: { userId, what },
    });
    await trx
      .insertInto("identity_view")
      .values({
        case_id: BigInt(caseId),
        user_id: BigInt(userId),
        staff_id: BigInt(staff.staffId),
        what,
        at: new Date(clock.now()),
        audit_seq: BigInt(seq),
      })
      .execute();
  }

  return {
    async openCase(trx, look) {
      const { staff, caseId } = look;
      // One after the other, or the last one of the day could be opened twice.
      await sql`select pg_advisory_xact_lock(${VIEWS_LOCK}, ${staff.staffId})`.execute(trx);
      const opened = await openedToday(trx, staff.staffId, clock.now());
      const isNew = !opened.has(caseId);
      if (isNew && opened.size >= IDENTITY_VIEWS_PER_DAY_MAX) {
        return refuse("VIEW_CAP", { max: IDENTITY_VIEWS_PER_DAY_MAX });
      }
      await record(trx, { ...look, what: "case" });
      return IDENTITY_VIEWS_PER_DAY_MAX - opened.size - (isNew ? 1 : 0);
    },
    async isOpen(database, staffId, caseId) {
      const found = await database
        .selectFrom("identity_view")
        .select("id")
        .where("staff_id", "=", BigInt(staffId))
        .where("at", ">", new Date(clock.now() - HOUR_MS))
        .where("case_id", "=", BigInt(caseId))
        .where("what", "=", "case")
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },
    record,
  };
}

/** The cases that somebody opened since midnight UTC. */
async function openedToday(
  trx: Database,
  staffId: number,
  nowMs: number,
): Promise<ReadonlySet<number>> {
  const rows = await trx
    .selectFrom("identity_view")
    .select("case_id")
    .distinct()
    .where("staff_id", "=", BigInt(staffId))
    .where("at", ">=", new Date(nowMs - (nowMs % DAY_MS)))
    .where("what", "=", "case")
    .execute();
  return new Set(rows.map(({ case_id }) => Number(case_id)));
}
