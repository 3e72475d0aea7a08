// A trader writes: something new, or back to what was answered. Called by the trader's calls.
// Invariants: a picture is the writer's own and for this alone (T38); nobody floods us; the same
// words sent again within minutes are the same feedback.

import type { LanguageId } from "@truetick/contract";
import type { FeedbackKind } from "@truetick/contract/content";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Attempt, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { Uploads } from "../../platform/uploads/uploads.ts";
import {
  addReply,
  countReplies,
  isRepeated,
  lockFeedback,
  REPLIES_MAX,
  setStatus,
} from "./feedback-table.ts";

const PER_DAY_MAX = 10;
const DAY_MS = 86_400_000;
const SAME_WITHIN_MS = 600_000;

export type WriteParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly uploads: Pick<Uploads, "claim">;
};

export type FeedbackDraft = {
  readonly userId: number;
  readonly kind: FeedbackKind;
  readonly text: string;
  readonly imageUrl: string | null;
  readonly language: LanguageId;
};

/** Answers its number. Refuses with TOO_MANY_FEEDBACKS or UPLOAD_UNKNOWN. */
export async function submitFeedback(
  { database, clock, uploads }: WriteParts,
  { userId, kind, text, imageUrl, language }: FeedbackDraft,
): Promise<number | Refused> {
  return await inTransaction(database, async (trx) => {
    // One after the other of one writer, or a hundred at once would pass as the first.
    await sql`select from app_user where id = ${userId} for update`.execute(trx);
    const nowMs = clock.now();
    const today = await trx
      .selectFrom("feedback")
      .select(["id", "kind", "text", "created_at"])
      .where("user_id", "=", BigInt(userId))
      .where("created_at", ">", new Date(nowMs - DAY_MS))
      .execute();
    const same = today.find(
      (row) =>
        row.kind === kind && row.text === text && row.created_at.getTime() > nowMs - SAME_WITHIN_MS,
    );
    if (same) return Number(same.id);
    if (today.length >= PER_DAY_MAX) return refuse("TOO_MANY_FEEDBACKS", { max: PER_DAY_MAX });
    const at = new Date(nowMs);
    const { id } = await trx
      .insertInto("feedback")
      .values({
        user_id: BigInt(userId),
        kind,
        text,
        language,
        created_at: at,
        waiting_since: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    if (imageUrl === null) return Number(id);
    const claim = { url: imageUrl, userId, purpose: "feedback", subjectId: Number(id) } as const;
    const claimed = await uploads.claim(trx, claim);
    if (isRefused(claimed)) return claimed;
    await trx.updateTable("feedback").set({ image_id: claimed.id }).where("id", "=", id).execute();
    return Number(id);
  });
}

/** Refuses with FEEDBACK_UNKNOWN, KEY_REUSED, FEEDBACK_CLOSED or TOO_MANY_REPLIES. */
export async function replyFeedback(
  { database, clock }: Omit<WriteParts, "uploads">,
  said: {
    readonly userId: number;
    readonly feedbackId: number;
    readonly text: string;
    readonly attempt: Attempt | null;
  },
): Promise<Refused | null> {
  return await inTransaction(database, async (trx) => {
    const found = await lockFeedback(trx, said.feedbackId);
    // Another's is as unknown as what never was (T74).
    if (!found || found.userId !== said.userId) return refuse("FEEDBACK_UNKNOWN");
    const { text, attempt } = said;
    const reply = { feedbackId: found.id, staffId: null, text, attempt };
    const repeated = await isRepeated(trx, reply);
    if (repeated) return isRefused(repeated) ? repeated : null;
    if (found.status === "closed") return refuse("FEEDBACK_CLOSED");
    if ((await countReplies(trx, found.id)) >= REPLIES_MAX) {
      return refuse("TOO_MANY_REPLIES", { max: REPLIES_MAX });
    }
    const at = new Date(clock.now());
    await addReply(trx, reply, at);
    await setStatus(trx, found.id, {
      status: found.status === "answered" ? "new" : found.status,
      waitingSince: found.waitingSince ?? at,
    });
    return null;
  });
}
