// Deposits as those read them who decide: the queue, page by page, and one case with everything
// that is needed to decide. Invariant: lists go on from a row by an index, so that the last page
// costs what the first did.

import { languageOf } from "@truetick/contract";
import { type DepositKind, fileUrlOf } from "@truetick/contract/cashier";
import {
  DESK_ROWS_PER_PAGE,
  type DepositApproval,
  type DepositCase,
  type DepositPast,
  type DepositRow,
  type DepositState,
  type DepositTwin,
  type ReversalFilter,
} from "@truetick/contract/desk";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { describeThings, foldReversals, markOf } from "../card/describe-reversals.ts";
import {
  countNewReversals,
  isReversed,
  type ReversalRow,
  readReversals,
} from "../card/reversal-table.ts";
import { pricedCurrency, readCurrencies } from "../currencies/rail-table.ts";
import { priceText, type UsdRate, type UsdRates, usdWorth } from "../currencies/usd-rate.ts";
import { readApprovalsNeeded } from "./approvals-needed.ts";
import { DEPOSIT_OBJECT, depositHash, referenceKey } from "./deposit-object.ts";
import { type DepositRecord, OPEN_STATES } from "./deposit-table.ts";
import { amountText, remarkText, unixSeconds, usdText } from "./describe-deposit.ts";
import { looksLike } from "./proof-twins.ts";

/** In which somebody has to decide. */
const UNDECIDED = ["reviewing", "stuck"] as const satisfies readonly DepositState[];
const HISTORY_ROWS = 10;
const TWINS_MAX = 20;
/** The desk's own words are English. */
const ENGLISH = languageOf("en");

export type CaseFilter = {
  readonly state: DepositState;
  readonly kind: DepositKind | null;
  /** Card payments that were refunded or disputed, whatever their state; null: by state. */
  readonly reversed: ReversalFilter | null;
  readonly query: string | null;
  readonly after: number | null;
};

type CaseParts = {
  readonly database: Database;
  readonly rates: UsdRates;
  readonly clock: Pick<Clock, "now">;
};

type Listed = DepositRecord & { readonly uid: string };

export async function listCases(
  { database, clock }: Pick<CaseParts, "database" | "clock">,
  filter: CaseFilter,
): Promise<{ readonly rows: readonly DepositRow[]; readonly next: string }> {
  const read = await selectCases(database, filter);
  const shown = read.slice(0, DESK_ROWS_PER_PAGE);
  const last = read.length > shown.length ? shown.at(-1) : undefined;
  const approvals = await readApprovals(database, shown);
  const needed = await readApprovalsNeeded(database, shown, clock.now());
  const reversals = await readReversals(database, shown);
  const rows = shown.map((row) =>
    describeRow(row, {
      approvals: approvals(row).length,
      needed: needed(row),
      reversals: reversals(row),
    }),
  );
  return { rows, next: last ? String(last.id) : "" };
}

/** Who waits the longest first; of what is decided the newest. */
async function selectCases(database: Database, filter: CaseFilter): Promise<Listed[]> {
  const { state, kind, query, after, reversed } = filter;
  const isWaiting =
    reversed === null ? OPEN_STATES.some((open) => open === state) : reversed === "waiting";
  let wanted = database
    .selectFrom("deposit")
    .innerJoin("app_user", "app_user.id", "deposit.user_id")
    .selectAll("deposit")
    .select("app_user.uid")
    .where(reversed === null ? sql<boolean>`deposit.state = ${state}` : isReversed(reversed))
    .orderBy("deposit.id", isWaiting ? "asc" : "desc")
    .limit(DESK_ROWS_PER_PAGE + 1);
  if (kind !== null) wanted = wanted.where("deposit.kind", "=", kind);
  if (after !== null) wanted = wanted.where("deposit.id", isWaiting ? ">" : "<", BigInt(after));
  const named = query === null ? null : await findNamed(database, query);
  if (named !== null) wanted = wanted.where(`deposit.${named.by}`, "=", named.value);
  return wanted.execute();
}

