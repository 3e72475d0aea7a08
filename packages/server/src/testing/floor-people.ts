// People of the floor who are made by hand: rows of a real member with an account, and of staff.
// Used by trading-floor.ts.

import { randomBytes } from "node:crypto";
import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import type { Role } from "@truetick/contract/desk";
import { accountId } from "@truetick/engine";
import { newInviteCode } from "../members/users/invite-code.ts";
import type { TestDatabase } from "./test-database.ts";

/** How the users come in that are made by hand. */
export const VISIT = {
  device: "",
  address: "127.0.0.1",
  language: languageOf(DEFAULT_LANGUAGE),
  method: "password",
} as const;

export function newSecret(): string {
  return randomBytes(16).toString("hex");
}

export async function insertReal({ database }: TestDatabase) {
  const user = await database
    .insertInto("app_user")
    .values({
      book: "real",
      uid: String(100_000_000 + (randomBytes(4).readUInt32BE() % 900_000_000)),
      demo_secret_hash: null,
      email: `${randomBytes(8).toString("hex")}@example.test`,
      contact_proved_at: new Date(),
      invite_code: newInviteCode(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const account = await database
    .insertInto("user_account")
    .values({ user_id: user.id, book: "real", is_main: true })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { userId: Number(user.id), accountId: accountId(Number(account.id)) };
}

export async function insertStaff(
  { database }: TestDatabase,
  roles: readonly Role[],
): Promise<number> {
  const name = `${roles.join("-")}-${randomBytes(4).toString("hex")}`;
  const { id } = await database
    .insertInto("staff")
    .values({ email: `${name}@desk.test`, name, person_ref: name, roles: [...roles] })
    .returning("id")
    .executeTakeFirstOrThrow();
  return Number(id);
}
