// What the desk can do for a member who has lost the phone and the recovery codes: app, codes and
// passkeys go, and the password alone logs in again. A kind of proposal, registered by members.ts,
// since whoever asks for it may be a thief. Invariants: two people decide it, neither of them the
// member (T87); it has the consequences of a reset of the password, a pause of withdrawals and news
// at every contact among them (T16); all of it happens, or none.

import { randomUUID } from "node:crypto";
import { type Language, languageOf } from "@truetick/contract";
import { FACTOR_PROPOSAL_KIND, type FactorPayload } from "@truetick/contract/desk";
import { sql } from "kysely";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { BatchMessenger, OutgoingMessage } from "../../platform/outbox/message.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import { deletePasskeys } from "../passkeys/passkey-table.ts";
import type { AgreedProposal, ProposalKind } from "../proposals/proposal-kinds.ts";
import { revokeSessions } from "../sessions/session-table.ts";
import type { SecondFactor } from "./second-factor.ts";
import { forgetTotp } from "./two-factor-table.ts";

export type RemoveFactorsParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly secondFactor: Pick<SecondFactor, "forgetTries">;
  readonly messenger: BatchMessenger;
  readonly inbox: Pick<Inbox, "leaveIn">;
  /** How long nothing can be withdrawn after it, as after a new password. */
  readonly coolingMs: number;
};

export function removeFactorsKind(parts: RemoveFactorsParts): ProposalKind<FactorPayload> {
  const { database } = parts;
  return {
    kind: FACTOR_PROPOSAL_KIND,
    permission: "users.freeze",
    notice: "none",
    isPublic: false,
    parse: (given) => readPayload(database, given),
    memberOf: ({ user_id }) => Number(user_id),
    current: async ({ user_id }) => {
      const { hasApp, passkeys } = await readFactors(database, Number(user_id));
      return { user_id, app: hasApp, passkeys };
    },
    apply: (agreed, trx) => removeFactors(parts, agreed, trx),
  };
}

/** Refuses with PROPOSAL_INVALID for whoever is no member, or has nothing to be taken away. */
async function readPayload(database: Database, given: unknown): Promise<FactorPayload | Refused> {
  const { user_id } = (given ?? {}) as Record<string, unknown>;
  const wrong = (problem: string) => refuse("PROPOSAL_INVALID", { problem });
  if (typeof user_id !== "string" || !/^[1-9]\d{0,14}$/.test(user_id)) return wrong("user_id");
  const { hasApp, passkeys } = await readFactors(database, Number(user_id));
  return hasApp || passkeys > 0 ? { user_id } : wrong("user_id");
}

type Factors = { readonly hasApp: boolean; readonly passkeys: number };

async function readFactors(database: Database, userId: number): Promise<Factors> {
  const { rows } = await sql<{ has_app: boolean; passkeys: number }>`
    select
      exists (select from totp_secret
        where user_id = ${userId} and enabled_at is not null) as has_app,
      (select count(*)::integer from passkey where user_id = ${userId}) as passkeys`.execute(
    database,
  );
  return { hasApp: rows[0]?.has_app ?? false, passkeys: rows[0]?.passkeys ?? 0 };
}

/** Refuses with OBJECT_CHANGED when the member has taken them away meanwhile. */
async function removeFactors(
  parts: RemoveFactorsParts,
  { id, payload, proposedBy, approvedBy }: AgreedProposal<FactorPayload>,
  trx: Database,
): Promise<Refused | null> {
  const { clock, coolingMs, secondFactor, inbox, messenger } = parts;
  const userId = Number(payload.user_id);
  // First the row for which those wait who log in; then the keys, and the sessions they opened.
  const reached = await holdMember(trx, userId);
  const { hasApp, passkeys } = await readFactors(trx, userId);
  // A refusal keeps what was written before it.
  if (!hasApp && passkeys === 0) return refuse("OBJECT_CHANGED");
  const frozenUntil = new Date(clock.now() + coolingMs);
  await freeze(trx, userId, frozenUntil);
  await deletePasskeys(trx, userId);
  await forgetTotp(trx, userId);
  const { length: ended } = await revokeSessions(trx, { userId });
  await appendAudit(trx, {
    actor: SYSTEM_ACTOR,
    action: "user.remove_factors",
    subject: { kind: "user", id: userId },
    detail: {
      proposal: id,
      proposed_by: proposedBy,
      approved_by: approvedBy,
      app: hasApp,
      passkeys,
      ended,
    },
  });
  const changes: readonly SecurityChange[] = [
    ...(hasApp ? (["twoFactorChanged"] as const) : []),
    ...(passkeys > 0 ? (["passkeyChanged"] as const) : []),
  ];
  const drafts = changes.map((what) => ({
    userId,
    facts: { kind: "securityChanged", what } as const,
    source: "security",
    sourceId: randomUUID(),
    atMs: clock.now(),
  }));
  // No screen of the member's is open any more that would have to be told of it.
  await inbox.leaveIn(trx, drafts);
  const moments = { atMs: clock.now(), untilMs: frozenUntil.getTime() };
  const letters = lettersTo(reached, moments);
  await messenger.sendIn(
    trx,
    letters.filter(({ channel }) => messenger.canSend(channel)),
  );
  // Who has tried codes in vain before is not kept from setting up a new app.
  await secondFactor.forgetTries(userId);
  return null;
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
