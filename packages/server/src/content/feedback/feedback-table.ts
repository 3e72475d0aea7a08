// Feedback as rows: what a trader told us, and what was said about it since.

import type { FeedbackKind, FeedbackStatus } from "@truetick/contract/content";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Attempt, type Refused, refuse } from "../../platform/handler.ts";

type FeedbackTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly kind: FeedbackKind;
  readonly text: string;
  readonly language: string;
  readonly image_id: Generated<string | null>;
  readonly status: Generated<FeedbackStatus>;
  readonly created_at: Date;
  readonly waiting_since: Date | null;
};

type FeedbackReplyTable = {
  readonly id: Generated<bigint>;
  readonly feedback_id: bigint;
  /** Null: the trader. */
  readonly staff_id: bigint | null;
  readonly text: string;
  readonly at: Date;
  /** Null: the client named none. */
  readonly attempt: Generated<string | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    feedback: FeedbackTable;
    feedback_reply: FeedbackReplyTable;
  }
}

/** What may be said about one feedback, by both sides together. */
export const REPLIES_MAX = 50;

export type LockedFeedback = {
  readonly id: bigint;
  readonly userId: number;
  readonly status: FeedbackStatus;
  readonly waitingSince: Date | null;
};

/** Held until the transaction ends, so that two answers come one after the other. */
export async function lockFeedback(
  trx: Database,
  feedbackId: number,
): Promise<LockedFeedback | null> {
  const row = await trx
    .selectFrom("feedback")
    .select(["id", "user_id", "status", "waiting_since"])
    .where("id", "=", BigInt(feedbackId))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const { id, user_id, status, waiting_since: waitingSince } = row;
  return { id, userId: Number(user_id), status, waitingSince };
}

export async function countReplies(trx: Database, feedbackId: bigint): Promise<number> {
  const { count } = await trx
    .selectFrom("feedback_reply")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("feedback_id", "=", feedbackId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type Reply = {
  readonly feedbackId: bigint;
  /** Null: the trader. */
  readonly staffId: number | null;
  readonly text: string;
  readonly attempt: Attempt | null;
};

/**
 * Whether this attempt has left its reply before. Refuses with KEY_REUSED when that said something
 * else. Asked of a feedback that is locked, and before anything that its reply may have changed.
 */
export async function isRepeated(trx: Database, reply: Reply): Promise<boolean | Refused> {
  const { feedbackId, staffId, text, attempt } = reply;
  if (attempt === null) return false;
  const known = await trx
    .selectFrom("feedback_reply")
    .select("text")
    .where("feedback_id", "=", feedbackId)
    .where(sql`coalesce(staff_id, 0)`, "=", BigInt(staffId ?? 0))
    .where("attempt", "=", attempt.key)
    .executeTakeFirst();
  if (!known) return false;
  return known.text === text || refuse("KEY_REUSED");
}

/** Answers the number of the reply. */
export async function addReply(
  trx: Database,
  { feedbackId, staffId, text, attempt }: Reply,
  at: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto("feedback_reply")
    .values({
      feedback_id: feedbackId,
      staff_id: staffId === null ? null : BigInt(staffId),
      text,
      at,
      attempt: attempt?.key ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}

export async function setStatus(
  trx: Database,
  id: bigint,
  to: { readonly status: FeedbackStatus; readonly waitingSince: Date | null },
): Promise<void> {
  await trx
    .updateTable("feedback")
    .set({ status: to.status, waiting_since: to.waitingSince })
    .where("id", "=", id)
    .execute();
}
