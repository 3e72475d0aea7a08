// A letter to a member about the member's own affairs: to the address, else to the number, in the
// language the member has chosen; and, where it is news, a notice in the inbox beside it. Used by
// security notices, the cashier and the desk. Invariants: a letter or a notice that cannot be kept
// never undoes or refuses what it tells of; one text is sent so often, however often it happens,
// and takes nothing from another (T11), while the inbox has every one.

import { type Language, languageOf, type MessageKey } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { type MessageValues, text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import { DAY_MS, HOUR_MS, LETTER_LIMITS } from "../attempts/limits.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { NoticeDraft } from "../inbox/notice-facts.ts";

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
  const { database, messenger, inbox, clock, log } = parts;
  return {
    async send(userId, { kind, key, notice, ...delivery }, valuesOf) {
      if (notice) await inbox.leave({ userId, ...notice });
      try {
        const recipient = await findRecipient(database, userId);
        const channel = recipient?.email ? "email" : "sms";
        const to = recipient?.email ?? recipient?.mobile;
        if (!recipient || !to || !messenger.canSend(channel)) return;
        // What is in no inbox is told however often.
        if (notice && !(await isWithin(parts, `${userId}/${key}`))) return;
        const language = languageOf(recipient.language);
        const values = { time: momentText(language, clock.now()), ...valuesOf?.(language) };
        await messenger.send({
          channel,
          to,
          kind,
          language,
          // Every kind of letter has a subject of its own.
          subject: text(language, `mail.${kind}.subject` as MessageKey, values),
          text: text(language, key, values),
          ...delivery,
        });
      } catch (err) {
        log.error({ err, kind }, "a letter could not be kept");
      }
    },
  };
}

/** Counts one of a text to a member; the first beyond a limit is logged. */
async function isWithin({ attempts, log }: MemberLetterParts, subject: string): Promise<boolean> {
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
