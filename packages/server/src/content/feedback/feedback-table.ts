// Feedback as rows: what a trader told us, and what was said about it since.

import type { FeedbackKind, FeedbackStatus } from "@truetick/contract/content";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";

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

/** Answers the number of the reply. */
export async function addReply(
  trx: Database,
  reply: {
    readonly feedbackId: bigint;
    readonly staffId: number | null;
    readonly text: string;
    readonly at: Date;
  },
): Promise<number> {
  const { feedbackId, staffId, text, at } = reply;
  const { id } = await trx
    .insertInto("feedback_reply")
    .values({
      feedback_id: feedbackId,
      staff_id: staffId === null ? null : BigInt(staffId),
      text,
      at,
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
