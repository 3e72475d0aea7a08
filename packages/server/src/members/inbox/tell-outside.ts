// What of somebody's notices also leaves the house: pushes to the browsers that have asked for
// them, and mail for a margin call, a stop-out and a copy that was stopped. Written in the
// transaction that writes the notices, so that each goes out exactly as often as it is told.
// Invariants: a push only goes to a device of a living session of a member who wants it; mail about
// trading only to whoever wants it; what cannot be made is logged and holds nobody else up.

import { setImmediate as nextTurn } from "node:timers/promises";
import { type Language, languageOf } from "@truetick/contract";
import type { NoticeKind, PushPayload } from "@truetick/contract/notices";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { BatchMessenger, OutgoingMessage } from "../../platform/outbox/message.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import { SESSION_HOLDS } from "../sessions/session-table.ts";
import { describeNotice } from "./describe-notice.ts";
import type { NoticeFacts } from "./notice-facts.ts";
import type { StoredNotice } from "./notice-table.ts";

export type OutsideParts = {
  readonly messenger: BatchMessenger;
  readonly directory: MarketDirectory;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
};

/** Told by mail too, to whoever has not chosen otherwise. All other letters are sent elsewhere. */
const MAILED: ReadonlySet<NoticeKind> = new Set(["marginCall", "stopOut", "copyStopped"]);

/** What is older than this when it is found is not sent after somebody any more. */
const NEWS_FOR_MS = 3_600_000;
/** So many are written at once; then others have their turn. */
const WRITTEN_PER_TURN = 100;
const PUSHED_LENGTH_MAX = 400;

type Recipient = {
  readonly language: Language;
  readonly email: string | null;
  readonly deviceIds: readonly string[];
};

export async function tellOutside(
  { messenger, directory, clock, log }: OutsideParts,
  trx: Database,
  notices: readonly StoredNotice[],
): Promise<void> {
  const sinceMs = clock.now() - NEWS_FOR_MS;
  const recent = notices.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
  if (recent.length === 0) return;
  const recipients = await findRecipients(trx, [...new Set(recent.map(({ userId }) => userId))]);
  for (let at = 0; at < recent.length; at += WRITTEN_PER_TURN) {
    const messages = recent.slice(at, at + WRITTEN_PER_TURN).flatMap(({ facts, userId, id }) => {
      const recipient = recipients.get(userId);
      if (!recipient) return [];
      try {
        return messagesOf({ facts, id, recipient }, directory);
      } catch (err) {
        log.error({ err, kind: facts.kind }, "a notice could not be written for a device or mail");
        return [];
      }
    });
    await messenger.sendIn(
      trx,
      messages.filter(({ channel }) => messenger.canSend(channel)),
    );
    await nextTurn();
  }
}

function messagesOf(
  one: { readonly facts: NoticeFacts; readonly id: number; readonly recipient: Recipient },
  directory: MarketDirectory,
): OutgoingMessage[] {
  const { facts, id, recipient } = one;
  const { language, email, deviceIds } = recipient;
  const { kind } = facts;
  const isMailed = email !== null && MAILED.has(kind);
  if (!isMailed && deviceIds.length === 0) return [];
  const { title, text, link } = describeNotice(facts, { language, directory });
  const payload: PushPayload = { title, text: shorten(text), link, tag: `${kind}-${id}` };
  const pushed = JSON.stringify(payload);
  const messages = deviceIds.map(
    (to): OutgoingMessage => ({
      channel: "push",
      to,
      kind,
      language,
      subject: title,
      text: pushed,
    }),
  );
  if (isMailed)
    messages.push({ channel: "email", to: email, kind, language, subject: title, text });
  return messages;
}

/** A push service takes four kilobytes; the notice itself has all of it. */
function shorten(text: string): string {
  const signs = [...text];
  return signs.length <= PUSHED_LENGTH_MAX
    ? text
    : `${signs.slice(0, PUSHED_LENGTH_MAX - 1).join("")}…`;
}

type RecipientRow = {
  readonly id: bigint;
  readonly email: string | null;
  readonly language: string;
  readonly wants_mail: boolean;
  readonly device_ids: readonly string[] | null;
};

/** Only those who are reached in some way. */
async function findRecipients(
  trx: Database,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Recipient>> {
  const { rows } = await sql<RecipientRow>`
    select u.id, u.email, coalesce(s.language, u.language) as language,
      coalesce(s.has_mail_notices, true) as wants_mail, d.device_ids
    from app_user u
    left join member_setting s on s.user_id = u.id
    left join lateral (
      select array_agg(push_device.id::text) as device_ids
      from push_device
      join user_session on user_session.id = push_device.session_id
      where user_session.user_id = u.id and s.has_push_notices and ${SESSION_HOLDS}
    ) d on true
    where u.id = any(${userIds}::bigint[])`.execute(trx);
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        language: languageOf(row.language),
        email: row.wants_mail ? row.email : null,
        deviceIds: row.device_ids ?? [],
      },
    ]),
  );
}
