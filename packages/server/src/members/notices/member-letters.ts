// A letter to a member about the member's own affairs: to the address, else to the number, in the
// language the member has chosen; and, where it is news, a notice in the inbox beside it. Used by
// security notices, the cashier and the desk. Invariants: a letter or a notice that cannot be kept
// never undoes or refuses what it tells of, but where it is kept in one transaction with that; one
// text is sent so often, however often it happens, and takes nothing from another (T11), while the
// inbox has every one.

import { type Language, languageOf, type MessageKey } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { type MessageValues, text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { BatchMessenger, Messenger, OutgoingMessage } from "../../platform/outbox/message.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { DAY_MS, HOUR_MS, LETTER_LIMITS } from "../attempts/limits.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { NoticeDraft } from "../inbox/notice-facts.ts";
import type { StoredNotice } from "../inbox/notice-table.ts";

export type MemberLetter = {
  /** In camel case; its subject is the text `mail.KIND.subject`. */
  readonly kind: string;
  /** The text; `{time}` in it is now. */
  readonly key: MessageKey;
  /** The code inside the text, when there is one; who sends it counts how often. */
  readonly code?: string;
  /** Makes worthless what waits for the same member with the same kind and this purpose. */
  readonly replaces?: string;
  /** The same in the inbox, once for what it names. */
  readonly notice?: Pick<NoticeDraft, "facts" | "source" | "sourceId">;
};

export type MemberLetters = {
  readonly send: (
    userId: number,
    letter: MemberLetter,
    valuesOf?: (language: Language) => MessageValues,
  ) => Promise<void>;
};

export type AddressedLetter = {
  readonly userId: number;
  readonly letter: MemberLetter;
  readonly valuesOf?: ((language: Language) => MessageValues) | undefined;
};

/** For what must not happen untold. */
export type LettersWithActs = {
  /**
   * Keeps the letter and its notice in the caller's transaction, which fails with them; the caller
   * has the inbox announce what it answers once that is committed.
   */
  readonly sendIn: (trx: Database, to: AddressedLetter) => Promise<readonly StoredNotice[]>;
};

type Recipient = {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly language: string;
};

type MemberLetterParts = {
  readonly database: Database;
  /** Keeps within the day's text messages. */
  readonly messenger: Messenger;
  readonly inbox: Pick<Inbox, "leave">;
  readonly attempts: Pick<AttemptWindows, "count">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

export function createMemberLetters(parts: MemberLetterParts): MemberLetters {
  const { messenger, inbox, log } = parts;
  return {
    async send(userId, letter, valuesOf) {
      const { kind, notice } = letter;
      if (notice) await inbox.leave({ userId, ...notice });
      try {
        const message = await write(parts, { userId, letter, valuesOf });
        if (message) await messenger.send(message);
      } catch (err) {
        log.error({ err, kind }, "a letter could not be kept");
      }
    },
  };
}

export function createLettersWithActs({
  messenger,
  inbox,
  attemptsIn,
  clock,
  log,
}: {
  /** Keeps within the day's text messages. */
  readonly messenger: Pick<BatchMessenger, "sendIn" | "canSend">;
  readonly inbox: Pick<Inbox, "leaveIn">;
  /** Counts in the transaction, and so not at all when it is undone. */
  readonly attemptsIn: (trx: Database) => Pick<AttemptWindows, "count">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}): LettersWithActs {
  return {
    async sendIn(trx, to) {
      const { userId, letter } = to;
      const atMs = clock.now();
      const drafts = letter.notice ? [{ userId, atMs, ...letter.notice }] : [];
      const left = await inbox.leaveIn(trx, drafts);
      const writing = { database: trx, attempts: attemptsIn(trx), messenger, clock, log };
      const message = await write(writing, to);
      if (message) await messenger.sendIn(trx, [message]);
      return left;
    },
  };
}

type Writing = Pick<MemberLetterParts, "database" | "attempts" | "clock" | "log"> & {
  readonly messenger: Pick<Messenger, "canSend">;
};

/** Null: no way leads to the member, or the text was sent often enough. */
async function write(
  parts: Writing,
  { userId, letter, valuesOf }: AddressedLetter,
): Promise<OutgoingMessage | null> {
  const { kind, key, notice, ...delivery } = letter;
  const recipient = await findRecipient(parts.database, userId);
  const channel = recipient?.email ? "email" : "sms";
  const to = recipient?.email ?? recipient?.mobile;
  if (!recipient || !to || !parts.messenger.canSend(channel)) return null;
  // What is in no inbox is told however often.
  if (notice && !(await isWithin(parts, `${userId}/${key}`))) return null;
  const language = languageOf(recipient.language);
  const values = { time: momentText(language, parts.clock.now()), ...valuesOf?.(language) };
  return {
    channel,
    to,
    kind,
    language,
    // Every kind of letter has a subject of its own.
    subject: text(language, `mail.${kind}.subject` as MessageKey, values),
    text: text(language, key, values),
    ...delivery,
  };
}

/** Counts one of a text to a member; the first beyond a limit is logged. */
async function isWithin({ attempts, log }: Writing, subject: string): Promise<boolean> {
  const { perHour, perDay } = LETTER_LIMITS;
  const windows = [
    { counted: { what: "letter-hour", subject, windowMs: HOUR_MS }, max: perHour },
    { counted: { what: "letter-day", subject, windowMs: DAY_MS }, max: perDay },
  ];
  for (const { counted, max } of windows) {
    const { tries } = await attempts.count(counted);
    if (tries === max + 1) log.warn({ letter: subject, max }, "a text is not sent so often");
    if (tries > max) return false;
  }
  return true;
}

/** In the language that was chosen, else the one of the registration. */
async function findRecipient(database: Database, userId: number): Promise<Recipient | null> {
  const row = await database
    .selectFrom("app_user")
    .leftJoin("member_setting", "member_setting.user_id", "app_user.id")
    .select(["app_user.email", "app_user.mobile", "app_user.language"])
    .select("member_setting.language as chosen_language")
    .where("app_user.id", "=", BigInt(userId))
    .executeTakeFirst();
  if (!row) return null;
  return { email: row.email, mobile: row.mobile, language: row.chosen_language ?? row.language };
}
