// Makes users: demo ones by the secret of their device, real ones by their address or number, each
// with the account that its orders go to. Called by the demo login and by registering. Invariant:
// one secret, address or number has one user, whatever races (T15): by the table's keys.

import { randomInt } from "node:crypto";
import type { Book } from "@truetick/engine";
import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Database, Tables } from "../../platform/database.ts";
import type { Contact } from "./contact.ts";
import { newInviteCode } from "./invite-code.ts";
import { findMember } from "./user-table.ts";

const UID_MIN = 100_000_000;
const UID_MAX = 999_999_999;
/** One in nine is taken when a hundred million users exist; twenty draws never all are. */
const UID_DRAWS_MAX = 20;

const randomUid = () => String(randomInt(UID_MIN, UID_MAX + 1));

/** Of two that ask at once for one secret, one creates the user and both find it. */
export async function createDemoUser(
  database: Database,
  demoSecretHash: Buffer,
  drawUid: () => string = randomUid,
): Promise<void> {
  for (let draw = 1; draw <= UID_DRAWS_MAX; draw += 1) {
    const userId = await database.transaction().execute((tx) =>
      insertUser(tx, {
        book: "demo",
        uid: drawUid(),
        demo_secret_hash: demoSecretHash,
      }),
    );
    if (userId !== null) return;
    if (await findMember(database, { demoSecretHash })) return;
  }
  throw new Error("no free uid was drawn");
}

export type NewMember = {
  readonly contact: Contact;
  /** A code came back from it. */
  readonly isProved: boolean;
  readonly statedMobile: string | null;
  readonly passwordHash: string;
  readonly area: string | null;
  readonly country: string | null;
  readonly invitedBy: number | null;
  readonly language: string;
};

/** In the caller's transaction. False when the address or number is somebody's already. */
export async function createMember(tx: Database, member: NewMember): Promise<boolean> {
  const { contact, invitedBy } = member;
  for (let draw = 1; draw <= UID_DRAWS_MAX; draw += 1) {
    const userId = await insertUser(tx, {
      book: "real",
      uid: randomUid(),
      demo_secret_hash: null,
      [contact.kind]: contact.value,
      contact_proved_at: member.isProved ? sql<Date>`clock_timestamp()` : null,
      stated_mobile: member.statedMobile,
      password_hash: member.passwordHash,
      area: member.area,
      country: member.country,
      invite_code: newInviteCode(),
      invited_by: invitedBy === null ? null : BigInt(invitedBy),
      language: member.language,
    });
    if (userId !== null) return true;
    if (await findMember(tx, { contact })) return false;
  }
  throw new Error("no free uid was drawn");
}

type UserRow = Omit<Insertable<Tables["app_user"]>, "contact_proved_at"> & {
  readonly book: Book;
  readonly contact_proved_at?: RawBuilder<Date> | null;
};

/** Null when one of its keys is taken. */
async function insertUser(tx: Database, row: UserRow): Promise<bigint | null> {
  const user = await tx
    .insertInto("app_user")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!user) return null;
  await tx
    .insertInto("user_account")
    .values({ user_id: user.id, book: row.book, is_main: true })
    .execute();
  return user.id;
}
