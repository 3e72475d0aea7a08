// Somebody at the desk answers, in words that passed the house's rules (told-words.ts); the first
// answer takes the conversation. What the person wrote after the newest message on the screen still
// waits. Refuses with SUPPORT_THREAD_UNKNOWN, SUPPORT_ASSIGNED or KEY_REUSED.

import type { Database } from "../../platform/database.ts";
import {
  type Attempt,
  isRefused,
  type Refused,
  refuse,
  type StaffCaller,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { SupportDeskParts } from "./support.staff-routes.ts";
import {
  findUnseen,
  insertMessage,
  lockThread,
  type MessageRow,
  type ThreadRow,
} from "./support-table.ts";

export type PersonAnswer = {
  readonly threadId: number;
  readonly text: string;
  /** The newest message on the screen; null: nobody says. */
  readonly seenId: number | null;
  readonly staff: StaffCaller;
  readonly attempt: Attempt | null;
};

/** Answers the message's number. */
export async function answerPerson(
  parts: SupportDeskParts,
  answer: PersonAnswer,
): Promise<number | Refused> {
  const { database, clock, news } = parts;
  const { threadId } = answer;
  const atMs = Math.floor(clock.now());
  const sent = await inTransaction(database, (trx) => say(trx, answer, atMs));
  if (isRefused(sent)) return sent;
  if (sent.isNew) {
    await tellAbsent(parts, sent.thread);
    news.tellOwner(sent.thread, "message");
    news.tellDesk(threadId, "message");
  }
  return sent.id;
}

/** Once until they have read: a second answer to an empty chair is no second notice. */
async function tellAbsent({ inbox, news }: SupportDeskParts, thread: ThreadRow): Promise<void> {
  const { id, user_id, user_read_id } = thread;
  if (user_id === null || (await news.isFollowed(thread))) return;
  await inbox.leave({
    userId: Number(user_id),
    source: "support",
    sourceId: `${id}/${user_read_id}`,
    facts: { kind: "supportAnswered" },
  });
}

async function say(trx: Database, answer: PersonAnswer, atMs: number) {
  const { threadId, text, seenId, staff, attempt } = answer;
  const thread = await lockThread(trx, threadId);
  if (!thread) return refuse("SUPPORT_THREAD_UNKNOWN");
  const mine = BigInt(staff.staffId);
  if (thread.staff_id !== null && thread.staff_id !== mine) {
    return refuse("SUPPORT_ASSIGNED", { name: await nameOf(trx, thread.staff_id) });
  }
  const message = { threadId: thread.id, author: "staff", uploadId: null } as const;
  const { staffId } = staff;
  const told = await insertMessage(trx, { ...message, staffId, text, attempt, atMs });
  if (isRefused(told)) return told;
  if (told.isNew) {
    const { waiting_ms } = thread;
    // Where nobody waits, what came after the screen was answered elsewhere.
    const isAsked = seenId !== null && waiting_ms !== null;
    const unseen = isAsked ? await findUnseen(trx, { threadId: thread.id, seenId }) : undefined;
    await trx
      .updateTable("support_thread")
      .set({
        staff_id: mine,
        closed_ms: null,
        waiting_ms: unseen ? later(unseen.at_ms, waiting_ms ?? 0n) : null,
      })
      .set({ staff_read_id: readUpTo(thread, { unseen, answerId: told.id }) })
      .where("id", "=", thread.id)
      .execute();
  }
  return { ...told, thread };
}

/** The mark never goes back. */
function readUpTo(
  { staff_read_id }: ThreadRow,
  said: { readonly unseen: Pick<MessageRow, "id"> | undefined; readonly answerId: number },
): bigint {
  if (!said.unseen) return BigInt(said.answerId);
  return later(said.unseen.id - 1n, staff_read_id);
}

const later = (left: bigint, right: bigint) => (left > right ? left : right);

async function nameOf(trx: Database, staffId: bigint): Promise<string> {
  const row = await trx
    .selectFrom("staff")
    .select("name")
    .where("id", "=", staffId)
    .executeTakeFirst();
  return row?.name ?? "";
}
