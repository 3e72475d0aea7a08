// The people who work here, in the database. Read by logins, sessions and lists; changed by
// proposals that two of them agreed on, and by their own logins.

import type { Role } from "@truetick/contract/desk";
import { type Generated, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type StaffTable = {
  readonly id: Generated<bigint>;
  readonly email: string;
  readonly name: string;
  readonly person_ref: string;
  readonly roles: Role[];
  readonly password_hash: Generated<string | null>;
  readonly totp_sealed: Generated<Buffer | null>;
  readonly totp_last_step: Generated<bigint>;
  readonly disabled_at: Generated<Date | null>;
  readonly last_login_at: Generated<Date | null>;
  readonly created_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    staff: StaffTable;
  }
}

export type StaffRow = Selectable<StaffTable>;

export async function findStaffByEmail(
  database: Database,
  email: string,
): Promise<StaffRow | null> {
  const row = await database
    .selectFrom("staff")
    .selectAll()
    .where("email", "=", email)
    .executeTakeFirst();
  return row ?? null;
}

export async function findStaffById(database: Database, id: number): Promise<StaffRow | null> {
  const row = await database
    .selectFrom("staff")
    .selectAll()
    .where("id", "=", BigInt(id))
    .executeTakeFirst();
  return row ?? null;
}

export async function readStaff(database: Database): Promise<readonly StaffRow[]> {
  return await database.selectFrom("staff").selectAll().orderBy("id").execute();
}

/** Takes a code's 30 seconds; false when they, or later ones, were taken before. */
export async function takeStep(
  database: Database,
  { staffId, step }: { readonly staffId: number; readonly step: number },
): Promise<boolean> {
  const row = await database
    .updateTable("staff")
    .set({ totp_last_step: BigInt(step) })
    .where("id", "=", BigInt(staffId))
    .where("totp_last_step", "<", BigInt(step))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export const DATABASE_NOW = sql<Date>`clock_timestamp()`;
