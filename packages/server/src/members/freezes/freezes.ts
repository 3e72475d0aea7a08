// Who may not take money out for now, because staff said so: for at most three days, with a reason
// that the trader reads. Written by the desk, read by withdrawals and by the trader. Invariant:
// nothing is changed; the newest row of a user holds, so that nobody is frozen in silence (H11).

import type { Generated, Selectable } from "kysely";
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
