// Writes a request down once everything else was looked at. Called by request-withdrawal.ts.
// Invariants: member and method are held still meanwhile, so that what was decided about either of
// them before counts, and what is decided later is later (T16, T71, inv23, inv25); a code of the
// app is used up together with the row, or not at all (T01).

import type { Language } from "@truetick/contract";
import { WITHDRAWAL_CODE_MINUTES } from "@truetick/contract/cashier";
import { sql } from "kysely";
import pg from "pg";
import { holdMember } from "../../members/freezes/freezes.ts";
import type { KnownCode } from "../../members/two-factor/second-factor.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { holdMethod } from "../payout-methods/payout-method-table.ts";
import { checkFreeze } from "./may-withdraw.ts";
import type { NewWithdrawalRecord, WithdrawalRecord } from "./withdrawal-table.ts";

type PlaceParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly reviewHours: number;
};

export type PreparedWithdrawal = {
  readonly row: Omit<NewWithdrawalRecord, "confirm_by" | "created_at" | "due_at">;
  /** Of the app; null: one is mailed. */
  readonly code: KnownCode | null;
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const UNIQUE_VIOLATION = "23505";

/**
 * Null when the same attempt is there already. Refuses: METHOD_UNKNOWN, WITHDRAWALS_FROZEN,
 * AUTH_CODE_WRONG.
 */
export async function placeWithdrawal(
  parts: PlaceParts,
  prepared: PreparedWithdrawal,
  language: Language,
): Promise<WithdrawalRecord | Refused | null> {
  try {
    return await inTransaction(parts.database, (trx) => placeIn(trx, parts, prepared, language));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

async function placeIn(
  trx: Database,
  { clock, reviewHours }: PlaceParts,
  { row, code }: PreparedWithdrawal,
  language: Language,
): Promise<WithdrawalRecord | Refused> {
  const userId = Number(row.user_id);
  await holdMember(trx, userId);
  if (!(await holdMethod(trx, row.method_id))) return refuse("METHOD_UNKNOWN");
  const frozen = await checkFreeze({ database: trx, clock }, { userId, language });
  if (frozen) return frozen;
  const nowMs = Math.max(clock.now(), await readAllowedMs(trx, userId));
  const placed = await trx
    .insertInto("withdrawal")
    .values({
      ...row,
      confirm_by: new Date(nowMs + WITHDRAWAL_CODE_MINUTES * MINUTE_MS),
      created_at: new Date(nowMs),
      due_at: new Date(nowMs + reviewHours * HOUR_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // Afterwards: a twin waits at the row for this one, and is answered by it.
  return code === null || (await code.use(trx)) ? placed : refuse("AUTH_CODE_WRONG");
}

/** Since when the member may ask, by the clock of whichever server wrote that down. */
async function readAllowedMs(trx: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select at + interval '1 millisecond' from user_freeze
        where user_id = ${userId} order by id desc limit 1),
      (select max(decided_at) from identity_case
        where user_id = ${userId} and status = 'approved')
    ) as at`.execute(trx);
  return rows[0]?.at?.getTime() ?? 0;
}
