// Withdrawals as those see them who decide: a list of one state by keyset, and one case with
// everything that is needed to decide it. Read only; the look at a case is written down by its
// call. Invariant: no list counts or skips, so that its cost does not grow (every page is an index
// range).

import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from "@truetick/contract/cashier";
import type { WithdrawalCase, WithdrawalRow } from "@truetick/contract/desk";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import { freezeOf } from "../../members/freezes/freezes.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { reversedDepositsOf } from "../card/describe-reversals.ts";
import { plainDecimal } from "../currencies/usd-rate.ts";
import { type Destinations, destinationLines } from "../payout-methods/destination.ts";
import { secondsOf, shownStatus } from "./describe-withdrawal.ts";
import type { CertifiedIdentity } from "./may-withdraw.ts";
import { receivedText } from "./payout-quote.ts";
import {
  type ListedWithdrawal,
  listedWithdrawals,
  WITHDRAWAL_OBJECT,
  withdrawalHash,
} from "./withdrawal-table.ts";

export type CaseParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly destinations: Destinations;
  readonly identity: CertifiedIdentity;
};

type CaseRow = ListedWithdrawal & { readonly uid: string };

const CASES_PER_PAGE = 50;
const HISTORY_ROWS = 10;
const WAITING: readonly WithdrawalStatus[] = ["unconfirmed", "reviewing", "approved", "paying"];

/** What waits: the oldest first. What has ended: the newest first. */
export async function listCases(
  database: Database,
  wanted: {
    readonly status: WithdrawalStatus;
    readonly query: string | null;
    readonly cursor: number | null;
  },
): Promise<{ readonly rows: readonly CaseRow[]; readonly next: string }> {
  const { status, query, cursor } = wanted;
  const isWaiting = WAITING.includes(status);
  const after = BigInt(cursor ?? 0);
  const userId = query === null ? 0n : await findUserId(database, query);
  const rows = await caseRows(database)
    .where("w.status", "=", status)
    .$if(query !== null, (rows) =>
      rows.where((eb) => eb.or([eb("w.user_id", "=", userId), eb("w.id", "=", numberOf(query))])),
    )
    .$if(cursor !== null, (rows) => rows.where("w.id", isWaiting ? ">" : "<", after))
    .orderBy("w.id", isWaiting ? "asc" : "desc")
    .limit(CASES_PER_PAGE + 1)
    .execute();
  const shown = rows.slice(0, CASES_PER_PAGE);
  const hasMore = rows.length > CASES_PER_PAGE;
  return { rows: shown, next: hasMore ? String(shown.at(-1)?.id ?? "") : "" };
}

/** By the uid that members quote; 0 is nobody's. */
async function findUserId(database: Database, uid: string): Promise<bigint> {
  const found = await database
    .selectFrom("app_user")
    .select("id")
    .where("uid", "=", uid)
    .executeTakeFirst();
  return found?.id ?? 0n;
}

function numberOf(query: string | null): bigint {
  return query !== null && /^\d{1,15}$/.test(query) ? BigInt(query) : 0n;
}

function caseRows(database: Database) {
  return listedWithdrawals(database)
    .innerJoin("app_user", "app_user.id", "w.user_id")
    .select("app_user.uid");
}

export function describeRow(row: CaseRow): WithdrawalRow {
  return {
    id: String(row.id),
    userId: String(row.user_id),
    uid: row.uid,
    channel: row.channel,
    currencyCode: row.code,
    network: row.network,
    amount: usd(row.amount),
    fee: usd(row.fee),
    received: receivedText(BigInt(row.received), row.decimals),
    status: shownStatus(row),
    approvals: row.approvals,
    createdAt: secondsOf(row.created_at),
    dueAt: secondsOf(row.due_at),
    decidedAt: row.decided_at && secondsOf(row.decided_at),
    isThirdParty: row.is_third_party,
    hasQuestion: row.question !== "" && row.answer === "",
  };
}

