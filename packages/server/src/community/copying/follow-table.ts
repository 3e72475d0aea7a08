// Follows as rows. Everything in copying reads and changes them through here. Invariants: every
// question of a person's names whose rows it is about (T74); a status changes under the lock of the
// place in the journal, so that no plan is made for what has just ended.

import { type AccountId, accountId, type Book } from "@truetick/engine";
import { type Lots, lots, type Money, money } from "@truetick/money";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import "../../members/users/user-table.ts";

export type StoredStatus =
  | "starting"
  | "copying"
  | "paused"
  | "stopping"
  | "stopped"
  | "kept"
  | "refused";

export type StopReason = "owner" | "stop-loss" | "leader-blown";

type FollowTable = {
  readonly id: Generated<bigint>;
  readonly user_id: bigint;
  readonly book: Book;
  readonly main_account_id: bigint;
  readonly account_id: bigint;
  readonly leader_account_id: bigint;
  readonly leader_alias: string;
  readonly status: StoredStatus;
  readonly factor: number;
  readonly stop_percent: number | null;
  readonly lots_max: bigint | null;
  readonly amount: bigint;
  readonly put_in: bigint;
  readonly started_seq: Generated<bigint | null>;
  readonly started_at: Generated<Date | null>;
  readonly stopped_at: Generated<Date | null>;
  readonly stop_reason: Generated<StopReason | null>;
  readonly final_cash: Generated<bigint | null>;
  readonly leader_base: Generated<string | null>;
  readonly leader_rate: Generated<string | null>;
  readonly attempt: string | null;
  /** Of what the attempt asked for; null before it was kept. */
  readonly payload_hash: Generated<Buffer | null>;
  readonly created_at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    follow: FollowTable;
  }
}

export type StoredFollow = {
  readonly id: number;
  readonly userId: number;
  readonly book: Book;
  /** The owner's main account, which its money comes from and returns to. */
  readonly mainAccountId: AccountId;
  readonly accountId: AccountId;
  readonly leaderAccountId: AccountId;
  readonly leaderAlias: string;
  readonly isLeaderListed: boolean;
  readonly status: StoredStatus;
  /** In hundredths. */
  readonly factor: number;
  readonly stopPercent: number | null;
  readonly lotsMax: Lots | null;
  /** Put in less taken out, by the owner. */
  readonly amount: Money;
  readonly putIn: Money;
  readonly startedAtMs: number | null;
  readonly stoppedAtMs: number | null;
  readonly stopReason: StopReason | null;
  readonly finalCash: Money | null;
  /** What the leader's day had brought when it started; null: nobody could tell. */
  readonly leaderBase: string | null;
  /** What the leader had made over the same time, once it is stopped and could be told. */
  readonly leaderRate: string | null;
  readonly createdAtMs: number;
};

type Row = {
  id: bigint;
  user_id: bigint;
  book: Book;
  main_account_id: bigint;
  account_id: bigint;
  leader_account_id: bigint;
  alias: string;
  is_listed: boolean;
  status: StoredStatus;
  factor: number;
  stop_percent: number | null;
  lots_max: bigint | null;
  amount: bigint;
  put_in: bigint;
  started_at: Date | null;
  stopped_at: Date | null;
  stop_reason: StopReason | null;
  final_cash: bigint | null;
  leader_base: string | null;
  leader_rate: string | null;
  created_at: Date;
};

const COLUMNS = sql`
  f.id, f.user_id, f.book, f.main_account_id, f.account_id, f.leader_account_id,
  coalesce(l.alias, f.leader_alias) as alias,
  l.account_id is not null and l.left_at is null as is_listed,
  f.status, f.factor, f.stop_percent, f.lots_max, f.amount, f.put_in,
  f.started_at, f.stopped_at, f.stop_reason, f.final_cash, f.leader_base, f.leader_rate,
  f.created_at
  from follow f left join leader l on l.account_id = f.leader_account_id`;

function followOf(row: Row): StoredFollow {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    book: row.book,
    mainAccountId: accountId(Number(row.main_account_id)),
    accountId: accountId(Number(row.account_id)),
    leaderAccountId: accountId(Number(row.leader_account_id)),
    leaderAlias: row.alias,
    isLeaderListed: row.is_listed,
    status: row.status,
    factor: row.factor,
    stopPercent: row.stop_percent,
    lotsMax: row.lots_max === null ? null : lots(Number(row.lots_max)),
    amount: money(row.amount),
    putIn: money(row.put_in),
    startedAtMs: row.started_at?.getTime() ?? null,
    stoppedAtMs: row.stopped_at?.getTime() ?? null,
    stopReason: row.stop_reason,
    finalCash: row.final_cash === null ? null : money(row.final_cash),
    leaderBase: row.leader_base,
    leaderRate: row.leader_rate,
    createdAtMs: row.created_at.getTime(),
  };
}

/** Those that go on first, then the ended ones, newest first. */
export async function readOwnFollows(
  database: Database,
  userId: number,
  take: number,
): Promise<readonly StoredFollow[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    where f.user_id = ${userId} and f.status not in ('starting', 'refused')
    order by f.status = 'stopped', f.id desc limit ${take}`.execute(database);
  return rows.map(followOf);
}

/** Null for somebody else's, as for one that never began (T74). */
export async function findOwnFollow(
  database: Database,
  { userId, followId }: { readonly userId: number; readonly followId: number },
): Promise<StoredFollow | null> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} where f.id = ${followId} and f.user_id = ${userId}
      and f.status not in ('starting', 'refused')`.execute(database);
  return rows[0] ? followOf(rows[0]) : null;
}