/** What the query names: a member by uid, a deposit by number, else a reference. */
async function findNamed(database: Database, query: string) {
  const user = await database
    .selectFrom("app_user")
    .select("id")
    .where("uid", "=", query)
    .executeTakeFirst();
  if (user) return { by: "user_id", value: user.id } as const;
  if (/^\d{1,15}$/.test(query)) return { by: "id", value: BigInt(query) } as const;
  return { by: "reference_key", value: referenceKey(query) } as const;
}

function describeRow(
  row: Listed,
  of: {
    readonly approvals: number;
    readonly needed: number;
    readonly reversals: readonly ReversalRow[];
  },
): DepositRow {
  const { approvals, needed, reversals } = of;
  return {
    id: String(row.id),
    userId: String(row.user_id),
    uid: row.uid,
    kind: row.kind,
    currencyCode: row.currency_code,
    protocolCode: row.protocol_code,
    amount: amountText(row),
    expectedUsd: usdText(row.expected_usd),
    creditUsd: usdText(row.credit_usd),
    state: row.state,
    approvals,
    approvalsNeeded: needed,
    createdAt: unixSeconds(row.created_at),
    dueAt: row.due_at && unixSeconds(row.due_at),
    decidedAt: row.decided_at && unixSeconds(row.decided_at),
    hasTwin: row.has_twin,
    hasQuestion: row.question !== "" && row.answer === "",
    reversal: markOf(row, foldReversals(reversals)),
    hasReversalNews: reversals.some(({ is_new }) => is_new),
  };
}

/** Of each deposit as it stands: who agreed on something else does not count (H08). */
async function readApprovals(
  database: Database,
  deposits: readonly DepositRecord[],
): Promise<(row: DepositRecord) => readonly DepositApproval[]> {
  if (deposits.length === 0) return () => [];
  const ids = deposits.map(({ id }) => id);
  const rows = await database
    .selectFrom("approval")
    .innerJoin("staff", "staff.id", "approval.staff_id")
    .select(["approval.object_id", "approval.object_hash", "approval.at"])
    .select(["approval.staff_id", "staff.name"])
    .where("object_kind", "=", DEPOSIT_OBJECT)
    .where("object_id", "in", ids)
    .orderBy("approval.id")
    .execute();
  return (row) => {
    const current = Buffer.from(depositHash(row), "hex");
    return rows
      .filter(({ object_id, object_hash }) => object_id === row.id && object_hash.equals(current))
      .map(({ staff_id, name, at }) => ({ staffId: String(staff_id), name, at: unixSeconds(at) }));
  };
}

/** Other deposits with the same picture, or one that looks much like it (T61). */
async function findTwins(database: Database, row: DepositRecord): Promise<DepositTwin[]> {
  const { proof_hash, proof_likeness } = row;
  if (!proof_hash || !proof_likeness) return [];
  const rows = await database
    .selectFrom("deposit")
    .innerJoin("app_user", "app_user.id", "deposit.user_id")
    .select(["deposit.id", "app_user.uid", "deposit.state", "deposit.created_at"])
    .select("deposit.proof_hash")
    .where("deposit.id", "<>", row.id)
    .where(looksLike(proof_likeness))
    .orderBy("deposit.id", "desc")
    .limit(TWINS_MAX)
    .execute();
  return rows.map((twin) => ({
    id: String(twin.id),
    uid: twin.uid,
    state: twin.state,
    createdAt: unixSeconds(twin.created_at),
    isSamePicture: twin.proof_hash?.equals(proof_hash) ?? false,
  }));
}

