// The rows of withdrawals and of their payments, and the look-ups that several acts share.
// Invariants: what was asked for never changes (a trigger refuses it); a status moves along the
// table of legal moves; `due_act` names what the books still have to do for it.

import type { PayoutChannel, WithdrawalStatus } from "@truetick/contract/cashier";
import type { WithdrawalRejection } from "@truetick/contract/desk";
import { type Generated, type Insertable, type Selectable, sql } from "kysely";
import { objectHash } from "../../members/approvals/approvals.ts";
import type { Database } from "../../platform/database.ts";
import "../payout-methods/payout-method-table.ts";

export type WithdrawalState = WithdrawalStatus | "placing" | "refused";
export type DueAct = "hold" | "release" | "settle";

type WithdrawalTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly account_id: bigint;
  readonly method_id: bigint;
  readonly currency_id: number;
  readonly terms_version: number;
  readonly amount: bigint;
  readonly fee: bigint;
  /** 12 places. */
  readonly rate: string;
  readonly rate_market: string | null;
  readonly rate_seq: bigint | null;
  readonly decimals: number;
  /** Whole units of 10^-decimals. */
  readonly received: string;
  readonly sealed: Buffer;
  readonly destination_hash: Buffer;
  readonly memo: string;
  readonly is_third_party: boolean;
  readonly status: WithdrawalState;
  readonly due_act: DueAct | null;
  readonly refusal: { reason: string; numbers: Record<string, string | number> } | null;
  readonly needs_code: boolean;
  readonly code_hash: Buffer | null;
  readonly code_tries: Generated<number>;
  readonly code_sends: Generated<number>;
  readonly code_sent_at: Date | null;
  readonly confirm_by: Date;
  readonly attempt_hash: Buffer | null;
  readonly payload_hash: Buffer | null;
  readonly question: Generated<string>;
  readonly answer: Generated<string>;
  readonly rejection: WithdrawalRejection | null;
  readonly remark: Generated<string>;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly decided_at: Date | null;
  readonly ended_at: Date | null;
};

type PayoutTable = {
  readonly withdrawal_id: bigint;
  readonly payout_key: string;
  readonly provider: "manual" | "sandbox";
  readonly destination_hash: Buffer;
  readonly received: string;
  readonly reference: string | null;
  readonly failure: string | null;
  readonly begun_at: Date;
  readonly ended_at: Date | null;
};

declare module "../../platform/database.ts" {
  interface Tables {
    withdrawal: WithdrawalTable;
    payout: PayoutTable;
  }
}

export type WithdrawalRecord = Selectable<WithdrawalTable>;
export type NewWithdrawalRecord = Insertable<WithdrawalTable>;
export type PayoutRecord = Selectable<PayoutTable>;

/** A row with the currency it is paid in, the payment, and how many have approved it. */
export type ListedWithdrawal = WithdrawalRecord & {
  readonly code: string;
  readonly network: string;
  readonly channel: PayoutChannel;
  readonly reference: string | null;
  readonly approvals: number;
};

export const WITHDRAWAL_OBJECT = "withdrawal";

/**
 * What two people agree on: whose money, how much, where it goes and with which words (H08). The
 * same bytes as the database's own `withdrawal_object_hash`.
 */
export function withdrawalHash(row: WithdrawalRecord): string {
  return objectHash(WITHDRAWAL_OBJECT, {
    account: row.account_id,
    amount: row.amount,
    currency: row.currency_id,
    decimals: row.decimals,
    destination: row.destination_hash.toString("hex"),
    fee: row.fee,
    id: row.id,
    memo: row.memo,
    method: row.method_id,
    rate: row.rate,
    received: BigInt(row.received),
    thirdParty: row.is_third_party,
    user: row.user_id,
  });
}

/** By the database's own code, for the desk to compare. */
export async function storedWithdrawalHash(database: Database, id: number): Promise<string | null> {
  const row = await database
    .selectFrom("withdrawal")
    .select(sql<Buffer>`withdrawal_object_hash(withdrawal)`.as("hash"))
    .where("id", "=", BigInt(id))
    .executeTakeFirst();
  return row?.hash.toString("hex") ?? null;
}

/** Until the transaction ends nobody else moves it. Null: there is none, or not of this owner. */
export async function lockWithdrawal(
  trx: Database,
  { id, userId }: { readonly id: number; readonly userId?: number },
): Promise<WithdrawalRecord | null> {
  const row = await trx
    .selectFrom("withdrawal")
    .selectAll()
    .where("id", "=", BigInt(id))
    .where("status", "not in", ["placing", "refused"])
    .$if(userId !== undefined, (query) => query.where("user_id", "=", BigInt(userId ?? 0)))
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Moves a row that the transaction has locked. */
export async function moveWithdrawal(
  trx: Database,
  row: Pick<WithdrawalRecord, "id">,
  change: Partial<
    Pick<
      WithdrawalRecord,
      | "status"
      | "due_act"
      | "refusal"
      | "attempt_hash"
      | "payload_hash"
      | "question"
      | "answer"
      | "rejection"
      | "remark"
      | "decided_at"
      | "ended_at"
      | "code_tries"
    >
  >,
): Promise<WithdrawalRecord> {
  return await trx
    .updateTable("withdrawal")
    .set(change)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Those whose answer is known to somebody; `approvals` are of the row as it stands. */
export function listedWithdrawals(database: Database) {
  return database
    .selectFrom("withdrawal as w")
    .innerJoin("payout_currency as currency", "currency.id", "w.currency_id")
    .leftJoin("payout", "payout.withdrawal_id", "w.id")
    .selectAll("w")
    .select(["currency.code", "currency.network", "currency.channel", "payout.reference"])
    .select(
      sql<number>`(select count(distinct a.staff_id)::int from approval a
        where a.object_kind = ${WITHDRAWAL_OBJECT} and a.object_id = w.id
          and a.object_hash = withdrawal_object_hash(w))`.as("approvals"),
    );
}

export async function findListed(database: Database, id: number): Promise<ListedWithdrawal | null> {
  const row = await listedWithdrawals(database)
    .where("w.id", "=", BigInt(id))
    .where("w.status", "not in", ["placing", "refused"])
    .executeTakeFirst();
  return row ?? null;
}
