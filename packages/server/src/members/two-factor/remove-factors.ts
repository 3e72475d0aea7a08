// What the desk can do for a member who has lost the phone and the recovery codes: app, codes and
// passkeys go, and the password alone logs in again. A kind of proposal, registered by members.ts,
// since whoever asks for it may be a thief. Invariants: two people decide it, neither of them the
// member (T87), about what is there while they do and nothing later (H08); it has the consequences
// of a reset of the password, a pause of withdrawals and news at every contact among them (T16);
// all of it happens, or none.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Language, languageOf } from "@truetick/contract";
import { FACTOR_PROPOSAL_KIND } from "@truetick/contract/desk";
import { sql } from "kysely";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { BatchMessenger, OutgoingMessage } from "../../platform/outbox/message.ts";
import { FACTORS_REMOVED } from "../freezes/freezes.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import { deletePasskeys } from "../passkeys/passkey-table.ts";
import type { AgreedProposal, ProposalKind } from "../proposals/proposal-kinds.ts";
import { revokeSessions } from "../sessions/session-table.ts";
import { forgetTotp } from "./two-factor-table.ts";

export type RemoveFactorsParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  /** Lets codes be tried again, in the same transaction. */
  readonly forgetTries: (trx: Database, userId: number) => Promise<void>;
  /** No day's budget can be used up against this message (0061). */
  readonly messenger: BatchMessenger;
  readonly inbox: Pick<Inbox, "leaveIn">;
  /** How long nothing can be withdrawn after it, as after a new password. */
  readonly coolingMs: number;
};

type Factors = {
  /** Since when there is an app, to the millisecond; null: there is none. */
  readonly app_since: string | null;
  /** The numbers of the passkeys. */
  readonly passkeys: readonly string[];
};

/** Whose, and the name by which the desk knows the member. */
type Member = { readonly user_id: string; readonly uid: string };

/** As it is stored and agreed on: the very ones that were lost, and no others. */
type Payload = Member & { readonly removed: Factors };

export function removeFactorsKind(parts: RemoveFactorsParts): ProposalKind<Payload> {
  const { database } = parts;
  return {
    kind: FACTOR_PROPOSAL_KIND,
    permission: "users.freeze",
    notice: "none",
    isPublic: false,
    parse: (given) => readPayload(database, given),
    memberOf: ({ user_id }) => Number(user_id),
    // In places of their own, which are empty afterwards.
    current: async ({ user_id }) => {
      const found = await readFactors(database, Number(user_id));
      return found && { ...found.member, ...found.factors };
    },
    apply: (agreed, trx) => removeFactors(parts, agreed, trx),
  };
}

/** Refuses with PROPOSAL_INVALID for whoever is no member, or has nothing to be taken away. */
async function readPayload(database: Database, given: unknown): Promise<Payload | Refused> {
  const { user_id } = (given ?? {}) as Record<string, unknown>;
  const wrong = (problem: string) => refuse("PROPOSAL_INVALID", { problem });
  if (typeof user_id !== "string" || !/^[1-9]\d{0,14}$/.test(user_id)) return wrong("user_id");
  const found = await readFactors(database, Number(user_id));
  if (!found) return wrong("user_id");
  const { member, factors } = found;
  const isAny = factors.app_since !== null || factors.passkeys.length > 0;
  return isAny ? { ...member, removed: factors } : wrong("user_id");
}

/** Null: there is no such member. */
async function readFactors(
  database: Database,
  userId: number,
): Promise<{ readonly member: Member; readonly factors: Factors } | null> {
  const { rows } = await sql<{ uid: string; since: Date | null; passkeys: string[] }>`
    select u.uid,
      (select t.enabled_at from totp_secret t where t.user_id = u.id) as since,
      array(select p.id::text from passkey p where p.user_id = u.id order by p.id) as passkeys
    from app_user u where u.id = ${userId}`.execute(database);
  const [row] = rows;
  if (!row) return null;
  const { uid, since, passkeys } = row;
  return {
    member: { user_id: String(userId), uid },
    factors: { app_since: since?.toISOString() ?? null, passkeys },
  };
}