/** Null when there is no such deposit. */
export async function readCase(
  { database, rates, clock }: CaseParts,
  depositId: number,
): Promise<DepositCase | null> {
  const found = await database
    .selectFrom("deposit")
    .innerJoin("app_user", "app_user.id", "deposit.user_id")
    .selectAll("deposit")
    .select(["app_user.uid", "app_user.email", "app_user.country", "app_user.area"])
    .select("app_user.created_at as member_since")
    .where("deposit.id", "=", BigInt(depositId))
    .executeTakeFirst();
  if (!found) return null;
  const { email, country, area, member_since, ...row } = found;
  const [approvals, needed, twins, rate, history, depositedTotal, said] = await Promise.all([
    readApprovals(database, [row]),
    readApprovalsNeeded(database, [row], clock.now()),
    findTwins(database, row),
    rateOf(database, rates, row),
    readHistory(database, row),
    readDepositedTotal(database, row),
    readReversals(database, [row]),
  ]);
  const isPriced = row.credit_usd !== null;
  const approvedBy = approvals(row);
  const reversals = said(row);
  return {
    ...describeRow(row, { approvals: approvedBy.length, needed: needed(row), reversals }),
    hash: depositHash(row),
    address: row.address,
    bankName: row.bank_name,
    payeeAccount: row.payee_account,
    bankRemark: row.bank_remark,
    note: row.note,
    proofUrl: row.proof_id === null ? "" : fileUrlOf(row.proof_id),
    twins,
    unitsPerUsd: rate && priceText(rate),
    rateMarket: rate?.source?.market ?? null,
    rateSeq: rate?.source ? String(rate.source.seq) : null,
    worthUsd: rate && !isPriced ? formatMoney(usdWorth(row.amount, row.decimals, rate)) : null,
    approvedBy,
    reference: row.reference,
    remark: remarkText(row, ENGLISH),
    question: row.question,
    answer: row.answer,
    problem: row.problem,
    memberEmail: email ?? "",
    memberCountry: country ?? area ?? "",
    memberSince: unixSeconds(member_since),
    depositedTotal,
    history,
    reversals: describeThings(row, foldReversals(reversals)),
    reversalsUpTo: reversals.length === 0 ? null : String(reversals.at(-1)?.id),
  };
}

/** As it was decided; before that, of now. */
async function rateOf(
  database: Database,
  rates: UsdRates,
  row: DepositRecord,
): Promise<UsdRate | null> {
  const { rate_numerator, rate_denominator, rate_market, rate_seq } = row;
  if (rate_numerator !== null && rate_denominator !== null) {
    const isFollowed = rate_market !== null && rate_seq !== null;
    return {
      usdPerUnit: { numerator: BigInt(rate_numerator), denominator: BigInt(rate_denominator) },
      source: isFollowed ? { market: rate_market, seq: Number(rate_seq) } : null,
    };
  }
  const currencies = await readCurrencies(database);
  const currency = currencies.find(({ code }) => code === row.currency_code);
  return currency ? rates(pricedCurrency(currency)) : null;
}

async function readHistory(database: Database, row: DepositRecord): Promise<DepositPast[]> {
  const rows = await database
    .selectFrom("deposit")
    .select(["id", "kind", "amount", "decimals", "currency_code", "state", "created_at"])
    .where("user_id", "=", row.user_id)
    .where("id", "<>", row.id)
    .orderBy("id", "desc")
    .limit(HISTORY_ROWS)
    .execute();
  return rows.map((past) => ({
    id: String(past.id),
    kind: past.kind,
    amount: amountText(past),
    currencyCode: past.currency_code,
    state: past.state,
    createdAt: unixSeconds(past.created_at),
  }));
}

async function readDepositedTotal(database: Database, row: DepositRecord): Promise<string> {
  const { total } = await database
    .selectFrom("deposit")
    .select(sql<string>`coalesce(sum(credit_usd), 0)::text`.as("total"))
    .where("user_id", "=", row.user_id)
    .where("state", "=", "credited")
    .executeTakeFirstOrThrow();
  return formatMoney(money(BigInt(total)));
}

/** How many wait for a decision, over an index of what is open, or for somebody to look; once. */
export async function countWaiting(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("deposit")
    .select((query) => query.fn.countAll().as("count"))
    .where("state", "in", UNDECIDED)
    .executeTakeFirstOrThrow();
  return Number(count) + (await countNewReversals(database, UNDECIDED));
}

/** The database's own way to the hash (H08). */
export async function storedDepositHash(database: Database, id: number): Promise<string | null> {
  const found = await sql<{ hash: string }>`
    select deposit_hash(d) as hash from deposit d where d.id = ${id}`.execute(database);
  return found.rows[0]?.hash ?? null;
}
