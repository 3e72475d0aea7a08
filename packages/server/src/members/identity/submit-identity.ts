// Hands in an identity: name, number and two pictures become a case that waits. Called by the
// member's route. Invariants: one case of a member waits or is approved, never two; only own, fresh
// uploads are taken (T38); the same document of somebody else is flagged, and certified once (T40).

import type { IdentityDraft } from "@truetick/contract/calls";
import { CARD_ID_LENGTH_MAX, CARD_ID_LENGTH_MIN } from "@truetick/contract/cashier";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { Uploads } from "../../platform/uploads/uploads.ts";
import type { IdentitySeals } from "./identity-seals.ts";
import { readCardId, readName } from "./identity-words.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PER_DAY_MAX = 10;

export type SubmitIdentityParts = {
  readonly database: Database;
  readonly uploads: Pick<Uploads, "claim">;
  readonly seals: IdentitySeals;
  readonly clock: Pick<Clock, "now">;
  /** How long a review may take. */
  readonly reviewHours: number;
};

type Read = { readonly name: string; readonly cardId: string } & Pick<
  IdentityDraft,
  "frontUrl" | "backUrl"
>;

/** Refuses with what `submitIdentity` declares. */
export async function submitIdentity(
  parts: SubmitIdentityParts,
  userId: number,
  draft: IdentityDraft,
): Promise<"submitted" | Refused> {
  const read = readDraft(draft);
  if (isRefused(read)) return read;
  return await inTransaction(parts.database, (trx) => submitIn(trx, parts, { userId, read }));
}

/** Refuses with COMPLETE_FORM, IDENTITY_NAME_INVALID or CARD_ID_INVALID. */
function readDraft({ name, cardId, frontUrl, backUrl }: IdentityDraft): Read | Refused {
  if ([name, cardId, frontUrl, backUrl].some((field) => field.trim() === "")) {
    return refuse("COMPLETE_FORM");
  }
  const readable = readName(name);
  if (readable === null) return refuse("IDENTITY_NAME_INVALID");
  const card = readCardId(cardId);
  const limits = { min: CARD_ID_LENGTH_MIN, max: CARD_ID_LENGTH_MAX };
  if (card === null) return refuse("CARD_ID_INVALID", limits);
  return { name: readable, cardId: card, frontUrl, backUrl };
}

async function submitIn(
  trx: Database,
  parts: SubmitIdentityParts,
  { userId, read }: { readonly userId: number; readonly read: Read },
): Promise<"submitted" | Refused> {
  const { uploads, seals, clock } = parts;
  const nowMs = clock.now();
  const user = BigInt(userId);
  const mark = seals.markCardId(read.cardId);
  // One after the other: the same member's, and those of the same document.
  await trx.selectFrom("app_user").select("id").where("id", "=", user).forUpdate().execute();
  await sql`select pg_advisory_xact_lock(${mark.readBigInt64BE()})`.execute(trx);
  const replaced = await makeRoom(trx, user, nowMs);
  if (isRefused(replaced)) return replaced;
  const refused = await checkPace(trx, user, nowMs);
  if (refused) return refused;
  const freshDue = new Date(nowMs + parts.reviewHours * HOUR_MS);
  const { id } = await trx
    .insertInto("identity_case")
    .values({
      user_id: user,
      name_sealed: seals.closeName(read.name),
      card_id_sealed: seals.closeCardId(read.cardId),
      card_mark: mark,
      is_duplicate: await isHandedIn(trx, mark),
      submitted_at: new Date(nowMs),
      // Who answers in time waits no longer for having been asked (H11).
      due_at: replaced && replaced.dueAt.getTime() > nowMs ? replaced.dueAt : freshDue,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const claim = { userId, subjectId: Number(id) };
  const front = await uploads.claim(trx, {
    ...claim,
    url: read.frontUrl,
    purpose: "identity_front",
  });
  if (isRefused(front)) return front;
  const back = await uploads.claim(trx, { ...claim, url: read.backUrl, purpose: "identity_back" });
  if (isRefused(back)) return back;
  await trx
    .updateTable("identity_case")
    .set({ front_id: front.id, back_id: back.id })
    .where("id", "=", id)
    .execute();
  return "submitted";
}

/**
 * Answers what the new one takes the place of. Refuses with IDENTITY_CERTIFIED or IDENTITY_WAITING;
 * who was asked something may answer.
 */
async function makeRoom(
  trx: Database,
  user: bigint,
  nowMs: number,
): Promise<{ readonly dueAt: Date } | Refused | null> {
  const open = await trx
    .selectFrom("identity_case")
    .select(["id", "status", "question", "due_at"])
    .where("user_id", "=", user)
    .where("status", "in", ["waiting", "approved"])
    .forUpdate()
    .executeTakeFirst();
  if (!open) return null;
  if (open.status === "approved") return refuse("IDENTITY_CERTIFIED");
  if (open.question === "") return refuse("IDENTITY_WAITING");
  await trx
    .updateTable("identity_case")
    .set({ status: "replaced", decided_at: new Date(nowMs) })
    .where("id", "=", open.id)
    .execute();
  return { dueAt: open.due_at };
}

/** Refuses with TOO_MANY_ATTEMPTS: every one costs somebody's time. */
async function checkPace(trx: Database, user: bigint, nowMs: number): Promise<Refused | null> {
  const recent = await trx
    .selectFrom("identity_case")
    .select("submitted_at")
    .where("user_id", "=", user)
    .where("submitted_at", ">", new Date(nowMs - DAY_MS))
    .orderBy("id", "desc")
    .limit(PER_DAY_MAX)
    .execute();
  const oldest = recent[PER_DAY_MAX - 1];
  if (!oldest) return null;
  const waitMs = oldest.submitted_at.getTime() + DAY_MS - nowMs;
  return refuse("TOO_MANY_ATTEMPTS", { seconds: Math.ceil(waitMs / 1_000) });
}

/** By somebody else, who waits or is certified: the member's own was made room of. */
async function isHandedIn(trx: Database, mark: Buffer): Promise<boolean> {
  const found = await trx
    .selectFrom("identity_case")
    .select("id")
    .where("card_mark", "=", mark)
    .where("status", "in", ["waiting", "approved"])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
