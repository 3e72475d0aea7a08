// Deposits as rows. Everything about money in reads and writes them through here or beside here.
// Invariant: what was reported never changes; the database refuses it (see the migration).

import { createHash } from "node:crypto";
import type { DepositKind } from "@truetick/contract/cashier";
import type { DepositState } from "@truetick/contract/desk";
import type { Generated, Selectable } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Attempt } from "../../platform/handler.ts";

/** Remarks of our own: every reader gets them in the own language. */
export type RemarkCode = "expired" | "cancelled" | "failed" | "unavailable";

type DepositTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly book: Generated<"real">;
  readonly account_id: bigint;
  readonly kind: DepositKind;
  readonly state: DepositState;
  readonly currency_code: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly network_id: number | null;
  readonly wire_option_id: number | null;
  readonly protocol_code: Generated<string>;
  readonly address: Generated<string>;
  readonly bank_name: Generated<string>;
  readonly payee_account: Generated<string>;
  readonly bank_remark: Generated<string>;
  readonly note: Generated<string>;
  readonly proof_id: string | null;
  readonly proof_hash: Buffer | null;
  /** 64 zeros and ones. */
  readonly proof_likeness: string | null;
  readonly has_twin: Generated<boolean>;
  readonly expected_usd: bigint | null;
  readonly reference: Generated<string>;
  readonly reference_key: Generated<string | null>;
  readonly rate_numerator: Generated<string | null>;
  readonly rate_denominator: Generated<string | null>;
  readonly rate_market: Generated<string | null>;
  readonly rate_seq: Generated<bigint | null>;
  readonly credit_usd: Generated<bigint | null>;
  readonly remark: Generated<string>;
  readonly remark_code: Generated<RemarkCode | null>;
  readonly question: Generated<string>;
  readonly answer: Generated<string>;
  readonly problem: Generated<string>;
  readonly session_ref: Generated<string | null>;
  readonly pay_url: Generated<string>;
  readonly attempt_hash: Buffer | null;
  readonly payload_hash: Buffer | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
  readonly decided_at: Generated<Date | null>;
};

type CardEventTable = {
  readonly id: string;
  readonly kind: string;
  readonly deposit_id: bigint | null;
  readonly at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    deposit: DepositTable;
    card_event: CardEventTable;
  }
}

export type DepositRecord = Selectable<DepositTable>;

/** States in which nothing is decided for good. */
export const OPEN_STATES = ["unpaid", "reviewing", "crediting", "stuck"] as const;

/** Of the user; null when it is somebody else's or none. */
export async function findOwnDeposit(
  database: Database,
  { depositId, userId }: { readonly depositId: number; readonly userId: number },
): Promise<DepositRecord | null> {
  const row = await database
    .selectFrom("deposit")
    .selectAll()
    .where("id", "=", BigInt(depositId))
    .where("user_id", "=", BigInt(userId))
    .executeTakeFirst();
  return row ?? null;
}

/** Held until the transaction ends: one decision at a time. */
export async function lockDeposit(trx: Database, depositId: number): Promise<DepositRecord | null> {
  const row = await trx
    .selectFrom("deposit")
    .selectAll()
    .where("id", "=", BigInt(depositId))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function countOpenDeposits(database: Database, userId: number): Promise<number> {
  const { count } = await database
    .selectFrom("deposit")
    .select((query) => query.fn.countAll().as("count"))
    .where("user_id", "=", BigInt(userId))
    .where("state", "in", OPEN_STATES)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The attempt as the table keeps it; both null when the client did not name it. */
export function attemptHashes(
  attempt: Attempt | null,
): Pick<DepositRecord, "attempt_hash" | "payload_hash"> {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  if (!attempt) return { attempt_hash: null, payload_hash: null };
  return { attempt_hash: digest(attempt.key), payload_hash: digest(attempt.payload) };
}

/** What this attempt led to before; null: it is new. */
export async function findAttempt(
  database: Database,
  userId: number,
  hashes: ReturnType<typeof attemptHashes>,
): Promise<DepositRecord | null> {
  if (!hashes.attempt_hash) return null;
  const row = await database
    .selectFrom("deposit")
    .selectAll()
    .where("user_id", "=", BigInt(userId))
    .where("attempt_hash", "=", hashes.attempt_hash)
    .executeTakeFirst();
  return row ?? null;
}
