// Plans of copies as rows. Only the copier calls it. Invariants: one plan per follow and event,
// however often it is asked for; what has been answered does not change.

import { type AccountId, accountId, type Refusal, type Side } from "@truetick/engine";
import { type Lots, lots } from "@truetick/money";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { refusalToText } from "../../trading/sequencer/refusal-text.ts";
import {
  type CopyPlan,
  orderIdOf,
  type PlanDetails,
  type PlanKind,
  type PlanStatus,
  type SkipReason,
} from "./copy-plan.ts";

/** Rows of one statement: more only take longer. */
const ROWS_PER_STATEMENT = 2_500;

/** Those that are there already stay as they are. */
export async function insertPlans(trx: Database, plans: readonly CopyPlan[]): Promise<void> {
  for (let at = 0; at < plans.length; at += ROWS_PER_STATEMENT) {
    const some = plans.slice(at, at + ROWS_PER_STATEMENT);
    const column = <T>(of: (plan: CopyPlan) => T): T[] => some.map(of);
    await sql`
      insert into copy_plan (follow_id, shard, journal_seq, place, at_ms, kind, leader_order,
        leader_lots, market_id, side, wanted_lots, lots, order_id, details, status, reason)
      select * from unnest(
        ${column(({ followId }) => followId)}::bigint[],
        ${column(({ shard }) => shard)}::smallint[],
        ${column(({ seq }) => seq)}::bigint[],
        ${column(({ place }) => place)}::integer[],
        ${column(({ atMs }) => atMs)}::bigint[],
        ${column(({ kind }) => kind)}::text[],
        ${column(({ leaderOrder }) => leaderOrder)}::bigint[],
        ${column(({ leaderLots }) => leaderLots)}::bigint[],
        ${column(({ marketId }) => marketId)}::integer[],
        ${column(({ side }) => side)}::text[],
        ${column(({ wantedLots }) => wantedLots)}::bigint[],
        ${column((plan) => plan.lots)}::bigint[],
        ${column(({ orderId }) => orderId)}::bigint[],
        ${column(({ details }) => JSON.stringify(details))}::jsonb[],
        ${column(({ status }) => status)}::text[],
        ${column(({ reason }) => reasonText(reason))}::jsonb[]
      ) as p
      on conflict (follow_id, shard, journal_seq, place) do nothing`.execute(trx);
  }
}

function reasonText(reason: SkipReason | null): string | null {
  // The rule's own reasons are made of the same kinds of values as the engine's.
  return reason === null ? null : refusalToText(reason as Refusal);
}

/** What became of a plan. */
export type PlanAnswer = {
  readonly plan: CopyPlan;
  readonly status: Exclude<PlanStatus, "planned">;
  readonly orderId: number | null;
  readonly reason: SkipReason | null;
};

/** Waiting is for another try, under another key. */
export async function answerPlans(
  database: Database,
  answers: readonly PlanAnswer[],
): Promise<void> {
  if (answers.length === 0) return;
  const column = <T>(of: (answer: PlanAnswer) => T): T[] => answers.map(of);
  await sql`
    update copy_plan p set
      status = a.status, order_id = coalesce(a.order_id, p.order_id), reason = a.reason,
      tries = p.tries + case a.status when 'waiting' then 1 else 0 end
    from unnest(
      ${column(({ plan }) => plan.followId)}::bigint[],
      ${column(({ plan }) => plan.shard)}::smallint[],
      ${column(({ plan }) => plan.seq)}::bigint[],
      ${column(({ plan }) => plan.place)}::integer[],
      ${column(({ status }) => status)}::text[],
      ${column(({ orderId }) => orderId)}::bigint[],
      ${column(({ reason }) => reasonText(reason))}::jsonb[]
    ) as a (follow_id, shard, seq, place, status, order_id, reason)
    where (p.follow_id, p.shard, p.journal_seq, p.place) = (a.follow_id, a.shard, a.seq, a.place)
      and p.status in ('planned', 'waiting')`.execute(database);
}

type Row = {
  follow_id: bigint;
  user_id: bigint;
  account_id: bigint;
  shard: number;
  journal_seq: bigint;
  place: number;
  at_ms: bigint;
  kind: PlanKind;
  leader_order: bigint | null;
  leader_lots: bigint | null;
  market_id: number | null;
  side: Side | null;
  wanted_lots: bigint | null;
  lots: bigint | null;
  order_id: bigint | null;
  details: PlanDetails;
  status: PlanStatus;
  tries: number;
  is_following: boolean;
};

