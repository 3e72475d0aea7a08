// Stops somebody's payouts, and lets them go again: for at most three days, with a reason that the
// person is told at once. Invariants: whoever froze somebody last does not do it again within a
// month, so that a person stays frozen only when several agree (H11); nobody lifts the own one
// (T87); every act is in the audit log; trading goes on.

import { sql } from "kysely";
import { isOwnAccount } from "../../members/approvals/approvals.ts";
import { type FreezeRow, openFreeze } from "../../members/freezes/freezes.ts";
import type { MemberLetters } from "../../members/notices/member-letters.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { momentText } from "../../platform/moment-text.ts";

export type FreezeParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly letters: MemberLetters;
  readonly changes: Pick<MemberChanges, "tell">;
};

const HOUR_MS = 3_600_000;
/** A freeze within this time after another is a renewal of it. */
const RENEWAL_MS = 30 * 24 * HOUR_MS;

/** Refuses with USER_UNKNOWN or FREEZE_NEEDS_ANOTHER. Answers until when. */
export async function freezeUser(
  { database, clock, letters, changes }: FreezeParts,
  wanted: {
    readonly userId: number;
    readonly hours: number;
    readonly reason: string;
    readonly staff: StaffCaller;
  },
): Promise<Date | Refused> {
  const { userId, hours, reason, staff } = wanted;
  const until = await database.transaction().execute(async (trx) => {
    if (!(await lockRealUser(trx, userId))) return refuse("USER_UNKNOWN");
    const nowMs = await stampMs(trx, clock, userId);
    const last = await newestRow(trx, userId, { isFreeze: true });
    const isRenewal = last !== undefined && last.at.getTime() > nowMs - RENEWAL_MS;
    if (isRenewal && Number(last.staff_id) === staff.staffId) return refuse("FREEZE_NEEDS_ANOTHER");
    const frozenUntil = new Date(nowMs + hours * HOUR_MS);
    await insertRow(trx, { userId, until: frozenUntil, reason, staff, nowMs });
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "user.freeze",
      subject: { kind: "user", id: userId },
      detail: { hours, reason },
    });
    return frozenUntil;
  });
  if (isRefused(until)) return until;
  changes.tell(userId, "withdrawal");
  const letter = {
    kind: "accountFrozen",
    key: "mail.accountFrozen.frozen",
    notice: noticeOf({ untilMs: until.getTime(), words: reason }, clock.now()),
  } as const;
  await letters.send(userId, letter, (language) => ({
    until: momentText(language, until.getTime()),
    reason,
  }));
  return until;
}

/** Refuses with USER_UNKNOWN, OWN_PROPOSAL or NOT_FROZEN. */
export async function unfreezeUser(
  { database, clock, letters, changes }: FreezeParts,
  wanted: { readonly userId: number; readonly reason: string; readonly staff: StaffCaller },
): Promise<Refused | null> {
  const { userId, reason, staff } = wanted;
  const { staffId } = staff;
  const refused = await database.transaction().execute(async (trx) => {
    if (!(await lockRealUser(trx, userId))) return refuse("USER_UNKNOWN");
    if (await isOwnAccount(trx, { staffId, memberId: userId })) return refuse("OWN_PROPOSAL");
    const nowMs = await stampMs(trx, clock, userId);
    const last = await newestRow(trx, userId, { isFreeze: false });
    if (!last || !openFreeze(last, nowMs)) return refuse("NOT_FROZEN");
    await insertRow(trx, { userId, until: null, reason, staff, nowMs });
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "user.unfreeze",
      subject: { kind: "user", id: userId },
      detail: { reason },
    });
    return null;
  });
  if (refused) return refused;
  changes.tell(userId, "withdrawal");
  const letter = {
    kind: "accountFrozen",
    key: "mail.accountFrozen.lifted",
    notice: noticeOf({ untilMs: null, words: reason }, clock.now()),
  } as const;
  await letters.send(userId, letter, () => ({ reason }));
  return null;
}

function noticeOf(
  said: { readonly untilMs: number | null; readonly words: string },
  nowMs: number,
) {
  const facts = { kind: "accountFrozen", ...said } as const;
  return { facts, source: "freeze", sourceId: `${nowMs}/${said.untilMs ?? 0}` };
}

/** Two who freeze the same person at once take turns. */
async function lockRealUser(trx: Database, userId: number): Promise<boolean> {
  const found = await trx
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", BigInt(userId))
    .where("book", "=", "real")
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Not before what was asked for without it, by the clock of whichever server took that. */
async function stampMs(trx: Database, clock: Pick<Clock, "now">, userId: number): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from withdrawal where user_id = ${userId}`.execute(trx);
  return Math.max(clock.now(), rows[0]?.at?.getTime() ?? 0);
}

function newestRow(
  trx: Database,
  userId: number,
  { isFreeze }: { readonly isFreeze: boolean },
): Promise<FreezeRow | undefined> {
  return trx
    .selectFrom("user_freeze")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .$if(isFreeze, (query) => query.where("until", "is not", null))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function insertRow(
  trx: Database,
  row: {
    readonly userId: number;
    readonly until: Date | null;
    readonly reason: string;
    readonly staff: StaffCaller;
    readonly nowMs: number;
  },
): Promise<void> {
  const { userId, until, reason, staff, nowMs } = row;
  await trx
    .insertInto("user_freeze")
    .values({
      user_id: BigInt(userId),
      until,
      reason,
      staff_id: BigInt(staff.staffId),
      at: new Date(nowMs),
    })
    .execute();
}