/** Refuses with OBJECT_CHANGED when they are not those any more that two people agreed on. */
async function removeFactors(
  parts: RemoveFactorsParts,
  { id, payload, proposedBy, approvedBy }: AgreedProposal<Payload>,
  trx: Database,
): Promise<Refused | null> {
  const { user_id, removed } = payload;
  const userId = Number(user_id);
  // First the row for which those wait who log in; then those who are in, and their keys.
  const reached = await holdMember(trx, userId);
  await holdFactors(trx, userId);
  // A refusal keeps what was written before it, so nothing is written before.
  const found = await readFactors(trx, userId);
  if (!isDeepStrictEqual(found?.factors, removed)) return refuse("OBJECT_CHANGED");
  const frozenUntil = new Date(parts.clock.now() + parts.coolingMs);
  await freeze(trx, userId, frozenUntil);
  await deletePasskeys(trx, userId);
  await forgetTotp(trx, userId);
  const { length: ended } = await revokeSessions(trx, { userId });
  // Who has tried codes in vain before is not kept from setting up a new app.
  await parts.forgetTries(trx, userId);
  await tell(parts, trx, { userId, removed, reached, untilMs: frozenUntil.getTime() });
  const detail = {
    proposal: id,
    proposed_by: proposedBy,
    approved_by: approvedBy,
    app: removed.app_since !== null,
    passkeys: removed.passkeys.length,
    ended,
    // By which the pause is known for what it is (freezes.ts).
    frozen_until: frozenUntil.getTime(),
  };
  await appendAudit(trx, {
    actor: SYSTEM_ACTOR,
    action: FACTORS_REMOVED,
    subject: { kind: "user", id: userId },
    detail,
  });
  return null;
}

/** In the inbox, and outside of it. */
async function tell(
  { clock, inbox, messenger }: RemoveFactorsParts,
  trx: Database,
  of: {
    readonly userId: number;
    readonly removed: Factors;
    readonly reached: Reached;
    readonly untilMs: number;
  },
): Promise<void> {
  const { userId, removed, reached, untilMs } = of;
  const atMs = clock.now();
  const changes: readonly SecurityChange[] = [
    ...(removed.app_since === null ? [] : (["twoFactorChanged"] as const)),
    ...(removed.passkeys.length === 0 ? [] : (["passkeyChanged"] as const)),
  ];
  const drafts = changes.map((what) => ({
    userId,
    facts: { kind: "securityChanged", what } as const,
    source: "security",
    sourceId: randomUUID(),
    atMs,
  }));
  // No screen of the member's is open any more that would have to be told of it.
  await inbox.leaveIn(trx, drafts);
  const letters = lettersTo(reached, { atMs, untilMs });
  await messenger.sendIn(
    trx,
    letters.filter(({ channel }) => messenger.canSend(channel)),
  );
}

type Reached = {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly language: string;
};

/** Until the transaction ends. Answers how the member can be reached. */
async function holdMember(trx: Database, userId: number): Promise<Reached> {
  const { email, mobile, language } = await trx
    .selectFrom("app_user")
    .select(["email", "mobile", "language"])
    .where("id", "=", BigInt(userId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const setting = await trx
    .selectFrom("member_setting")
    .select("language")
    .where("user_id", "=", BigInt(userId))
    .executeTakeFirst();
  return { email, mobile, language: setting?.language ?? language };
}

/**
 * Until the transaction ends. Whoever is just adding a key or turning an app on is waited for, so
 * that it is seen; from here on nobody can, since their sessions end with this.
 */
async function holdFactors(trx: Database, userId: number): Promise<void> {
  await trx
    .selectFrom("user_session")
    .select("id")
    .where("user_id", "=", BigInt(userId))
    .where("revoked_at", "is", null)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await trx
    .selectFrom("totp_secret")
    .select("user_id")
    .where("user_id", "=", BigInt(userId))
    .forNoKeyUpdate()
    .execute();
}

/** A longer pause that holds already stays. */
async function freeze(trx: Database, userId: number, until: Date): Promise<void> {
  await trx
    .updateTable("app_user")
    .set({ withdrawals_frozen_until: sql`greatest(withdrawals_frozen_until, ${until})` })
    .where("id", "=", BigInt(userId))
    .execute();
}

/** Every way the member can be reached: one of them may be the thief's by now. */
function lettersTo(
  { email, mobile, language: chosen }: Reached,
  { atMs, untilMs }: { readonly atMs: number; readonly untilMs: number },
): readonly OutgoingMessage[] {
  const language: Language = languageOf(chosen);
  const values = { time: momentText(language, atMs), until: momentText(language, untilMs) };
  const letter = {
    kind: "twoFactorChanged",
    language,
    subject: text(language, "mail.twoFactorChanged.subject"),
    text: text(language, "mail.twoFactorChanged.removed", values),
  };
  return [
    ...(email === null ? [] : [{ ...letter, channel: "email", to: email } as const]),
    ...(mobile === null ? [] : [{ ...letter, channel: "sms", to: mobile } as const]),
  ];
}
