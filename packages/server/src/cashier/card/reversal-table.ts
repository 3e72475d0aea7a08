// Refunds and disputes of card payments, as the provider said them, and who of the staff looked.
// They belong to a deposit by the payment's reference and not by its number: a refund may be told
// before the payment is. What follows from the rows is folded in describe-reversals.ts.

import type {
  DepositState,
  ReversalAbout,
  ReversalFilter,
  ReversalState,
} from "@truetick/contract/desk";
import { type Generated, type RawBuilder, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { DepositRecord } from "../deposits/deposit-table.ts";

export type RefundState = Extract<ReversalState, "pending" | "done" | "failed">;
export type DisputeState = Exclude<ReversalState, RefundState>;

/** One event of the provider's about a payment that was made before. */
export type Reversal = {
  readonly eventId: string;
  readonly eventType: string;
  readonly paymentKey: string;
  readonly about: ReversalAbout;
  readonly objectRef: string;
  readonly state: ReversalState;
  readonly cents: bigint;
  /** In capitals. */
  readonly currency: string;
  readonly saidAtMs: number;
};

type ReversalTable = {
  readonly id: Generated<bigint>;
  readonly event_id: string;
  readonly event_type: string;
  readonly payment_key: string;
  readonly about: ReversalAbout;
  readonly object_ref: string;
  readonly state: ReversalState;
  readonly amount: bigint;
  readonly currency_code: string;
  readonly said_at: Date;
  readonly at: Generated<Date>;
};

type LookTable = {
  readonly reversal_id: bigint;
  readonly staff_id: bigint;
  readonly at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    card_reversal: ReversalTable;
    card_reversal_look: LookTable;
  }
}

export type ReversalRow = Pick<
  Selectable<ReversalTable>,
  "id" | "payment_key" | "about" | "object_ref" | "state" | "amount" | "currency_code" | "said_at"
> & { readonly is_new: boolean };

type Paid = Pick<DepositRecord, "kind" | "reference_key">;

/** Of each of these deposits; a deposit that is no card's has none. */
export async function readReversals(
  database: Database,
  deposits: readonly Paid[],
): Promise<(row: Paid) => readonly ReversalRow[]> {
  const keys = deposits.map(keyOf).filter((key) => key !== null);
  if (keys.length === 0) return () => [];
  const rows = await database
    .selectFrom("card_reversal as r")
    .leftJoin("card_reversal_look as l", "l.reversal_id", "r.id")
    .select(["r.id", "r.payment_key", "r.about", "r.object_ref", "r.state", "r.amount"])
    .select(["r.currency_code", "r.said_at"])
    .select(sql<boolean>`l.reversal_id is null`.as("is_new"))
    .where("r.payment_key", "in", keys)
    .orderBy("r.id")
    .execute();
  return (row) => {
    const key = keyOf(row);
    return key === null ? [] : rows.filter(({ payment_key }) => payment_key === key);
  };
}

function keyOf({ kind, reference_key }: Paid): string | null {
  return kind === "card" ? reference_key : null;
}

/** Of the query's own `deposit`: something was said; with "waiting" nobody has looked at some. */
export function isReversed(filter: ReversalFilter): RawBuilder<boolean> {
  const isNew = sql`and not exists (
    select from card_reversal_look l where l.reversal_id = r.id)`;
  return sql<boolean>`deposit.kind = 'card' and exists (
    select from card_reversal r where r.payment_key = deposit.reference_key
      ${filter === "waiting" ? isNew : sql``})`;
}

/** How many deposits, in none of these states, have news that nobody has looked at. */
export async function countNewReversals(
  database: Database,
  counted: readonly DepositState[],
): Promise<number> {
  const { count } = await database
    .selectFrom("deposit")
    .select((query) => query.fn.countAll().as("count"))
    .where("state", "not in", counted)
    .where(isReversed("waiting"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
