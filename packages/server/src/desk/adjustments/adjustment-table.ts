// What was booked by hand, and what was said against it, as rows. Only this folder writes them.

import type { DeskAdjustment, DeskDispute } from "@truetick/contract/desk";
import { formatMoney, money } from "@truetick/money";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { ROWS_TO_READ, secondsOf } from "../page.ts";

type AdjustmentTable = {
  readonly id: bigint;
  readonly user_id: bigint;
  readonly account_id: bigint;
  readonly amount: bigint;
  readonly reason: string;
  readonly proposed_by: bigint;
  readonly approved_by: bigint;
  readonly booked_at: Date;
};

type DisputeTable = {
  readonly id: Generated<bigint>;
  readonly adjustment_id: bigint;
  readonly user_id: bigint;
  readonly text: string;
  readonly at: Date;
  readonly answer: Generated<string | null>;
  readonly answered_by: Generated<bigint | null>;
  readonly answered_at: Generated<Date | null>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    adjustment: AdjustmentTable;
    adjustment_dispute: DisputeTable;
  }
}

/** What those adjustments were booked for, by number. */
export async function readReasons(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await database
    .selectFrom("adjustment")
    .select(["id", "reason"])
    .where(sql<boolean>`id = any(${ids.map(BigInt)})`)
    .execute();
  return new Map(rows.map(({ id, reason }) => [Number(id), reason]));
}

type AdjustmentRow = AdjustmentTable & {
  readonly uid: string;
  readonly proposer: string;
  readonly approver: string;
  readonly has_open: boolean;
  readonly has_dispute: boolean;
};

/** Newest first. */
export async function readAdjustments(
  database: Database,
  { userId, before }: { readonly userId: number | null; readonly before: number | null },
): Promise<readonly DeskAdjustment[]> {
  const ofUser = userId === null ? sql`true` : sql`adjustment.user_id = ${userId}`;
  const older = before === null ? sql`true` : sql`adjustment.id < ${before}`;
  const { rows } = await sql<AdjustmentRow>`
    select adjustment.*, app_user.uid, proposer.name as proposer, approver.name as approver,
      exists (select from adjustment_dispute
        where adjustment_id = adjustment.id and answer is null) as has_open,
      exists (select from adjustment_dispute where adjustment_id = adjustment.id) as has_dispute
    from adjustment
    join app_user on app_user.id = adjustment.user_id
    join staff proposer on proposer.id = adjustment.proposed_by
    join staff approver on approver.id = adjustment.approved_by
    where ${ofUser} and ${older}
    order by adjustment.id desc limit ${ROWS_TO_READ}`.execute(database);
  return rows.map((row) => ({
    id: String(row.id),
    user_id: String(row.user_id),
    uid: row.uid,
    amount: formatMoney(money(row.amount)),
    reason: row.reason,
    proposed_by: row.proposer,
    approved_by: row.approver,
    booked_at: secondsOf(row.booked_at),
    dispute: row.has_open ? "open" : row.has_dispute ? "answered" : "none",
  }));
}

type DisputeRow = {
  id: bigint;
  adjustment_id: bigint;
  user_id: bigint;
  uid: string;
  amount: bigint;
  reason: string;
  text: string;
  at: Date;
  answer: string | null;
  answerer: string | null;
  answered_at: Date | null;
};

/** Those that wait, the oldest first; of those that were answered, the newest. */
export async function readDisputes(
  database: Database,
  { status, from }: { readonly status: "open" | "answered"; readonly from: number | null },
): Promise<readonly DeskDispute[]> {
  const isOpen = status === "open";
  const begins = from === null ? sql`true` : isOpen ? sql`d.id > ${from}` : sql`d.id < ${from}`;
  const { rows } = await sql<DisputeRow>`
    select d.id, d.adjustment_id, d.user_id, app_user.uid, adjustment.amount, adjustment.reason,
      d.text, d.at, d.answer, answerer.name as answerer, d.answered_at
    from adjustment_dispute d
    join adjustment on adjustment.id = d.adjustment_id
    join app_user on app_user.id = d.user_id
    left join staff answerer on answerer.id = d.answered_by
    where ${isOpen ? sql`d.answer is null` : sql`d.answer is not null`} and ${begins}
    order by ${isOpen ? sql`d.id` : sql`d.id desc`} limit ${ROWS_TO_READ}`.execute(database);
  return rows.map((row) => ({
    id: String(row.id),
    adjustment_id: String(row.adjustment_id),
    user_id: String(row.user_id),
    uid: row.uid,
    amount: formatMoney(money(row.amount)),
    reason: row.reason,
    text: row.text,
    at: secondsOf(row.at),
    answer: row.answer ?? "",
    answered_by: row.answerer ?? "",
    answered_at: secondsOf(row.answered_at),
  }));
}

export async function countOpenDisputes(database: Database): Promise<number> {
  const { rows } = await sql<{ open: bigint }>`
    select count(*) as open from adjustment_dispute where answer is null`.execute(database);
  return Number(rows[0]?.open ?? 0n);
}
