// Who may not take money out for now, because staff said so: for at most three days, with a reason
// that the trader reads; or because a password was changed, or lost factors were taken away, a
// short while ago. Written by the desk, read by withdrawals and by the trader. Invariant: nothing
// is changed; the newest row of a user holds, so that nobody is frozen in silence (H11).

import { type Generated, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type FreezeTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  /** Null: the freeze before it was lifted. */
  readonly until: Date | null;
  readonly reason: string;
  readonly staff_id: bigint;
  readonly at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    user_freeze: FreezeTable;
  }
}

export type FreezeRow = Selectable<FreezeTable>;

export type Freeze = {
  readonly sinceMs: number;
  readonly untilMs: number;
  /** As it was told to the trader. */
  readonly reason: string;
  readonly staffId: number;
};

/** The line of the audit log that says until when payouts wait for it. */
export const FACTORS_REMOVED = "user.remove_factors";

export type Pause = { readonly untilMs: number; readonly since: "password" | "factors" };

/** The pause that follows by itself; null when there is none. */
export async function pauseOf(
  database: Database,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<Pause | null> {
  const row = await database
    .selectFrom("app_user")
    .select("withdrawals_frozen_until as until")
    .where("id", "=", BigInt(userId))
    .executeTakeFirst();
  const untilMs = row?.until?.getTime() ?? 0;
  if (untilMs <= nowMs) return null;
  const removal = await database
    .selectFrom("audit_log")
    .select("seq")
    .where("subject_kind", "=", "user")
    .where("subject_id", "=", String(userId))
    .where("action", "=", FACTORS_REMOVED)
    .where(sql<boolean>`body::jsonb #> '{detail,frozen_until}' = to_jsonb(${untilMs}::bigint)`)
    .executeTakeFirst();
  return { untilMs, since: removal ? "factors" : "password" };
}

/** Until the transaction ends nobody freezes the member, and no new password does. */
export async function holdMember(trx: Database, userId: number): Promise<void> {
  await trx
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", BigInt(userId))
    .forShare()
    .executeTakeFirstOrThrow();
}

/** The freeze by staff that holds at the moment; null when there is none. */
export async function freezeOf(
  database: Database,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<Freeze | null> {
  const newest = await database
    .selectFrom("user_freeze")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest ? openFreeze(newest, nowMs) : null;
}

/** What the newest row of a user means at the moment. */
export function openFreeze({ until, at, reason, staff_id }: FreezeRow, nowMs: number) {
  if (until === null || until.getTime() <= nowMs) return null;
  const freeze: Freeze = {
    sinceMs: at.getTime(),
    untilMs: until.getTime(),
    reason,
    staffId: Number(staff_id),
  };
  return freeze;
}
