// Somebody of the staff decides about a deposit: it arrived, it did not, it is none, or there is a
// question. Each in one transaction with its line in the audit log. Invariants: what is approved is
// what was seen, by its hash (H08); from 1,000 USD on two people say so; no reference and no
// picture is credited twice (T61).

import pg from "pg";
import { approve, approversOf } from "../../members/approvals/approvals.ts";
import { appendAudit, staffActor } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type StaffCaller } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { pricedCurrency, readCurrencies } from "../currencies/rail-table.ts";
import { type UsdRates, usdWorth } from "../currencies/usd-rate.ts";
import { lockMember, readApprovalsNeeded } from "./approvals-needed.ts";
import { DEPOSIT_OBJECT, depositHash, referenceKey } from "./deposit-object.ts";
import { type DepositRecord, lockDeposit } from "./deposit-table.ts";
import { amountText, usdText } from "./describe-deposit.ts";

export type DecideParts = {
  readonly database: Database;
  readonly rates: UsdRates;
  readonly clock: Pick<Clock, "now">;
};

type Approval = {
  readonly depositId: number;
  readonly hash: string;
  readonly reference: string | null;
  readonly staff: StaffCaller;
};

const UNIQUE_VIOLATION = "23505";

/**
 * Answers the deposit as it stands then: "crediting" once enough have agreed. Refuses:
 * DEPOSIT_UNKNOWN, DEPOSIT_DECIDED, OBJECT_CHANGED, REFERENCE_REQUIRED, REFERENCE_USED,
 * PROOF_CREDITED, RATE_MISSING, AMOUNT_INVALID, ALREADY_APPROVED_BY_YOU.
 */
export async function approveDeposit(
  parts: DecideParts,
  approval: Approval,
): Promise<DepositRecord | Refused> {
  try {
    return await inTransaction(parts.database, (trx) => approveIn(trx, parts, approval));
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
    // Somebody credited the same payment or picture at this very moment: now it can be seen.
    return inTransaction(parts.database, (trx) => approveIn(trx, parts, approval));
  }
}

async function approveIn(
  trx: Database,
  parts: DecideParts,
  { depositId, hash, reference, staff }: Approval,
): Promise<DepositRecord | Refused> {
  const row = await lockDeposit(trx, depositId);
  if (!row) return refuse("DEPOSIT_UNKNOWN");
  if (row.state !== "reviewing" && row.state !== "stuck") return refuse("DEPOSIT_DECIDED");
  if (depositHash(row) !== hash) return refuse("OBJECT_CHANGED");
  const given = { row, reference };
  const priced = row.kind === "card" ? paidCard(row) : await withDecision(trx, parts, given);
  if (isRefused(priced)) return priced;
  await lockMember(trx, row);
  const needed = (await readApprovalsNeeded(trx, [priced], parts.clock.now()))(priced);
  const approvers = await agree(trx, priced, { staff, needed });
  if (isRefused(approvers)) return approvers;
  const isEnough = approvers.length >= needed;
  const decided = isEnough ? await beginCredit(trx, priced) : priced;
  await appendAudit(trx, {
    actor: staffActor(staff),
    action: "deposit.approve",
    subject: { kind: DEPOSIT_OBJECT, id: depositId },
    detail: {
      hash: depositHash(decided),
      reference: decided.reference,
      amount: `${amountText(decided)} ${decided.currency_code}`,
      usd: usdText(decided.credit_usd),
      approvals: approvers.length,
      needed,
    },
  });
  return decided;
}

/** Its amount is the provider's word; without that, nobody here can say what was paid. */
function paidCard(row: DepositRecord): DepositRecord | Refused {
  return row.credit_usd === null ? refuse("AMOUNT_INVALID", { amount: amountText(row) }) : row;
}

/**
 * The reference it was found under and what it is worth, fixed by whoever names them first. What
 * was agreed on under another one is another thing, and is looked at anew.
 */
