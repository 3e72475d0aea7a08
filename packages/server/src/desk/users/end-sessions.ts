// Logs somebody out everywhere: when a device was stolen, or a stranger is in. Refuses with
// USER_UNKNOWN. Every process hears of the end by the database, and closes the sockets (inv30).

import { revokeSessions } from "../../members/sessions/session-table.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";

/** Answers how many sessions it ended. */
export async function endSessions(
  database: Database,
  wanted: { readonly userId: number; readonly reason: string; readonly staff: StaffCaller },
): Promise<{ readonly ended: number } | Refused> {
  const { userId, reason, staff } = wanted;
  return await database.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("app_user")
      .select("id")
      .where("id", "=", BigInt(userId))
      .executeTakeFirst();
    if (!found) return refuse("USER_UNKNOWN");
    const { length: ended } = await revokeSessions(trx, { userId });
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "user.end_sessions",
      subject: { kind: "user", id: userId },
      detail: { ended, reason },
    });
    return { ended };
  });
}
