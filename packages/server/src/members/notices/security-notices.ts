// Tells members by mail and in their inbox what happened to the safety of their account: a device
// never seen before, a second factor or a passkey that changed. Always sent, whatever notices
// somebody has chosen; to members without an address by SMS. Invariants: what a member changes is
// kept together with the news of it, or neither is; of what happened by itself, a notice that
// cannot be kept undoes nothing.

import { randomUUID } from "node:crypto";
import type { Database } from "../../platform/database.ts";
import type { Inbox } from "../inbox/inbox.ts";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import type { Newcomer } from "../sessions/sessions.ts";
import { deviceText, maskAddress } from "../sessions/visit.ts";
import type { LettersWithActs, MemberLetter, MemberLetters } from "./member-letters.ts";

export type SecurityNotice =
  | { readonly kind: "twoFactorChanged"; readonly what: "enabled" | "disabled" | "renewed" }
  | {
      readonly kind: "passkeyChanged";
      readonly what: "added" | "removed" | "copied";
      readonly name: string;
    };

export type SecurityNotices = {
  readonly tell: (userId: number, notice: SecurityNotice) => Promise<void>;
  /** Does it and tells of it in one transaction; without a notice nobody hears of it. */
  readonly doAndTell: <T>(
    userId: number,
    act: (trx: Database) => Promise<T>,
    noticeOf: (done: T) => SecurityNotice | null,
  ) => Promise<T>;
  readonly tellNewcomer: (newcomer: Newcomer) => Promise<void>;
};

export type SecurityNoticeParts = {
  readonly database: Database;
  readonly letters: MemberLetters;
  readonly lettersWithActs: LettersWithActs;
  readonly inbox: Pick<Inbox, "announce">;
};

export function createSecurityNotices(parts: SecurityNoticeParts): SecurityNotices {
  const { database, letters, lettersWithActs, inbox } = parts;
  return {
    tell(userId, notice) {
      const { letter, valuesOf } = letterOf(notice);
      return letters.send(userId, letter, valuesOf);
    },
    async doAndTell(userId, act, noticeOf) {
      const { done, left } = await database.transaction().execute(async (trx) => {
        const done = await act(trx);
        const notice = noticeOf(done);
        const left = notice
          ? await lettersWithActs.sendIn(trx, { userId, ...letterOf(notice) })
          : [];
        return { done, left };
      });
      inbox.announce(left);
      return done;
    },
    tellNewcomer: ({ userId, visit }) =>
      letters.send(
        userId,
        {
          kind: "newDevice",
          key: "mail.newDevice.text",
          notice: securityNotice("newDevice"),
        },
        (language) => ({
          device: deviceText(language, visit.device),
          address: maskAddress(visit.address),
        }),
      ),
  };
}

function letterOf(notice: SecurityNotice) {
  const { kind } = notice;
  const key =
    kind === "passkeyChanged"
      ? (`mail.passkeyChanged.${notice.what}` as const)
      : (`mail.twoFactorChanged.${notice.what}` as const);
  const name = kind === "passkeyChanged" ? { name: notice.name } : {};
  return { letter: { kind, key, notice: securityNotice(kind) }, valuesOf: () => name };
}

/** Each change is one of its own, also the same one again. */
export function securityNotice(what: SecurityChange): NonNullable<MemberLetter["notice"]> {
  const facts = { kind: "securityChanged", what } as const;
  return { facts, source: "security", sourceId: randomUUID() };
}
