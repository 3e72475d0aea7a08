// Sets another password in the database: with the code that allows it, the end of the sessions that
// the old one opened and of the keys that it may have made for a thief, the pause of withdrawals
// that follows, and the notice to its owner (T16, T17). Called by both ways to change it.
// Invariant: all of it happens, or none.

import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { BatchMessenger, OutgoingMessage } from "../../platform/outbox/message.ts";
import type { VerificationCodes } from "../codes/verification-codes.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import type { StoredNotice } from "../inbox/notice-table.ts";
import { securityNotice } from "../notices/security-notices.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Member } from "../users/user-table.ts";
import { forgetAllKeys, forgetYoungKeys } from "./forget-keys.ts";

export type SetPasswordParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly codes: VerificationCodes;
  readonly sessions: Pick<Sessions, "revokeIn" | "noteEnded">;
  /** Lets codes of the second factor be tried again, in the same transaction. */
  readonly forgetTries: (trx: Database, userId: number) => Promise<void>;
  readonly messenger: Pick<BatchMessenger, "sendIn" | "canSend">;
  readonly inbox: Pick<Inbox, "leaveIn" | "announce">;
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
  const { database, sessions, inbox } = parts;
  const replaced = await database.transaction().execute((tx) => replace(tx, parts, change));
  if (replaced === null) return false;
  sessions.noteEnded(replaced.ended);
  inbox.announce(replaced.notices);
  return true;
}

type Replaced = { readonly ended: readonly number[]; readonly notices: readonly StoredNotice[] };

/** Answers which sessions it ended, and what it left in the inbox; null when the code was used. */
async function replace(
  tx: Database,
  parts: SetPasswordParts,
  { member, passwordHash, codeId, keptSessionId }: PasswordChange,
): Promise<Replaced | null> {
  const { clock, codes, sessions, coolingMs } = parts;
  const { userId } = member;
  const frozenUntilMs = clock.now() + coolingMs;
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
      withdrawals_frozen_until: new Date(frozenUntilMs),
      contact_proved_at: sql`coalesce(contact_proved_at, clock_timestamp())`,
    })
    .where("id", "=", BigInt(userId))
    .execute();
  const ended = await sessions.revokeIn(
    tx,
    keptSessionId === null ? { userId } : { userId, exceptSessionId: keptSessionId },
  );
  // Who guessed codes of the second factor knew the old password and does not know this one.
  await parts.forgetTries(tx, userId);
  // Whoever registered it by a picture may be a stranger, whose keys must not stay in the lock.
  const isStrangers = contact_proved_at === null;
  const forgotten =
    keptSessionId === null ? await forgetKeys(tx, parts, { userId, isStrangers }) : [];
  const changes = [...forgotten, "passwordChanged"] as const;
  return { ended, notices: await tell(tx, parts, { member, changes, frozenUntilMs }) };
}

/** Answers what the member is to be told of. */
function forgetKeys(
  tx: Database,
  { coolingSec }: SetPasswordParts,
  { userId, isStrangers }: { readonly userId: number; readonly isStrangers: boolean },
): Promise<readonly SecurityChange[]> {
  return isStrangers ? forgetAllKeys(tx, userId) : forgetYoungKeys(tx, { userId, coolingSec });
}

type PasswordNews = {
  readonly member: Member;
  readonly changes: readonly SecurityChange[];
  readonly frozenUntilMs: number;
};

/** Every way the member can be reached: one of them may be the thief's by now. */
async function tell(
  tx: Database,
  { clock, messenger, inbox }: SetPasswordParts,
  { member, changes, frozenUntilMs }: PasswordNews,
): Promise<readonly StoredNotice[]> {
  const { userId, email, mobile, language } = member;
  const atMs = clock.now();
  const drafts = changes.map((change) => ({ userId, atMs, ...securityNotice(change) }));
  const notices = await inbox.leaveIn(tx, drafts);
  const until = momentText(language, frozenUntilMs);
  const letter = {
    kind: "passwordChanged",
    language,
    subject: text(language, "mail.passwordChanged.subject"),
    text: text(language, "mail.passwordChanged.text", { until }),
  };
  const letters: readonly OutgoingMessage[] = [
    ...(email === null ? [] : [{ ...letter, channel: "email", to: email } as const]),
    ...(mobile === null ? [] : [{ ...letter, channel: "sms", to: mobile } as const]),
  ];
  await messenger.sendIn(
    tx,
    letters.filter(({ channel }) => messenger.canSend(channel)),
  );
  return notices;
}