export async function readFollows(
  database: Database,
  ids: readonly number[],
): Promise<readonly StoredFollow[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} where f.id = any(${ids}::bigint[]) order by f.id`.execute(database);
  return rows.map(followOf);
}

/** Everything that is not over. */
export async function readLivingFollows(database: Database): Promise<readonly StoredFollow[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} where f.status not in ('stopped', 'refused') order by f.id`.execute(database);
  return rows.map(followOf);
}

/** Copies of a leader's new orders go to these: started before the row, and not paused. */
export async function readFollowersOf(
  trx: Database,
  leaderAccountIds: readonly number[],
): Promise<readonly (StoredFollow & { readonly startedSeq: number })[]> {
  const { rows } = await sql<Row & { started_seq: bigint }>`
    select f.started_seq, ${COLUMNS}
    where f.leader_account_id = any(${leaderAccountIds}::bigint[]) and f.status = 'copying'
    order by f.id`.execute(trx);
  return rows.map((row) => ({ ...followOf(row), startedSeq: Number(row.started_seq) }));
}

/**
 * Whether copying this leader would close a circle: whether the leader's person copies the
 * follower's, directly or through others. Under the lock of the place in the journal.
 */
export async function wouldLoop(
  trx: Database,
  { userId, leaderAccountId }: { readonly userId: number; readonly leaderAccountId: number },
): Promise<boolean> {
  const { rows } = await sql<{ is_loop: boolean }>`
    with recursive copied (user_id) as (
      select a.user_id from user_account a where a.id = ${leaderAccountId}
      union
      select led.user_id from copied c
      join follow f on f.user_id = c.user_id
        and f.status in ('starting', 'copying', 'paused', 'stopping')
      join user_account led on led.id = f.leader_account_id
    )
    select exists (select from copied where user_id = ${userId}) as is_loop`.execute(trx);
  return rows[0]?.is_loop ?? false;
}

/** Ends the copying of those that still go on; answers which they were. */
export async function endFollows(
  trx: Database,
  which: { readonly ids: readonly number[]; readonly reason: StopReason },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: bigint }>`
    update follow set status = 'stopping', stop_reason = ${which.reason}
    where id = any(${which.ids}::bigint[]) and status in ('copying', 'paused')
    returning id`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

/** Only what its owner may still change: neither ended nor about to be. */
export async function changeFollow(
  trx: Database,
  follow: { readonly id: number; readonly userId: number },
  to: {
    readonly status?: "copying" | "paused";
    readonly rule?: {
      readonly factor: number;
      readonly stopPercent: number | null;
      readonly lotsMax: number | null;
    };
  },
): Promise<boolean> {
  const { status, rule } = to;
  const answer = await trx
    .updateTable("follow")
    .set({
      ...(status && { status }),
      ...(rule && {
        factor: rule.factor,
        stop_percent: rule.stopPercent,
        lots_max: rule.lotsMax === null ? null : BigInt(rule.lotsMax),
      }),
    })
    .where("id", "=", BigInt(follow.id))
    .where("user_id", "=", BigInt(follow.userId))
    .where("status", "in", ["copying", "paused"])
    .executeTakeFirst();
  return answer.numUpdatedRows > 0n;
}

/** By its owner: everything is to be closed, or what is open is left to the owner. */
export async function stopOwnFollow(
  trx: Database,
  follow: { readonly id: number; readonly userId: number },
  { isKeeping }: { readonly isKeeping: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update follow set status = ${isKeeping ? "kept" : "stopping"},
      stop_reason = coalesce(stop_reason, 'owner')
    where id = ${follow.id} and user_id = ${follow.userId}
      and (status in ('copying', 'paused') or (status = 'kept' and not ${isKeeping}))
    returning id`.execute(trx);
  return rows.length > 0;
}

/** Everything of a demo's that goes on is to be closed, also what was kept. */
export async function endDemoFollows(trx: Database, userId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: bigint }>`
    update follow set status = 'stopping', stop_reason = coalesce(stop_reason, 'owner')
    where user_id = ${userId} and book = 'demo' and status in ('copying', 'paused', 'kept')
    returning id`.execute(trx);
  return rows.map(({ id }) => Number(id));
}

/** One owner's that are not over, also those that only begin, and the newest of all; 0: none. */
export async function readOwnLiving(
  trx: Database,
  userId: number,
): Promise<{
  readonly living: readonly Pick<StoredFollow, "id" | "accountId">[];
  readonly newest: number;
}> {
  const { rows } = await sql<{ id: bigint; account_id: bigint; is_over: boolean }>`
    select id, account_id, status in ('stopped', 'refused') as is_over
    from follow where user_id = ${userId} order by id desc`.execute(trx);
  const living = rows.filter(({ is_over }) => !is_over);
  return {
    living: living.map((row) => ({
      id: Number(row.id),
      accountId: accountId(Number(row.account_id)),
    })),
    newest: Number(rows[0]?.id ?? 0n),
  };
}

export async function noteLeaderBase(
  database: Database,
  followId: number,
  base: string,
): Promise<void> {
  await sql`update follow set leader_base = ${base}
    where id = ${followId} and leader_base is null`.execute(database);
}

export async function noteLeaderRate(
  database: Database,
  followId: number,
  rate: string,
): Promise<void> {
  await sql`update follow set leader_rate = ${rate} where id = ${followId}`.execute(database);
}

/** Of demo users who were let go of (members/demo); the engine returns what is left to them. */
export async function endForsakenFollows(database: Database): Promise<readonly number[]> {
  const { rows } = await sql<{ id: bigint }>`
    update follow f set status = 'stopping', stop_reason = coalesce(f.stop_reason, 'owner')
    from app_user u
    where u.id = f.user_id and u.book = 'demo' and u.demo_secret_hash is null
      and f.status in ('copying', 'paused', 'kept')
    returning f.id`.execute(database);
  return rows.map(({ id }) => Number(id));
}