/** Null when there is none. */
export async function showCase(parts: CaseParts, id: number): Promise<WithdrawalCase | null> {
  const { database, clock, destinations, identity } = parts;
  const row = await caseRows(database)
    .where("w.id", "=", BigInt(id))
    .where("w.status", "in", WITHDRAWAL_STATUSES)
    .executeTakeFirst();
  if (!row) return null;
  const userId = Number(row.user_id);
  const [payout, boundAt, approvedBy, totals, reversed, history, freeze, name] = await Promise.all([
    findPayout(database, row.id),
    findBoundAt(database, row.method_id),
    readApprovals(database, row),
    readTotals(database, row),
    reversedDepositsOf(database, row.user_id),
    readHistory(database, row),
    freezeOf(database, { userId, nowMs: clock.now() }),
    identity.certifiedName(userId),
  ]);
  return {
    ...describeRow(row),
    hash: withdrawalHash(row),
    destination: destinationLines(destinations.open(row)),
    destinationHash: row.destination_hash.toString("hex"),
    methodBoundAt: secondsOf(boundAt),
    certifiedName: name ?? "",
    memo: row.memo,
    rate: plainDecimal(row.rate),
    approvedBy,
    // What went back to a card covers nothing.
    depositedTotal: usd(totals.deposited - reversed.goneUsd),
    paidTotal: usd(totals.paid),
    history,
    reversedDeposits: reversed.deposits,
    freezeReason: freeze?.reason ?? "",
    question: row.question,
    answer: row.answer,
    rejection: row.rejection,
    remark: row.remark,
    provider: payout?.provider ?? "",
    payoutKey: payout?.payout_key ?? "",
    reference: payout?.reference ?? "",
    canMarkPaid: row.status === "paying" && payout?.provider === "manual",
  };
}

async function findPayout(database: Database, id: bigint) {
  return await database
    .selectFrom("payout")
    .selectAll()
    .where("withdrawal_id", "=", id)
    .executeTakeFirst();
}

async function findBoundAt(database: Database, methodId: bigint): Promise<Date> {
  const { bound_at } = await database
    .selectFrom("payout_method")
    .select("bound_at")
    .where("id", "=", methodId)
    .executeTakeFirstOrThrow();
  return bound_at;
}

/** Of the row as it stands: what was approved before it changed does not count (H08). */
async function readApprovals(database: Database, row: CaseRow) {
  const approvals = await database
    .selectFrom("approval")
    .innerJoin("staff", "staff.id", "approval.staff_id")
    .select(["approval.staff_id", "staff.name", "approval.at"])
    .where("approval.object_kind", "=", WITHDRAWAL_OBJECT)
    .where("approval.object_id", "=", row.id)
    .where("approval.object_hash", "=", Buffer.from(withdrawalHash(row), "hex"))
    .orderBy("approval.id")
    .execute();
  return approvals.map(({ staff_id, name, at }) => ({
    staffId: String(staff_id),
    name,
    at: secondsOf(at),
  }));
}

async function readTotals(database: Database, { account_id, user_id }: CaseRow) {
  const { rows } = await sql<{ deposited: string; paid: string }>`
    select coalesce((select sum(amount) from ledger_posting
        where account_id = ${account_id} and cause = 'deposit'), 0)::text as deposited,
      coalesce((select sum(amount) from withdrawal
        where user_id = ${user_id} and status = 'paid'), 0)::text as paid`.execute(database);
  const [totals] = rows;
  return { deposited: BigInt(totals?.deposited ?? 0), paid: BigInt(totals?.paid ?? 0) };
}

async function readHistory(database: Database, row: CaseRow) {
  const others = await database
    .selectFrom("withdrawal")
    .select(["id", "amount", "status", "created_at", "destination_hash"])
    .where("user_id", "=", row.user_id)
    .where("status", "in", WITHDRAWAL_STATUSES)
    .where("id", "<>", row.id)
    .orderBy("id", "desc")
    .limit(HISTORY_ROWS)
    .execute();
  return others.map((other) => ({
    id: String(other.id),
    amount: usd(other.amount),
    status: shownStatus(other),
    createdAt: secondsOf(other.created_at),
    isSameDestination: other.destination_hash.equals(row.destination_hash),
  }));
}

function usd(amount: bigint): string {
  return formatMoney(money(amount));
}
