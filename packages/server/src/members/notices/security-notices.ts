// Tells members by mail and in their inbox what happened to the safety of their account: a device
// never seen before, a second factor or a passkey that changed. Always sent, whatever notices
// somebody has chosen; to members without an address by SMS. Invariant: a notice that cannot be
// kept never undoes or refuses what it tells of.

import { randomUUID } from "node:crypto";
import type { SecurityChange } from "../inbox/notice-facts.ts";
import type { Newcomer } from "../sessions/sessions.ts";
import { deviceText, maskAddress } from "../sessions/visit.ts";
import type { MemberLetter, MemberLetters } from "./member-letters.ts";

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

export function createSecurityNotices({ send }: MemberLetters): SecurityNotices {
  return {
    tell(userId, notice) {
      const { kind } = notice;
      const key =
        kind === "passkeyChanged"
          ? (`mail.passkeyChanged.${notice.what}` as const)
          : (`mail.twoFactorChanged.${notice.what}` as const);
      const name = kind === "passkeyChanged" ? { name: notice.name } : {};
      return send(userId, { kind, key, notice: securityNotice(kind) }, () => name);
    },
    tellNewcomer: ({ userId, visit }) =>
      send(
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

/** Each change is one of its own, also the same one again. */
export function securityNotice(what: SecurityChange): NonNullable<MemberLetter["notice"]> {
  const facts = { kind: "securityChanged", what } as const;
  return { facts, source: "security", sourceId: randomUUID() };
}
