// The support chat in the database: conversations and what was said. Read and written by the
// routes beside. Invariant: the table itself makes the links of the chain (migration 0031), so a
// message is inserted and never anything else.

import type { LanguageId } from "@truetick/contract";
import { fileUrlOf } from "@truetick/contract/cashier";
import {
  SUPPORT_KEY_LIFETIME_SEC,
  SUPPORT_MESSAGES_PER_PAGE,
  type SupportAuthor,
  type SupportMessage,
} from "@truetick/contract/support";
import { type Generated, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Attempt, type Refused, refuse } from "../../platform/handler.ts";

type ThreadTable = {
  readonly id: Generated<bigint>;
  readonly user_id: Generated<bigint | null>;
  readonly visitor_hash: Generated<Buffer | null>;
  readonly visitor_used_ms: Generated<bigint>;
  readonly language: LanguageId;
  readonly created_ms: bigint;
  readonly closed_ms: Generated<bigint | null>;
  readonly staff_id: Generated<bigint | null>;
  readonly user_read_id: Generated<bigint>;
  readonly staff_read_id: Generated<bigint>;
  readonly waiting_ms: Generated<bigint | null>;
  readonly last_ms: bigint;
  readonly place: Generated<bigint>;
  readonly head_seq: Generated<number>;
  readonly forgotten_ms: Generated<bigint | null>;
};

type MessageTable = {
  readonly id: Generated<bigint>;
  readonly thread_id: bigint;
  readonly seq: Generated<number>;
  readonly author: SupportAuthor;
  readonly staff_id: Generated<bigint | null>;
  readonly text: string;
  readonly upload_id: Generated<string | null>;
  readonly at_ms: bigint;
  readonly attempt: Generated<string | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    support_thread: ThreadTable;
    support_message: MessageTable;
  }
}

export type ThreadRow = Selectable<ThreadTable>;
export type MessageRow = Selectable<MessageTable>;

/** Whose conversation it is: a user's, or that of whoever has the key. */
export type ThreadOwner =
  | { readonly userId: number; readonly isDemo: boolean }
  | { readonly keyHash: Buffer };

/** The moment before which a visitor's key has expired. */
export function keyUsedSinceMs(nowMs: number): bigint {
  return BigInt(Math.floor(nowMs) - SUPPORT_KEY_LIFETIME_SEC * 1_000);
}

/** Newest first. A member has more than one when a visitor's became theirs. */
export function findThreads(
  database: Database,
  owner: ThreadOwner,
  nowMs: number,
): Promise<ThreadRow[]> {
  const all = database.selectFrom("support_thread").selectAll().orderBy("id", "desc");
  if ("userId" in owner) return all.where("user_id", "=", BigInt(owner.userId)).execute();
  return all
    .where("visitor_hash", "=", owner.keyHash)
    .where("visitor_used_ms", ">", keyUsedSinceMs(nowMs))
    .execute();
}