async function withDecision(
  trx: Database,
  { rates }: DecideParts,
  { row, reference }: { readonly row: DepositRecord; readonly reference: string | null },
): Promise<DepositRecord | Refused> {
  const name = reference ?? row.reference;
  const key = referenceKey(name);
  if (key === "") return refuse("REFERENCE_REQUIRED");
  const clash = await findClash(trx, row, key);
  if (clash) return clash;
  if (key === row.reference_key) return row;
  const currencies = await readCurrencies(trx);
  const currency = currencies.find(({ code }) => code === row.currency_code);
  const rate = currency ? await rates(pricedCurrency(currency)) : null;
  if (!rate) return refuse("RATE_MISSING", { currency: row.currency_code });
  const credit = usdWorth(row.amount, row.decimals, rate);
  if (credit <= 0n) return refuse("AMOUNT_INVALID", { amount: usdText(credit) ?? "0" });
  const { numerator, denominator } = rate.usdPerUnit;
  return await trx
    .updateTable("deposit")
    .set({
      state: "reviewing",
      problem: "",
      reference: name,
      reference_key: key,
      rate_numerator: numerator.toString(),
      rate_denominator: denominator.toString(),
      rate_market: rate.source?.market ?? null,
      rate_seq: rate.source ? BigInt(rate.source.seq) : null,
      credit_usd: credit,
    })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function findClash(trx: Database, row: DepositRecord, key: string): Promise<Refused | null> {
  const others = trx.selectFrom("deposit").select("id").where("id", "<>", row.id);
  const named = await others
    .where("reference_key", "=", key)
    .where("state", "not in", ["rejected", "invalid"])
    .executeTakeFirst();
  if (named) return refuse("REFERENCE_USED", { depositId: String(named.id) });
  if (!row.proof_hash) return null;
  const shown = await others
    .where("proof_hash", "=", row.proof_hash)
    .where("state", "in", ["crediting", "stuck", "credited"])
    .executeTakeFirst();
  return shown ? refuse("PROOF_CREDITED", { depositId: String(shown.id) }) : null;
}

/** A deposit that the books refused was agreed on already: whoever tries again adds nothing. */
async function agree(
  trx: Database,
  row: DepositRecord,
  { staff: { staffId }, needed }: { readonly staff: StaffCaller; readonly needed: number },
): Promise<readonly number[] | Refused> {
  const object = { kind: DEPOSIT_OBJECT, id: Number(row.id), hash: depositHash(row) };
  if (row.state === "stuck") {
    const before = await approversOf(trx, object);
    if (before.length >= needed) return before;
  }
  const agreed = await approve(trx, {
    ...object,
    staffId,
    permission: "deposits.decide",
    memberId: Number(row.user_id),
  });
  return isRefused(agreed) ? agreed : agreed.approvers;
}

function beginCredit(trx: Database, row: DepositRecord): Promise<DepositRecord> {
  return trx
    .updateTable("deposit")
    .set({ state: "crediting" })
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Nothing is credited; the trader reads why. Refuses DEPOSIT_UNKNOWN, DEPOSIT_DECIDED. */
export function refuseDeposit(
  { database, nowMs }: { readonly database: Database; readonly nowMs: number },
  decision: {
    readonly depositId: number;
    readonly state: "rejected" | "invalid";
    readonly remark: string;
    readonly staff: StaffCaller;
  },
): Promise<DepositRecord | Refused> {
  const { depositId, state, remark, staff } = decision;
  return changeOpen(database, {
    depositId,
    staff,
    action: state === "rejected" ? "deposit.reject" : "deposit.invalidate",
    detail: { remark },
    change: { state, remark, remark_code: null, question: "", decided_at: new Date(nowMs) },
  });
}

/** The deadline stays. Refuses DEPOSIT_UNKNOWN, DEPOSIT_DECIDED. */
export function askDeposit(
  database: Database,
  asked: { readonly depositId: number; readonly question: string; readonly staff: StaffCaller },
): Promise<DepositRecord | Refused> {
  const { depositId, question, staff } = asked;
  return changeOpen(database, {
    depositId,
    staff,
    action: "deposit.ask",
    detail: { question },
    change: { question, answer: "" },
  });
}

function changeOpen(
  database: Database,
  act: {
    readonly depositId: number;
    readonly staff: StaffCaller;
    readonly action: string;
    readonly detail: Readonly<Record<string, string>>;
    readonly change: Partial<DepositRecord>;
  },
): Promise<DepositRecord | Refused> {
  const { depositId, staff, action, detail, change } = act;
  return inTransaction(database, async (trx) => {
    const row = await lockDeposit(trx, depositId);
    if (!row) return refuse("DEPOSIT_UNKNOWN");
    if (row.state !== "reviewing" && row.state !== "stuck") return refuse("DEPOSIT_DECIDED");
    const changed = await trx
      .updateTable("deposit")
      .set(change)
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await appendAudit(trx, {
      actor: staffActor(staff),
      action,
      subject: { kind: DEPOSIT_OBJECT, id: depositId },
      detail: { ...detail, hash: depositHash(row) },
    });
    return changed;
  });
}
