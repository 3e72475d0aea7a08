// The people and the trading accounts they own. Everything in members reads users through here.
// Invariant: a user's accounts are all in the user's own book (the keys of the tables see to it).

import {
  type ContactKind,
  type Language,
  languageOf,
  type SecondFactor,
  type User,
} from "@truetick/contract";
import { type AccountId, accountId, type Book } from "@truetick/engine";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";
import { momentText } from "../../platform/moment-text.ts";
import { areaIdOf } from "../areas/areas.ts";
import type { Contact } from "./contact.ts";
import { maskMobile } from "./read-mobile.ts";

type UserTable = {
  readonly id: Generated<bigint>;
  readonly book: Book;
  readonly uid: string;
  readonly demo_secret_hash: Buffer | null;
  readonly email: Generated<string | null>;
  readonly mobile: Generated<string | null>;
  readonly contact_proved_at: Generated<Date | null>;
  readonly stated_mobile: Generated<string | null>;
  readonly password_hash: Generated<string | null>;
  readonly area: Generated<string | null>;
  readonly country: Generated<string | null>;
  readonly invite_code: Generated<string | null>;
  readonly invited_by: Generated<bigint | null>;
  readonly language: Generated<string>;
  readonly withdrawals_frozen_until: Generated<Date | null>;
  /** Played by a program, in the sandbox. */
  readonly is_simulated: Generated<boolean>;
  readonly created_at: Generated<Date>;
};

type AccountTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly book: Book;
  readonly is_main: boolean;
  readonly created_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    app_user: UserTable;
    user_account: AccountTable;
  }
}

/** A user with the account that the user's own orders go to. */
export type Member = {
  readonly userId: number;
  readonly accountId: AccountId;
  readonly book: Book;
  readonly uid: string;
  /** Both null for demo users; real ones have at least one. */
  readonly email: string | null;
  readonly mobile: string | null;
  /** Said, not proved: shown to its owner and used for nothing. */
  readonly statedMobile: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly area: string | null;
  readonly inviteCode: string | null;
  /** The one that was chosen, else that of the registration. */
  readonly language: Language;
  readonly createdAtMs: number;
};

/** As its owner sees it. */
export function userOf(
  member: Member,
  { factors, language }: { factors: readonly SecondFactor[]; language: Language },
): User {
  const mobile = member.mobile ?? member.statedMobile;
  return {
    id: String(member.userId),
    uid: member.uid,
    email: member.email ?? "",
    mobile: mobile === null ? "" : maskMobile(mobile),
    areaId: member.area === null ? "" : areaIdOf(member.area),
    isDemo: member.book === "demo",
    inviteCode: member.inviteCode ?? "",
    hasTwoFactor: factors.includes("totp"),
    hasPasskey: factors.includes("passkey"),
    createdAtText: momentText(language, member.createdAtMs),
  };
}

/** Where codes and notices go: of that kind if there is one, else where the member is reached. */
export function contactOf(member: Member, kind: ContactKind | null = null): Contact {
  const { email, mobile } = member;
  if (mobile !== null && (kind === "mobile" || email === null)) {
    return { kind: "mobile", value: mobile };
  }
  if (email === null) throw new Error("Invariant: a real user has an address or a number");
  return { kind: "email", value: email };
}

export async function findMember(
  database: Database,
  by:
    | { readonly userId: number }
    | { readonly demoSecretHash: Buffer }
    | { readonly contact: Contact },
): Promise<Member | null> {
  const members = database
    .selectFrom("app_user")
    .innerJoin("user_account", "user_account.user_id", "app_user.id")
    .leftJoin("member_setting", "member_setting.user_id", "app_user.id")
    .select(["app_user.id", "app_user.book", "app_user.uid"])
    .select(["app_user.email", "app_user.mobile", "app_user.stated_mobile", "app_user.area"])
    .select(["app_user.invite_code", "app_user.language", "app_user.created_at"])
    .select(["user_account.id as account_id", "member_setting.language as chosen_language"])
    .where("user_account.is_main", "=", true);
  const narrowed =
    "userId" in by
      ? members.where("app_user.id", "=", BigInt(by.userId))
      : "contact" in by
        ? members.where(`app_user.${by.contact.kind}`, "=", by.contact.value)
        : members.where("app_user.demo_secret_hash", "=", by.demoSecretHash);
  const row = await narrowed.executeTakeFirst();
  if (!row) return null;
  return {
    userId: Number(row.id),
    accountId: accountId(Number(row.account_id)),
    book: row.book,
    uid: row.uid,
    email: row.email,
    mobile: row.mobile,
    statedMobile: row.stated_mobile,
    area: row.area,
    inviteCode: row.invite_code,
    language: languageOf(row.chosen_language ?? row.language),
    createdAtMs: row.created_at.getTime(),
  };
}
