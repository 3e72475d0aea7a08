// Tells members by mail what happened to the safety of their account: a device never seen before,
// a second factor or a passkey that changed. Always sent, whatever notices somebody has chosen; to
// members without an address by SMS. Invariant: a notice that cannot be kept never undoes or
// refuses what it tells of.

import { languageOf, type MessageKey } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import { type MessageValues, text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { Messenger } from "../../platform/outbox/message.ts";
import type { Newcomer } from "../sessions/sessions.ts";
import { deviceText, maskAddress } from "../sessions/visit.ts";

export type SecurityNotice =
  | { readonly kind: "twoFactorChanged"; readonly what: "enabled" | "disabled" | "renewed" }
  | {
      readonly kind: "passkeyChanged";
      readonly what: "added" | "removed" | "copied";
      readonly name: string;
    };

export type SecurityNotices = {
  readonly tell: (userId: number, notice: SecurityNotice) => Promise<void>;
  readonly tellNewcomer: (newcomer: Newcomer) => Promise<void>;
};

type Recipient = {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly language: string;
};

export function createSecurityNotices(parts: {
  readonly database: Database;
  readonly messenger: Messenger;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
}): SecurityNotices {
  const { database, messenger, clock, log } = parts;

  async function send(
    userId: number,
    letter: { readonly kind: string; readonly key: MessageKey },
    valuesOf: (language: ReturnType<typeof languageOf>) => MessageValues,
  ): Promise<void> {
    try {
      const recipient = await findRecipient(database, userId);
      const channel = recipient?.email ? "email" : "sms";
      const to = recipient?.email ?? recipient?.mobile;
      if (!recipient || !to || !messenger.canSend(channel)) return;
      const language = languageOf(recipient.language);
      const time = momentText(language, clock.now());
      await messenger.send({
        channel,
        to,
        kind: letter.kind,
        language,
        // The kinds are those of SecurityNotice and newDevice, which all have a subject.
        subject: text(language, `mail.${letter.kind}.subject` as MessageKey),
        text: text(language, letter.key, { time, ...valuesOf(language) }),
      });
    } catch (err) {
      log.error({ err, kind: letter.kind }, "a notice could not be kept");
    }
  }

  return {
    tell(userId, notice) {
      const { kind } = notice;
      const key =
        kind === "passkeyChanged"
          ? (`mail.passkeyChanged.${notice.what}` as const)
          : (`mail.twoFactorChanged.${notice.what}` as const);
      const name = kind === "passkeyChanged" ? { name: notice.name } : {};
      return send(userId, { kind, key }, () => name);
    },
    tellNewcomer: ({ userId, visit }) =>
      send(userId, { kind: "newDevice", key: "mail.newDevice.text" }, (language) => ({
        device: deviceText(language, visit.device),
        address: maskAddress(visit.address),
      })),
  };
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
