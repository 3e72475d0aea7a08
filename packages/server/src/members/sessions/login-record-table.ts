// The record of logins, done and refused, and of the places that somebody has logged in from. Only
// sessions.ts writes it. Invariants: a row is never changed; rows are kept for 180 days and no
// more than so many a person, refused ones apart, so that no stranger can push out the owner's own;
// of too many places the one is forgotten that nobody has logged in from for the longest.

import type { LoginMethod } from "@truetick/contract";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Trace } from "./visit.ts";

type LoginRecordTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly at: Generated<Date>;
  readonly device: string;
  readonly address_masked: string;
  readonly method: LoginMethod;
  readonly is_ok: boolean;
};

type KnownDeviceTable = {
  readonly user_id: bigint;
  readonly device: string;
  readonly address_masked: string;
  readonly first_seen_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    login_record: LoginRecordTable;
    known_device: KnownDeviceTable;
  }
}

const RECORDS_PER_OUTCOME_MAX = 500;
const DEVICES_PER_USER_MAX = 200;
const SWEPT_ROWS_MAX = 10_000;
const KEPT_SINCE = sql<Date>`clock_timestamp() - interval '180 days'`;

export type NewLogin = { readonly userId: number; readonly trace: Trace; readonly isOk: boolean };

export async function insertLogin(
  database: Database,
  { userId, trace, isOk }: NewLogin,
): Promise<void> {
  const user_id = BigInt(userId);
  const { device, addressMasked: address_masked, method } = trace;
  await database
    .insertInto("login_record")
    .values({ user_id, device, address_masked, method, is_ok: isOk })
    .execute();
  await sql`
    delete from login_record where user_id = ${user_id} and is_ok = ${isOk} and id <= (
      select id from login_record where user_id = ${user_id} and is_ok = ${isOk}
      order by id desc offset ${RECORDS_PER_OUTCOME_MAX} limit 1)`.execute(database);
}

/** Drops what is older than anybody is told of. */
export async function sweepLogins(database: Database): Promise<void> {
  await sql`
    delete from login_record where id in (
      select id from login_record where at < ${KEPT_SINCE}
      order by at limit ${SWEPT_ROWS_MAX})`.execute(database);
}

export type LoginRow = {
  readonly id: bigint;
  readonly at: Date;
  readonly device: string;
  readonly address_masked: string;
  readonly method: LoginMethod;
  readonly is_ok: boolean;
};

/** Newest first. */
export async function readLogins(
  database: Database,
  { userId, skip, take }: { userId: number; skip: number; take: number },
): Promise<{ readonly rows: readonly LoginRow[]; readonly total: number }> {
  const own = database
    .selectFrom("login_record")
    .where("user_id", "=", BigInt(userId))
    .where("at", ">", KEPT_SINCE);
  const [rows, count] = await Promise.all([
    own
      .select(["id", "at", "device", "address_masked", "method", "is_ok"])
      .orderBy("id", "desc")
      .offset(skip)
      .limit(take)
      .execute(),
    own.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(count.total) };
}

/** True when the user has logged in before, but never from here. The login is on record by then. */
export async function rememberDevice(
  database: Database,
  { userId, trace }: { userId: number; trace: Trace },
): Promise<boolean> {
  const user_id = BigInt(userId);
  const { device, addressMasked: address_masked } = trace;
  const added = await database
    .insertInto("known_device")
    .values({ user_id, device, address_masked })
    .onConflict((conflict) => conflict.doNothing())
    .returning("user_id")
    .executeTakeFirst();
  if (!added) return false;
  const { known } = await database
    .selectFrom("known_device")
    .select((eb) => eb.fn.countAll<bigint>().as("known"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (known > DEVICES_PER_USER_MAX) {
    await sql`
      delete from known_device where user_id = ${user_id} and (device, address_masked) in (
        select device, address_masked
        from (select * from known_device where user_id = ${user_id}) as place
        left join (
          select device, address_masked, max(at) as last_at from login_record
          where user_id = ${user_id} and is_ok group by device, address_masked
        ) as login using (device, address_masked)
        order by greatest(first_seen_at, last_at) desc
        offset ${DEVICES_PER_USER_MAX})`.execute(database);
  }
  return known > 1n;
}