function planOf(row: Row): CopyPlan {
  return {
    followId: Number(row.follow_id),
    userId: Number(row.user_id),
    accountId: accountId(Number(row.account_id)),
    shard: row.shard,
    seq: Number(row.journal_seq),
    place: row.place,
    atMs: Number(row.at_ms),
    kind: row.kind,
    leaderOrder: row.leader_order === null ? null : Number(row.leader_order),
    leaderLots: lotsOf(row.leader_lots),
    marketId: row.market_id,
    side: row.side,
    wantedLots: lotsOf(row.wanted_lots),
    lots: lotsOf(row.lots),
    orderId: orderIdOf(row.order_id),
    details: row.details,
    status: row.status,
    reason: null,
    tries: row.tries,
  };
}

function lotsOf(count: bigint | null): Lots | null {
  return count === null ? null : lots(Number(count));
}

async function readRows(
  database: Database,
  condition: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select p.*, f.user_id, f.account_id, f.status in ('copying', 'paused') as is_following
    from copy_plan p join follow f on f.id = p.follow_id
    where ${condition} order by p.shard, p.journal_seq, p.place, p.id`.execute(database);
  return rows;
}

async function readPlans(
  database: Database,
  condition: RawBuilder<unknown>,
): Promise<readonly CopyPlan[]> {
  return (await readRows(database, condition)).map(planOf);
}

/** Planned and not answered, in the order of each shard's journal. */
export function readPlanned(database: Database): Promise<readonly CopyPlan[]> {
  return readPlans(database, sql`p.status = 'planned'`);
}

/** Of these follows only. */
export function readPlannedOf(
  database: Database,
  followIds: readonly number[],
): Promise<readonly CopyPlan[]> {
  const isTheirs = sql`p.follow_id = any(${followIds}::bigint[])`;
  return readPlans(database, sql`p.status = 'planned' and ${isTheirs}`);
}

export type WaitingPlan = {
  readonly plan: CopyPlan;
  /** False: the follow has ended since, and what is open is settled or its owner's own. */
  readonly isFollowing: boolean;
};

/** What waits for its market to open, in the order of each shard's journal. */
export async function readWaiting(database: Database): Promise<readonly WaitingPlan[]> {
  const rows = await readRows(database, sql`p.status = 'waiting'`);
  return rows.map((row) => ({ plan: planOf(row), isFollowing: row.is_following }));
}

/** A position that copies an order of a leader's. */
export type OpenCopy = {
  readonly followId: number;
  readonly userId: number;
  readonly accountId: AccountId;
  readonly orderId: number;
  readonly leaderOrder: number;
  /** When they were opened. */
  readonly lots: Lots;
  readonly leaderLots: Lots;
};

/** The copies of these orders in follows that still follow. */
export async function readCopiesOf(
  trx: Database,
  leaderOrders: readonly number[],
): Promise<readonly OpenCopy[]> {
  if (leaderOrders.length === 0) return [];
  const { rows } = await sql<Record<string, bigint>>`
    select p.follow_id, f.user_id, f.account_id, p.order_id, p.leader_order, p.lots, p.leader_lots
    from copy_plan p join follow f on f.id = p.follow_id
    where p.kind = 'open' and p.order_id is not null
      and p.leader_order = any(${leaderOrders}::bigint[]) and f.status in ('copying', 'paused')
    order by p.id`.execute(trx);
  return rows.map((row) => ({
    followId: Number(row.follow_id),
    userId: Number(row.user_id),
    accountId: accountId(Number(row.account_id)),
    orderId: Number(row.order_id),
    leaderOrder: Number(row.leader_order),
    lots: lots(Number(row.lots)),
    leaderLots: lots(Number(row.leader_lots)),
  }));
}

/** Which leader's order each of these orders of a follow copies; parts are named by their whole. */
export async function readLeaderOrders(
  database: Database,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ order_id: bigint; leader_order: bigint }>`
    select order_id, leader_order from copy_plan
    where kind = 'open' and order_id = any(${orderIds}::bigint[])`.execute(database);
  return new Map(rows.map((row) => [Number(row.order_id), Number(row.leader_order)]));
}
