// Sets another password in the database: with the code that allows it, the end of the sessions that
// the old one opened and of the keys that it may have made for a thief, the pause of withdrawals
// that follows, and the notice to its owner (T16, T17). Called by both ways to change it.
// Invariant: all of it happens, or none.

import { sql } from "kysely";
import type { Background } from "../../platform/background.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { VerificationCodes } from "../codes/verification-codes.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import { securityNotice } from "../notices/security-notices.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SecondFactor } from "../two-factor/second-factor.ts";
import type { Contact } from "../users/contact.ts";
import type { Member } from "../users/user-table.ts";
import { forgetAllKeys, forgetYoungKeys } from "./forget-keys.ts";

export type SetPasswordParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly codes: VerificationCodes;
  readonly sessions: Pick<Sessions, "revokeIn" | "noteEnded">;
  readonly secondFactor: Pick<SecondFactor, "forgetTries">;
  readonly messenger: Messenger;
  readonly inbox: Pick<Inbox, "leave">;
  readonly background: Background;
  /** How long nothing can be withdrawn after it. */
  readonly coolingMs: number;
  /** How old a key is that a reset leaves; a new payout method waits as long. */
  readonly coolingSec: number;
};

export type PasswordChange = {
  readonly member: Member;
  readonly passwordHash: string;
  readonly codeId: bigint;
  /** The session it came with, which stays; null when nobody was logged in. */
  readonly keptSessionId: number | null;
};

/** False when the code was used by somebody faster. */
export async function setPassword(
  parts: SetPasswordParts,
  change: PasswordChange,
): Promise<boolean> {
  const { database, sessions, secondFactor, clock, background, coolingMs } = parts;
  const { member } = change;
  const frozenUntilMs = clock.now() + coolingMs;
  const replaced = await database
    .transaction()
    .execute((tx) => replace(tx, parts, { ...change, frozenUntil: new Date(frozenUntilMs) }));
  if (replaced === null) return false;
  const { ended, forgotten } = replaced;
  sessions.noteEnded(ended);
  const changes = [...forgotten, "passwordChanged"] as const;
  background.run("tell of a new password", () => tell(parts, member, { changes, frozenUntilMs }));
  // Who guessed codes of the second factor knew the old password and does not know this one.
  await secondFactor.forgetTries(member.userId);
  return true;
}

type Replaced = {
  readonly ended: readonly number[];
  readonly forgotten: readonly SecurityChange[];
};

/** Answers which sessions it ended, and which keys; null when the code was used. */
async function replace(
  tx: Database,
  { codes, sessions, coolingSec }: SetPasswordParts,
  change: PasswordChange & { readonly frozenUntil: Date },
): Promise<Replaced | null> {
  const { member, passwordHash, codeId, keptSessionId, frozenUntil } = change;
  const { userId } = member;
  if (!(await codes.use(tx, codeId))) return null;
  const { contact_proved_at } = await tx
    .selectFrom("app_user")
    .select("contact_proved_at")
    .where("id", "=", BigInt(userId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  // First the password, for which those wait who log in by the old one; then their sessions.
  await tx
    .updateTable("app_user")
    .set({
      password_hash: passwordHash,
      withdrawals_frozen_until: frozenUntil,
      contact_proved_at: sql`coalesce(contact_proved_at, clock_timestamp())`,
    })
    .where("id", "=", BigInt(userId))
    .execute();
  const ended = await sessions.revokeIn(
    tx,
    keptSessionId === null ? { userId } : { userId, exceptSessionId: keptSessionId },
  );
  if (keptSessionId !== null) return { ended, forgotten: [] };
  // Whoever registered it by a picture may be a stranger, whose keys must not stay in the lock.
  const isStrangers = contact_proved_at === null;
  const forgotten = isStrangers
    ? await forgetAllKeys(tx, userId)
    : await forgetYoungKeys(tx, { userId, coolingSec });
  return { ended, forgotten };
}

/** Every way the member can be reached: one of them may be the thief's by now. */
async function tell(
  { messenger, inbox }: SetPasswordParts,
  member: Member,
  news: { readonly changes: readonly SecurityChange[]; readonly frozenUntilMs: number },
): Promise<void> {
  const { userId, email, mobile, language } = member;
  for (const change of news.changes) await inbox.leave({ userId, ...securityNotice(change) });
  const until = momentText(language, news.frozenUntilMs);
  const contacts: readonly (Contact | null)[] = [
    email === null ? null : { kind: "email", value: email },
    mobile === null ? null : { kind: "mobile", value: mobile },
  ];
  for (const contact of contacts) {
    if (contact === null) continue;
    const channel = contact.kind === "email" ? "email" : "sms";
    if (!messenger.canSend(channel)) continue;
    await messenger.send({
      channel,
      to: contact.value,
      kind: "passwordChanged",
      language,
      subject: text(language, "mail.passwordChanged.subject"),
      text: text(language, "mail.passwordChanged.text", { until }),
    });
  }
}
