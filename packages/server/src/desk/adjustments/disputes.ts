// What a trader says against an adjustment, and what staff answer (H10). Invariants: only whom it
// concerns disputes it, and one at a time; an answer is given once and the trader is told; nothing
// here moves money, a correction is another adjustment.

import type { Adjustment } from "@truetick/contract/cashier";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import type { MemberLetters } from "../../members/notices/member-letters.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { ROWS_TO_READ, secondsOf } from "../page.ts";
import { staffAlias } from "../staff-alias.ts";

export type DisputeParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly letters: MemberLetters;
};

const DISPUTES_PER_ADJUSTMENT_MAX = 5;

/** Refuses with ADJUSTMENT_UNKNOWN, DISPUTE_OPEN or TOO_MANY_DISPUTES. */
export async function disputeAdjustment(
  { database, clock }: DisputeParts,
  said: { readonly userId: number; readonly adjustmentId: number; readonly text: string },
): Promise<Refused | null> {
  const { userId, adjustmentId, text } = said;
  const adjustment_id = BigInt(adjustmentId);
  return await database.transaction().execute(async (trx) => {
    // Rows of adjustments never change and cannot be locked by us; the member's own can.
    await sql`select from app_user where id = ${userId} for update`.execute(trx);
    const own = await trx
      .selectFrom("adjustment")
      .select("id")
      .where("id", "=", adjustment_id)
      .where("user_id", "=", BigInt(userId))
      .executeTakeFirst();
    if (!own) return refuse("ADJUSTMENT_UNKNOWN");
    const before = await trx
      .selectFrom("adjustment_dispute")
      .select("answer")
      .where("adjustment_id", "=", adjustment_id)
      .execute();
    if (before.some(({ answer }) => answer === null)) return refuse("DISPUTE_OPEN");
    if (before.length >= DISPUTES_PER_ADJUSTMENT_MAX) return refuse("TOO_MANY_DISPUTES");
    await trx
      .insertInto("adjustment_dispute")
      .values({ adjustment_id, user_id: BigInt(userId), text, at: new Date(clock.now()) })
      .execute();
    return null;
  });
}

/** Refuses with DISPUTE_UNKNOWN or DISPUTE_ANSWERED. */
export async function answerDispute(
  { database, clock, letters }: DisputeParts,
  given: { readonly disputeId: number; readonly answer: string; readonly staff: StaffCaller },
): Promise<Refused | null> {
  const { disputeId, answer, staff } = given;
  const answered = await database.transaction().execute(async (trx) => {
    const dispute = await trx
      .selectFrom("adjustment_dispute")
      .selectAll()
      .where("id", "=", BigInt(disputeId))
      .forUpdate()
      .executeTakeFirst();
    if (!dispute) return refuse("DISPUTE_UNKNOWN");
    if (dispute.answer !== null) return refuse("DISPUTE_ANSWERED");
    await trx
      .updateTable("adjustment_dispute")
      .set({ answer, answered_by: BigInt(staff.staffId), answered_at: new Date(clock.now()) })
      .where("id", "=", dispute.id)
      .execute();
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "dispute.answer",
      subject: { kind: "adjustment", id: Number(dispute.adjustment_id) },
      detail: { dispute: disputeId, answer },
    });
    return { userId: Number(dispute.user_id), adjustmentId: String(dispute.adjustment_id) };
  });
  if (isRefused(answered)) return answered;
  const { userId, adjustmentId: id } = answered;
  await letters.send(
    userId,
    {
      kind: "disputeAnswered",
      key: "mail.disputeAnswered.text",
      notice: {
        facts: { kind: "disputeAnswered", id, words: answer },
        source: "dispute",
        sourceId: String(disputeId),
      },
    },
    () => ({ id, answer }),
  );
  return null;
}

type OwnRow = {
  id: bigint;
  amount: bigint;
  reason: string;
  proposed_by: bigint;
  approved_by: bigint;
  booked_at: Date;
  disputes: readonly { text: string; at: number; answer: string; answered_at: number | null }[];
};

/** The user's own, newest first, each with what was said against it. */
export async function readOwnAdjustments(
  database: Database,
  { userId, before }: { readonly userId: number; readonly before: number | null },
): Promise<readonly Adjustment[]> {
  const older = before === null ? sql`true` : sql`adjustment.id < ${before}`;
  const { rows } = await sql<OwnRow>`
    select id, amount, reason, proposed_by, approved_by, booked_at,
      (select coalesce(json_agg(json_build_object(
          'text', text, 'at', floor(extract(epoch from at))::int, 'answer', coalesce(answer, ''),
          'answered_at', floor(extract(epoch from answered_at))::int) order by d.id), '[]'::json)
        from adjustment_dispute d where adjustment_id = adjustment.id) as disputes
    from adjustment where user_id = ${userId} and ${older}
    order by id desc limit ${ROWS_TO_READ}`.execute(database);
  return rows.map((row) => ({
    id: String(row.id),
    amount: formatMoney(money(row.amount)),
    reason: row.reason,
    agreedBy: [row.proposed_by, row.approved_by].map((id) => staffAlias(Number(id))),
    bookedAt: secondsOf(row.booked_at),
    disputes: row.disputes.map(({ text, at, answer, answered_at }) => {
      return { text, at, answer, answeredAt: answered_at };
    }),
    canDispute:
      row.disputes.length < DISPUTES_PER_ADJUSTMENT_MAX &&
      row.disputes.every(({ answer }) => answer !== ""),
  }));
}