/** Held until the end of the transaction. */
export function lockThread(trx: Database, threadId: number): Promise<ThreadRow | undefined> {
  return trx
    .selectFrom("support_thread")
    .selectAll()
    .where("id", "=", BigInt(threadId))
    .where("forgotten_ms", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Newest first; one more than a page tells whether there are older ones. */
export async function readMessages(
  database: Database,
  threadIds: readonly bigint[],
  before: number | null,
): Promise<{ readonly rows: readonly MessageRow[]; readonly hasOlder: boolean }> {
  if (threadIds.length === 0) return { rows: [], hasOlder: false };
  const newest = database
    .selectFrom("support_message")
    .selectAll()
    .where("thread_id", "in", threadIds)
    .orderBy("id", "desc")
    .limit(SUPPORT_MESSAGES_PER_PAGE + 1);
  const found = await (before === null
    ? newest
    : newest.where("id", "<", BigInt(before))
  ).execute();
  const rows = found.slice(0, SUPPORT_MESSAGES_PER_PAGE);
  return { rows, hasOlder: found.length > rows.length };
}

export type Said = {
  readonly threadId: bigint;
  readonly author: SupportAuthor;
  readonly staffId: number | null;
  readonly text: string;
  readonly uploadId: string | null;
  readonly attempt: Attempt | null;
  readonly atMs: number;
};

/**
 * The same attempt again says nothing twice. Refuses with KEY_REUSED. The conversation is held
 * before the message takes its number, so that the marks of what was read, which are numbers,
 * never pass one that is told later.
 */
export async function insertMessage(
  trx: Database,
  said: Said,
): Promise<{ readonly id: number; readonly isNew: boolean } | Refused> {
  const { threadId, author, text, uploadId, attempt } = said;
  await lockThread(trx, Number(threadId));
  const known = attempt && (await findAttempted(trx, said, attempt.key));
  if (known) {
    const isSame = known.text === text && known.upload_id === uploadId;
    return isSame ? { id: Number(known.id), isNew: false } : refuse("KEY_REUSED");
  }
  const { id } = await trx
    .insertInto("support_message")
    .values({
      thread_id: threadId,
      author,
      staff_id: said.staffId === null ? null : BigInt(said.staffId),
      text,
      upload_id: uploadId,
      at_ms: BigInt(Math.floor(said.atMs)),
      attempt: attempt?.key ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id: Number(id), isNew: true };
}

function findAttempted(trx: Database, { threadId, author }: Said, key: string) {
  return trx
    .selectFrom("support_message")
    .select(["id", "text", "upload_id"])
    .where("thread_id", "=", threadId)
    .where("author", "=", author)
    .where("attempt", "=", key)
    .executeTakeFirst();
}

/** The person's first message after one that was seen, in the order of the chain. */
export function findUnseen(
  trx: Database,
  { threadId, seenId }: { readonly threadId: bigint; readonly seenId: number },
): Promise<Pick<MessageRow, "id" | "at_ms"> | undefined> {
  const ofThread = trx.selectFrom("support_message").where("thread_id", "=", threadId);
  const seen = ofThread.select("seq").where("id", "=", BigInt(seenId));
  return ofThread
    .select(["id", "at_ms"])
    .where("author", "=", "user")
    .where("seq", ">", sql<number>`coalesce((${seen}), 0)`)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
}

/** How many of one side's messages the other has not read, over all of these. */
export async function countUnread(
  database: Database,
  threadIds: readonly bigint[],
  author: "user" | "staff",
): Promise<ReadonlyMap<bigint, number>> {
  if (threadIds.length === 0) return new Map();
  const mark = author === "user" ? sql`t.staff_read_id` : sql`t.user_read_id`;
  const { rows } = await sql<{ id: bigint; unread: string }>`
    select t.id, count(*) as unread
    from support_thread t join support_message m on m.thread_id = t.id
    where t.id in (${sql.join(threadIds)}) and m.author = ${author} and m.id > ${mark}
    group by t.id`.execute(database);
  return new Map(rows.map(({ id, unread }) => [id, Number(unread)]));
}

/** Moves one side's mark forward, never past what was said. Answers where it moved. */
export async function moveReadMark(
  database: Database,
  mark: {
    readonly threadIds: readonly bigint[];
    readonly side: "user" | "staff";
    readonly messageId: number;
  },
): Promise<bigint[]> {
  const { threadIds, side, messageId } = mark;
  if (threadIds.length === 0) return [];
  const column = side === "user" ? sql.ref("user_read_id") : sql.ref("staff_read_id");
  const { rows } = await sql<{ id: bigint }>`
    update support_thread t set ${column} = last.id
    from (
      select thread_id, max(id) as id from support_message
      where thread_id in (${sql.join(threadIds)}) and id <= ${messageId} group by thread_id
    ) last
    where t.id = last.thread_id and t.${column} < last.id
    returning t.id`.execute(database);
  return rows.map(({ id }) => id);
}

/** `nameOf` says how whoever of the staff is called, to whom it is shown. */
export function describeMessage(
  row: MessageRow,
  nameOf: (staffId: number) => string,
): SupportMessage {
  return {
    id: String(row.id),
    author: row.author,
    name: row.author === "staff" && row.staff_id !== null ? nameOf(Number(row.staff_id)) : "",
    text: row.text,
    imageUrl: row.upload_id === null ? null : fileUrlOf(row.upload_id),
    at: Math.floor(Number(row.at_ms) / 1_000),
  };
}
