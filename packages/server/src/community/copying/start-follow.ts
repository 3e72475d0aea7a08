// Begins a follow: whom, how much, by which rule; then opens its account, fills it from the owner's
// main account, and from that row of the journal on it copies. Called by the route. Invariants: it
// is decided under the lock of the place in the journal, so that no two beginnings close a circle
// together (T45); the client's name of the attempt stands for one follow (T01).

import { type AccountView, accountId } from "@truetick/engine";
import { type Money, money } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type TraderContext } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { lockPlaces } from "../../trading/journal-place.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import {
  checkFunds,
  checkMaximum,
  checkMinimum,
  checkPair,
  findLeader,
  type Leader,
  pauseOf,
  type RuleColumns,
} from "./check-follow.ts";
import { type FillParts, fillFollow } from "./fill-follow.ts";
import { planTransfer } from "./move-money.ts";

export type NewFollow = {
  readonly leader: string;
  readonly amount: Money;
  readonly rule: RuleColumns;
};

/** Answers the follow's number. */
export async function startFollow(
  parts: FillParts,
  wanted: NewFollow,
  { caller, attempt, language }: TraderContext,
): Promise<number | Refused> {
  const reader = { language, pricePrecision: null };
  const account = await parts.sequencer.read((books) => books.account(caller.accountId));
  if (!account) return refuse("ACCOUNT_UNKNOWN");
  const begun = await inTransaction(parts.database, async (trx) => {
    await lockPlaces(trx, "copy_cursor");
    const owner = { userId: caller.userId, attempt: attempt?.key ?? null };
    const known = await findBegun(trx, owner);
    if (known) return known;
    const leader = await findLeader(trx, wanted.leader);
    if (!leader) return refuse("LEADER_NOT_LISTED");
    const refused =
      checkMinimum(wanted.amount) ??
      checkMaximum(wanted.amount, account) ??
      (await checkPair(trx, { userId: caller.userId, leader }));
    if (refused !== null) return refused;
    const nowMs = parts.clock.now();
    const refusal = pauseOf(account, nowMs) ?? checkFunds(account, wanted.amount);
    if (refusal !== null) return refusalToReason(refusal, reader);
    return insertFollow(trx, { ...wanted, ...owner, account, leader, nowMs });
  });
  if (isRefused(begun)) return begun;
  if (begun.amount !== wanted.amount) return refuse("KEY_REUSED");
  const outcome = await fillFollow(parts, begun.id);
  if (outcome === null || outcome.isAccepted) return begun.id;
  return refusalToReason(outcome.refusal, reader);
}

type Begun = { readonly id: number; readonly amount: Money };

type Owner = { readonly userId: number; readonly attempt: string | null };

async function findBegun(trx: Database, { userId, attempt }: Owner): Promise<Begun | null> {
  if (attempt === null) return null;
  const { rows } = await sql<{ id: bigint; amount: bigint }>`
    select f.id, first.amount
    from follow f cross join lateral (
      select t.amount from copy_transfer t where t.follow_id = f.id order by t.id limit 1
    ) first
    where f.user_id = ${userId} and f.attempt = ${attempt}`.execute(trx);
  return rows[0] ? { id: Number(rows[0].id), amount: money(rows[0].amount) } : null;
}

async function insertFollow(
  trx: Database,
  one: Owner & {
    readonly account: AccountView;
    readonly leader: Leader;
    readonly amount: Money;
    readonly rule: RuleColumns;
    readonly nowMs: number;
  },
): Promise<Begun | Refused> {
  const { userId, leader, amount, rule, attempt, nowMs } = one;
  const { book, accountId: mainAccountId } = one.account;
  const own = await trx
    .insertInto("user_account")
    .values({ user_id: BigInt(userId), book, is_main: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id } = await trx
    .insertInto("follow")
    .values({
      user_id: BigInt(userId),
      book,
      main_account_id: BigInt(mainAccountId),
      account_id: own.id,
      leader_account_id: BigInt(accountId(leader.accountId)),
      leader_alias: leader.alias,
      status: "starting",
      factor: rule.factor,
      stop_percent: rule.stopPercent,
      lots_max: rule.lotsMax === null ? null : BigInt(rule.lotsMax),
      amount,
      put_in: amount,
      attempt,
      created_at: new Date(nowMs),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const plan = { followId: Number(id), kind: "start", amount, attempt: null } as const;
  const transfer = await planTransfer(trx, plan, nowMs);
  return isRefused(transfer) ? transfer : { id: Number(id), amount };
}
