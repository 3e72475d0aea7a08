// Who may copy whom, with how much and by which rule. Asked before a follow begins and before money
// is added to one. Answers what is against it; null is a yes.

import type { FollowRule } from "@truetick/contract/calls";
import { FOLLOW_AMOUNT_MAX, FOLLOW_AMOUNT_MIN, FOLLOWS_MAX } from "@truetick/contract/copying";
import type { AccountView, Refusal } from "@truetick/engine";
import { assert, formatBalance, type Money, money, parseLots, parseMoney } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { wouldLoop } from "./follow-table.ts";

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

/** Under the lock of the place in the journal: nobody else begins meanwhile (T45). */
export async function checkPair(
  trx: Database,
  { userId, leader }: { readonly userId: number; readonly leader: Leader },
): Promise<Refused | null> {
  if (leader.userId === userId) return refuse("FOLLOW_SELF");
  const { rows } = await sql<{ leader_account_id: bigint }>`
    select leader_account_id from follow
    where user_id = ${userId} and status in ('starting', 'copying', 'paused')`.execute(trx);
  if (rows.some((row) => Number(row.leader_account_id) === leader.accountId)) {
    return refuse("ALREADY_FOLLOWING");
  }
  if (rows.length >= FOLLOWS_MAX) return refuse("TOO_MANY_FOLLOWS", { max: FOLLOWS_MAX });
  const isLoop = await wouldLoop(trx, { userId, leaderAccountId: leader.accountId });
  return isLoop ? refuse("FOLLOW_LOOP") : null;
}
