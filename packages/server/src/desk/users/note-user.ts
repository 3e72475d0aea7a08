// Writes a note about somebody, for staff. Refuses with USER_UNKNOWN. The text itself stays out of
// the audit log, which says who wrote which note.

import type { Generated } from "kysely";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";

type NoteTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly staff_id: bigint;
  readonly text: string;
  readonly at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    user_note: NoteTable;
  }
}

export async function noteUser(
  { database, clock }: { readonly database: Database; readonly clock: Pick<Clock, "now"> },
  wanted: { readonly userId: number; readonly text: string; readonly staff: StaffCaller },
): Promise<Refused | null> {
  const { userId, text, staff } = wanted;
  return await database.transaction().execute(async (trx) => {
    const user_id = BigInt(userId);
    const found = await trx
      .selectFrom("app_user")
      .select("id")
      .where("id", "=", user_id)
      .executeTakeFirst();
    if (!found) return refuse("USER_UNKNOWN");
    const { id } = await trx
      .insertInto("user_note")
      .values({ user_id, staff_id: BigInt(staff.staffId), text, at: new Date(clock.now()) })
      .returning("id")
      .executeTakeFirstOrThrow();
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "user.note",
      subject: { kind: "user", id: userId },
      detail: { note: Number(id) },
    });
    return null;
  });
}
