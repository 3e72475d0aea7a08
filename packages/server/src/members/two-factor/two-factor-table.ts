// The rows of second factors. Invariants: of all who use one code at once, one succeeds, because
// using it is one conditional write (T13); secrets come in sealed and go out sealed.

import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type TotpSecretTable = {
  readonly user_id: bigint;
  readonly sealed: Buffer;
  readonly created_at: Generated<Date>;
  readonly enabled_at: Generated<Date | null>;
  readonly last_step: Generated<bigint>;
};

type RecoveryCodeTable = {
  readonly user_id: bigint;
  readonly code_hash: Buffer;
  readonly used_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    totp_secret: TotpSecretTable;
    recovery_code: RecoveryCodeTable;
  }
}

const NOW = sql<Date>`clock_timestamp()`;
const SET_UP_SINCE = sql<Date>`clock_timestamp() - interval '15 minutes'`;

export type TotpRow = {
  readonly sealed: Buffer;
  readonly isOn: boolean;
  /** False when it was begun too long ago to be turned on. */
  readonly isFresh: boolean;
};

export async function findTotp(database: Database, userId: number): Promise<TotpRow | null> {
  const row = await database
    .selectFrom("totp_secret")
    .select(["sealed", "enabled_at"])
    .select(sql<boolean>`created_at > ${SET_UP_SINCE}`.as("is_fresh"))
    .where("user_id", "=", BigInt(userId))
    .executeTakeFirst();
  if (!row) return null;
  return { sealed: row.sealed, isOn: row.enabled_at !== null, isFresh: row.is_fresh };
}

/** Replaces one that is being set up; false when one is on. */
export async function putTotp(
  database: Database,
  { userId, sealed }: { userId: number; sealed: Buffer },
): Promise<boolean> {
  const put = await database
    .insertInto("totp_secret")
    .values({ user_id: BigInt(userId), sealed })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ sealed, created_at: NOW, last_step: 0n })
        .where("totp_secret.enabled_at", "is", null),
    )
    .returning("user_id")
    .executeTakeFirst();
  return put !== undefined;
}

/** False when it was on already. The code that turned it on is used by that. */
export async function turnOnTotp(
  tx: Database,
  { userId, sealed, step }: { userId: number; sealed: Buffer; step: number },
): Promise<boolean> {
  const on = await tx
    .updateTable("totp_secret")
    .set({ enabled_at: NOW, last_step: BigInt(step) })
    .where("user_id", "=", BigInt(userId))
    .where("sealed", "=", sealed)
    .where("enabled_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return on !== undefined;
}

/** Until the transaction ends nobody else changes it; false when it is not on. */
export async function lockTotp(tx: Database, userId: number): Promise<boolean> {
  const locked = await tx
    .selectFrom("totp_secret")
    .select("user_id")
    .where("user_id", "=", BigInt(userId))
    .where("enabled_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  return locked !== undefined;
}

/** False when a code of that time, or of a later one, was used before. */
export async function useStep(
  database: Database,
  { userId, step }: { userId: number; step: number },
): Promise<boolean> {
  const used = await database
    .updateTable("totp_secret")
    .set({ last_step: BigInt(step) })
    .where("user_id", "=", BigInt(userId))
    .where("enabled_at", "is not", null)
    .where("last_step", "<", BigInt(step))
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

/** False when it was not on. The recovery codes go along. */
export async function deleteTotp(database: Database, userId: number): Promise<boolean> {
  const gone = await database
    .deleteFrom("totp_secret")
    .where("user_id", "=", BigInt(userId))
    .where("enabled_at", "is not", null)
    .returning("user_id")
    .executeTakeFirst();
  return gone !== undefined;
}

/** Whether it is on or being set up. The recovery codes go along. */
export async function forgetTotp(tx: Database, userId: number): Promise<void> {
  await tx.deleteFrom("totp_secret").where("user_id", "=", BigInt(userId)).execute();
}

/** The new ones instead of all old ones; the caller's transaction makes it one step. */
export async function replaceRecoveryCodes(
  tx: Database,
  { userId, hashes }: { userId: number; hashes: readonly Buffer[] },
): Promise<void> {
  const user_id = BigInt(userId);
  await tx.deleteFrom("recovery_code").where("user_id", "=", user_id).execute();
  await tx
    .insertInto("recovery_code")
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute();
}

/** False when it is none of the user's, or was used. */
export async function useRecoveryCode(
  database: Database,
  { userId, hash }: { userId: number; hash: Buffer },
): Promise<boolean> {
  const used = await database
    .updateTable("recovery_code")
    .set({ used_at: NOW })
    .where("user_id", "=", BigInt(userId))
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return used !== undefined;
}

export async function countRecoveryCodes(database: Database, userId: number): Promise<number> {
  const { left } = await database
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<bigint>().as("left"))
    .where("user_id", "=", BigInt(userId))
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
