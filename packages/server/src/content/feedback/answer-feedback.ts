// Staff answer what a trader told us, take it into work, or close it. Called by the desk's calls.
// Invariants: the act and its line in the audit log are one; the trader is told of every answer, in
// the inbox, by mail and on the devices that want it.

import type { MemberLetters } from "../../members/notices/member-letters.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import {
  type Attempt,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import {
  addReply,
  countReplies,
  isRepeated,
  lockFeedback,
  REPLIES_MAX,
  setStatus,
} from "./feedback-table.ts";

export type AnswerParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly letters: MemberLetters;
};

type Answered = { readonly userId: number; readonly replyId: number };

/** Refuses with FEEDBACK_UNKNOWN, KEY_REUSED, FEEDBACK_CLOSED or TOO_MANY_REPLIES. */
export async function answerFeedback(
  { database, clock, letters }: AnswerParts,
  said: {
    readonly feedbackId: number;
    readonly text: string;
    readonly staff: StaffCaller;
    readonly attempt: Attempt | null;
  },
): Promise<Refused | null> {
  const { feedbackId, text, staff, attempt } = said;
  const answered = await inTransaction<Answered | null>(database, async (trx) => {
    const found = await lockFeedback(trx, feedbackId);
    if (!found) return refuse("FEEDBACK_UNKNOWN");
    const reply = { feedbackId: found.id, staffId: staff.staffId, text, attempt };
    const repeated = await isRepeated(trx, reply);
    if (repeated) return isRefused(repeated) ? repeated : null;
    if (found.status === "closed") return refuse("FEEDBACK_CLOSED");
    if ((await countReplies(trx, found.id)) >= REPLIES_MAX) {
      return refuse("TOO_MANY_REPLIES", { max: REPLIES_MAX });
    }
    const replyId = await addReply(trx, reply, new Date(clock.now()));
    await setStatus(trx, found.id, { status: "answered", waitingSince: null });
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: "feedback.answer",
      subject: { kind: "feedback", id: feedbackId },
      detail: { reply: replyId },
    });
    return { userId: found.userId, replyId };
  });
  // Told again it is nothing new to the trader.
  if (answered === null || isRefused(answered)) return answered;
  const id = String(feedbackId);
  await letters.send(
    answered.userId,
    {
      kind: "feedbackAnswered",
      key: "mail.feedbackAnswered.text",
      notice: {
        facts: { kind: "feedbackAnswered", id, words: text },
        source: "feedback-reply",
        sourceId: String(answered.replyId),
      },
    },
    () => ({ id, answer: text }),
  );
  return null;
}

/** Refuses with FEEDBACK_UNKNOWN or FEEDBACK_UNMOVED. */
export async function moveFeedback(
  { database, clock }: Pick<AnswerParts, "database" | "clock">,
  move: {
    readonly feedbackId: number;
    readonly status: "working" | "closed";
    readonly staff: StaffCaller;
  },
): Promise<Refused | null> {
  const { feedbackId, status, staff } = move;
  return await inTransaction(database, async (trx) => {
    const found = await lockFeedback(trx, feedbackId);
    if (!found) return refuse("FEEDBACK_UNKNOWN");
    if (found.status === status) return refuse("FEEDBACK_UNMOVED");
    const waitingSince = status === "closed" ? null : (found.waitingSince ?? new Date(clock.now()));
    await setStatus(trx, found.id, { status, waitingSince });
    await appendAudit(trx, {
      actor: staffActor(staff),
      action: `feedback.${status}`,
      subject: { kind: "feedback", id: feedbackId },
      detail: { from: found.status },
    });
    return null;
  });
}
