// Identities in the database: what was handed in, and who looked at it. Names and numbers are
// sealed.

import type { IdentityLook } from "@truetick/contract/cashier";
import type { IdentityCaseStatus } from "@truetick/contract/desk";
import type { Generated, Selectable } from "kysely";
import type { Database } from "../../platform/database.ts";

type IdentityCaseTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly book: Generated<string>;
  readonly status: Generated<IdentityCaseStatus>;
  readonly name_sealed: Buffer;
  readonly card_id_sealed: Buffer;
  readonly card_mark: Buffer;
  readonly is_duplicate: boolean;
  readonly front_id: Generated<string | null>;
  readonly back_id: Generated<string | null>;
  readonly submitted_at: Date;
  readonly due_at: Date;
  readonly decided_at: Generated<Date | null>;
  readonly decided_by: Generated<bigint | null>;
  readonly reason: Generated<string>;
  readonly question: Generated<string>;
};

type IdentityViewTable = {
  readonly id: Generated<bigint>;
  readonly case_id: bigint;
  readonly user_id: bigint;
  readonly staff_id: bigint;
  readonly what: IdentityLook;
  readonly at: Date;
  readonly audit_seq: bigint;
};

declare module "../../platform/database.ts" {
  interface Tables {
    identity_case: IdentityCaseTable;
    identity_view: IdentityViewTable;
  }
}

export type IdentityCaseRow = Selectable<IdentityCaseTable>;

/** The newest that was handed in; null before the first. */
export async function findNewestCase(
  database: Database,
  userId: number,
): Promise<IdentityCaseRow | null> {
  const row = await database
    .selectFrom("identity_case")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Held until the transaction ends, so that two decisions come one after the other. */
export async function lockCase(trx: Database, id: number): Promise<IdentityCaseRow | null> {
  const row = await trx
    .selectFrom("identity_case")
    .selectAll()
    .where("id", "=", BigInt(id))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Unix seconds; null stays null. */
export function secondsOf(at: Date): number;
export function secondsOf(at: Date | null): number | null;
export function secondsOf(at: Date | null): number | null {
  return at === null ? null : Math.floor(at.getTime() / 1_000);
}
