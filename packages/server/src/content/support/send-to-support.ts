// Says something to support, as a member or as a visitor: finds the conversation or begins one,
// keeps the message and its picture together, and tells whoever looks. Called by support.routes.ts.
// Refuses with SUPPORT_TOO_FAST, ONLY_REAL, UPLOAD_UNKNOWN or KEY_REUSED.

import type { LanguageId } from "@truetick/contract";
import { fileIdOf } from "@truetick/contract/cashier";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Attempt, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { Uploads } from "../../platform/uploads/uploads.ts";
import type { SupportLimits } from "./support-limits.ts";
import { keysOf, type SupportNews } from "./support-news.ts";
import { findThreads, insertMessage, keyUsedSinceMs, type ThreadOwner } from "./support-table.ts";

export type SendParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly uploads: Pick<Uploads, "claim">;
  readonly limits: SupportLimits;
  readonly news: SupportNews;
};

export type Draft = {
  readonly owner: ThreadOwner;
  readonly text: string;
  /** The address of a picture that the member has uploaded. */
  readonly image: string | null;
  readonly attempt: Attempt | null;
  readonly language: LanguageId;
  readonly address: string;
};

/** Answers the message's number. */
export async function sendToSupport(parts: SendParts, draft: Draft): Promise<number | Refused> {
  const { database, clock, limits, news } = parts;
  const { owner, image } = draft;
  const isVisitor = "keyHash" in owner;
  if (image !== null && (isVisitor || owner.isDemo)) return refuse("ONLY_REAL");
  const sender = isVisitor ? owner.keyHash.toString("hex") : String(owner.userId);
  if (!limits.allowsWords(sender)) return refuse("SUPPORT_TOO_FAST");
  if (isVisitor && !limits.allowsStrangersWords(draft.address)) return refuse("SUPPORT_TOO_FAST");
  const nowMs = Math.floor(clock.now());
  const said = await inTransaction(database, async (trx) => {
    const threadId = await openThread(trx, { draft, limits, nowMs });
    return isRefused(threadId) ? threadId : await say(parts, trx, { draft, threadId, nowMs });
  });
  if (isRefused(said)) return said;
  if (said.isNew) {
    news.tellDesk(said.threadId, "message");
    news.tellOwner(keysOf(owner), "message");
  }
  return said.id;
}

async function say(
  { uploads }: SendParts,
  trx: Database,
  words: { readonly draft: Draft; readonly threadId: bigint; readonly nowMs: number },
): Promise<{ readonly id: number; readonly isNew: boolean; readonly threadId: number } | Refused> {
  const { draft, threadId, nowMs } = words;
  const { owner, text, image, attempt } = draft;
  const uploadId = image === null ? null : fileIdOf(image);
  // A picture that is not there could not even be named.
  if (uploadId !== null && !(await isUploaded(trx, uploadId))) return refuse("UPLOAD_UNKNOWN");
  const message = { threadId, author: "user", staffId: null, text, uploadId, attempt } as const;
  const told = await insertMessage(trx, { ...message, atMs: nowMs });
  if (isRefused(told)) return told;
  // Told again, it may have been answered meanwhile: nobody waits for anything new.
  if (!told.isNew) return { ...told, threadId: Number(threadId) };
  if (image !== null && "userId" in owner) {
    const claim = { url: image, userId: owner.userId, purpose: "support", subjectId: told.id };
    const claimed = await uploads.claim(trx, { ...claim, purpose: "support" });
    if (isRefused(claimed)) return claimed;
  }
  const waiting = sql<bigint>`coalesce(waiting_ms, ${nowMs}::bigint)`;
  await trx
    .updateTable("support_thread")
    .set({ closed_ms: null, waiting_ms: waiting, language: draft.language })
    .set("keyHash" in owner ? { visitor_used_ms: BigInt(nowMs) } : {})
    .where("id", "=", threadId)
    .execute();
  return { ...told, threadId: Number(threadId) };
}

async function isUploaded(trx: Database, uploadId: string): Promise<boolean> {
  const row = await trx
    .selectFrom("upload")
    .select("id")
    .where("id", "=", uploadId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest of the owner's, locked, or a new one. Refuses with SUPPORT_TOO_FAST. */
async function openThread(
  trx: Database,
  opening: { readonly draft: Draft; readonly limits: SupportLimits; readonly nowMs: number },
): Promise<bigint | Refused> {
  const { draft, limits, nowMs } = opening;
  const { owner, language, address } = draft;
  const name = "userId" in owner ? `user/${owner.userId}` : owner.keyHash.toString("hex");
  // Two first messages at once begin one conversation.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`support/${name}`}, 0))`.execute(trx);
  const [newest] = await findThreads(trx, owner, nowMs);
  if (newest) return newest.id;
  if ("keyHash" in owner) {
    if (!limits.allowsStranger(address)) return refuse("SUPPORT_TOO_FAST");
    // A key that has expired opens nothing: what was said with it stays with nobody.
    await trx
      .updateTable("support_thread")
      .set({ visitor_hash: null })
      .where("visitor_hash", "=", owner.keyHash)
      .where("visitor_used_ms", "<=", keyUsedSinceMs(nowMs))
      .execute();
  }
  const { id } = await trx
    .insertInto("support_thread")
    .values({
      ...keysOf(owner),
      visitor_used_ms: "keyHash" in owner ? BigInt(nowMs) : 0n,
      language,
      created_ms: BigInt(nowMs),
      last_ms: BigInt(nowMs),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
