// The people and the trading accounts they own. Everything in members reads users through here.
// Invariant: a user's accounts are all in the user's own book (the keys of the tables see to it).

import { createHash, randomBytes, randomInt } from "node:crypto";
import type { User } from "@truetick/contract";
import { type AccountId, accountId, type Book } from "@truetick/engine";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";

type UserTable = {
  readonly id: Generated<bigint>;
  readonly book: Book;
  readonly uid: string;
  readonly chat_name: Buffer;
  readonly demo_secret_hash: Buffer | null;
  readonly email: Generated<string | null>;
  readonly mobile: Generated<string | null>;
  readonly stated_mobile: Generated<string | null>;
  readonly password_hash: Generated<string | null>;
  readonly area: Generated<string | null>;
  readonly country: Generated<string | null>;
  readonly invite_code: Generated<string | null>;
  readonly invited_by: Generated<bigint | null>;
  readonly language: Generated<string>;
  readonly withdrawals_frozen_until: Generated<Date | null>;
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
  readonly identifierHash: string;
};

const UID_MIN = 100_000_000;
const UID_MAX = 999_999_999;
const CHAT_NAME_BYTES = 16;
/** One in nine is taken when a hundred million users exist; twenty draws never all are. */
const UID_DRAWS_MAX = 20;

export function userOf(member: Member): User {
  return {
    id: String(member.userId),
    uid: member.uid,
    // Demo users have neither an address nor anyone to invite.
    email: "",
    mobile: "",
    areaId: "",
    isDemo: member.book === "demo",
    inviteCode: "",
    hasTwoFactor: false,
    hasPasskey: false,
    createdAtText: "",
  };
}

export async function findMember(
  database: Database,
  by: { readonly userId: number } | { readonly demoSecretHash: Buffer },
): Promise<Member | null> {
  const members = database
    .selectFrom("app_user")
    .innerJoin("user_account", "user_account.user_id", "app_user.id")
    .select(["app_user.id", "app_user.book", "app_user.uid", "app_user.chat_name"])
    .select("user_account.id as account_id")
    .where("user_account.is_main", "=", true);
  const row = await ("userId" in by
    ? members.where("app_user.id", "=", BigInt(by.userId))
    : members.where("app_user.demo_secret_hash", "=", by.demoSecretHash)
  ).executeTakeFirst();
  if (!row) return null;
  return {
    userId: Number(row.id),
    accountId: accountId(Number(row.account_id)),
    book: row.book,
    uid: row.uid,
    identifierHash: createHash("sha256").update(row.chat_name).digest("hex"),
  };
}

/** Of two that ask at once for one secret, one creates the user and both find it. */
export async function createDemoUser(
  database: Database,
  demoSecretHash: Buffer,
  drawUid: () => string = () => String(randomInt(UID_MIN, UID_MAX + 1)),
): Promise<void> {
  for (let draw = 1; draw <= UID_DRAWS_MAX; draw += 1) {
    if (await tryCreate(database, { demoSecretHash, uid: drawUid() })) return;
    if (await findMember(database, { demoSecretHash })) return;
  }
  throw new Error("no free uid was drawn");
}

/** False when the secret is known already, or somebody else has drawn the uid. */
function tryCreate(
  database: Database,
  { demoSecretHash, uid }: { demoSecretHash: Buffer; uid: string },
): Promise<boolean> {
  return database.transaction().execute(async (tx) => {
    const chat_name = randomBytes(CHAT_NAME_BYTES);
    const user = await tx
      .insertInto("app_user")
      .values({ book: "demo", uid, chat_name, demo_secret_hash: demoSecretHash })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!user) return false;
    await tx
      .insertInto("user_account")
      .values({ user_id: user.id, book: "demo", is_main: true })
      .execute();
    return true;
  });
}
