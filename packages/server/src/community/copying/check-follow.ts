// Who may copy whom, with how much and by which rule. Asked before a follow begins and before money
// is added to one. Answers what is against it; null is a yes.

import type { FollowRule } from "@truetick/contract/calls";
import { FOLLOW_AMOUNT_MAX, FOLLOW_AMOUNT_MIN, FOLLOWS_MAX } from "@truetick/contract/copying";
import type { AccountView, Refusal } from "@truetick/engine";
import { assert, formatBalance, type Money, money, parseLots, parseMoney } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { type StoredStatus, wouldLoop } from "./follow-table.ts";

export type RuleColumns = {
  /** In hundredths. */
  readonly factor: number;
  readonly stopPercent: number | null;
  readonly lotsMax: number | null;
};

/** FIELD_INVALID for lots finer than lots are. */
export function ruleColumns({ factor, stopPercent, lotsMax }: FollowRule): RuleColumns | Refused {
  const size = lotsMax === null ? null : parseLots(lotsMax);
  if (lotsMax !== null && (size === null || size <= 0)) {
    return refuse("FIELD_INVALID", { field: "max_lots" });
  }
  return { factor: Math.round(Number(factor) * 100), stopPercent, lotsMax: size };
}

/** FIELD_INVALID for an amount finer than money is, and for nothing. */
export function readAmount(text: string): Money | Refused {
  const amount = parseMoney(text);
  return amount === null || amount <= 0n ? refuse("FIELD_INVALID", { field: "amount" }) : amount;
}

export type Leader = {
  readonly userId: number;
  readonly accountId: number;
  readonly alias: string;
};

/** Whoever is listed under this alias now. */
export async function findLeader(trx: Database, alias: string): Promise<Leader | null> {
  const { rows } = await sql<{ user_id: bigint; account_id: bigint; alias: string }>`
    select a.user_id, l.account_id, l.alias
    from leader l join user_account a on a.id = l.account_id
    where lower(l.alias) = lower(${alias}) and l.left_at is null`.execute(trx);
  const row = rows[0];
  if (!row) return null;
  return { userId: Number(row.user_id), accountId: Number(row.account_id), alias: row.alias };
}

/** Nobody begins to copy, or adds to it, during a break of their own. */
export function pauseOf({ limits }: AccountView, nowMs: number): Refusal | null {
  const { coolOffUntilMs, selfExcludedUntilMs } = limits;
  if (selfExcludedUntilMs !== null && selfExcludedUntilMs > nowMs) {
    return { reason: "SELF_EXCLUDED", untilMs: selfExcludedUntilMs };
  }
  if (coolOffUntilMs !== null && coolOffUntilMs > nowMs) {
    return { reason: "COOLING_OFF", untilMs: coolOffUntilMs };
  }
  return null;
}

/** The engine looks again; this keeps accounts from being opened in vain. */
export function checkFunds({ available }: AccountView, amount: Money): Refusal | null {
  return amount <= available ? null : { reason: "FUNDS_EXCEED_AVAILABLE", amount, available };
}

export function checkMinimum(amount: Money): Refused | null {
  const min = limitOf(FOLLOW_AMOUNT_MIN);
  return amount < min ? refuse("FOLLOW_BELOW_MINIMUM", { min: formatBalance(min) }) : null;
}

/** All that is set aside for one leader. */
export function checkMaximum(amount: bigint, { book }: AccountView): Refused | null {
  const max = limitOf(FOLLOW_AMOUNT_MAX[book]);
  return amount > max ? refuse("FOLLOW_ABOVE_MAXIMUM", { max: formatBalance(max) }) : null;
}

function limitOf(text: string): Money {
  const limit = parseMoney(text);
  assert(limit !== null, "Invariant: a limit is an amount");
  return money(limit);
}

/** Each beginning opens an account of the engine's, for good, however soon it ends. */
const STARTS_PER_DAY_MAX = 50;
const DAY_MS = 86_400_000;

/** Refuses with TOO_MANY_ATTEMPTS. Under the lock, so that none is missed (T23). */
export async function checkPace(
  trx: Database,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<Refused | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from follow
    where user_id = ${userId} and created_at > ${new Date(nowMs - DAY_MS)}
    order by id desc limit ${STARTS_PER_DAY_MAX}`.execute(trx);
  const oldest = rows[STARTS_PER_DAY_MAX - 1];
  if (!oldest) return null;
  const waitMs = oldest.created_at.getTime() + DAY_MS - nowMs;
  return refuse("TOO_MANY_ATTEMPTS", { seconds: Math.ceil(waitMs / 1_000) });
}

/** Under the lock of the place in the journal: nobody else begins meanwhile (T45). */
export async function checkPair(
  trx: Database,
  { userId, leader }: { readonly userId: number; readonly leader: Leader },
): Promise<Refused | null> {
  if (leader.userId === userId) return refuse("FOLLOW_SELF");
  // What is kept still has an account with positions, and does not copy: its leader may be anew.
  const { rows } = await sql<{ leader_account_id: bigint; status: StoredStatus }>`
    select leader_account_id, status from follow
    where user_id = ${userId} and status in ('starting', 'copying', 'paused', 'kept')`.execute(trx);
  const isSame = (row: (typeof rows)[number]) =>
    row.status !== "kept" && Number(row.leader_account_id) === leader.accountId;
  if (rows.some(isSame)) {
    return refuse("ALREADY_FOLLOWING");
  }
  if (rows.length >= FOLLOWS_MAX) return refuse("TOO_MANY_FOLLOWS", { max: FOLLOWS_MAX });
  const isLoop = await wouldLoop(trx, { userId, leaderAccountId: leader.accountId });
  return isLoop ? refuse("FOLLOW_LOOP") : null;
}
