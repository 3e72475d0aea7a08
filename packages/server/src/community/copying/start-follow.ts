// Begins a follow: whom, how much, by which rule; then opens its account, fills it from the owner's
// main account, and from that row of the journal on it copies. Called by the route. Invariants: it
// is decided under the lock of the place in the journal, so that no two beginnings close a circle
// together (T45); the client's name of the attempt stands for one follow (T01).

import { createHash } from "node:crypto";
import { type AccountView, accountId } from "@truetick/engine";
import type { Money } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import {
  type Attempt,
  isRefused,
  type Refused,
  refuse,
  type TraderContext,
} from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { lockPlaces } from "../../trading/journal-place.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import {
  checkFunds,
  checkMaximum,
  checkMinimum,
  checkPace,
  checkPair,
  findLeader,
  type Leader,
  pauseOf,
  type RuleColumns,
} from "./check-follow.ts";
import { type FillParts, fillFollow } from "./fill-follow.ts";
import { isAnswered, planTransfer } from "./move-money.ts";

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
    const owner = { userId: caller.userId, ...attemptColumns(attempt) };
    const known = await findBegun(trx, owner);
    if (known) return known;
    const nowMs = parts.clock.now();
    const tooOften = await checkPace(trx, { userId: caller.userId, nowMs });
    if (tooOften !== null) return tooOften;
    const leader = await findLeader(trx, wanted.leader);
    if (!leader) return refuse("LEADER_NOT_LISTED");
    const refused =
      checkMinimum(wanted.amount) ??
      checkMaximum(wanted.amount, account) ??
      (await checkPair(trx, { userId: caller.userId, leader }));
    if (refused !== null) return refused;
    const refusal = pauseOf(account, nowMs) ?? checkFunds(account, wanted.amount);
    if (refusal !== null) return refusalToReason(refusal, reader);
    return insertFollow(trx, { ...wanted, ...owner, account, leader, nowMs });
  });
  if (isRefused(begun)) return begun;
  const outcome = await fillFollow(parts, begun.id);
  if (outcome === null || outcome.isAccepted) return begun.id;
  // It begins when the books take its money: not "nothing was done" (T01).
  if (!isAnswered(outcome)) return refuse("OUTCOME_UNKNOWN");
  return refusalToReason(outcome.refusal, reader);
}

type Begun = { readonly id: number };

type Owner = {
  readonly userId: number;
  readonly attempt: string | null;
  readonly payloadHash: Buffer | null;
};

function attemptColumns(attempt: Attempt | null): Omit<Owner, "userId"> {
  if (attempt === null) return { attempt: null, payloadHash: null };
  const payloadHash = createHash("sha256").update(attempt.payload).digest();
  return { attempt: attempt.key, payloadHash };
}

/** What this attempt began before, or KEY_REUSED; null: it is new. */
async function findBegun(
  trx: Database,
  { userId, attempt, payloadHash }: Owner,
): Promise<Begun | Refused | null> {
  if (attempt === null) return null;
  const row = await trx
    .selectFrom("follow")
    .select(["id", "payload_hash"])
    .where("user_id", "=", BigInt(userId))
    .where("attempt", "=", attempt)
    .executeTakeFirst();
  if (!row) return null;
  const isOther = row.payload_hash !== null && !payloadHash?.equals(row.payload_hash);
  return isOther ? refuse("KEY_REUSED") : { id: Number(row.id) };
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
  const { userId, leader, amount, rule, attempt, payloadHash, nowMs } = one;
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
      payload_hash: payloadHash,
      created_at: new Date(nowMs),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const plan = { followId: Number(id), kind: "start", amount, attempt: null } as const;
  const transfer = await planTransfer(trx, plan, nowMs);
  return isRefused(transfer) ? transfer : { id: Number(id) };
}
