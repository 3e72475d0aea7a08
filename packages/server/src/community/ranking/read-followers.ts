// Who copies whom, in numbers: what the ranking shows of copying, and all that a leader learns of
// it (T44). Counted from the follows; who has put money in and taken it out again has followed.

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";

export type Followers = {
  readonly now: number;
  readonly ever: number;
  /** All money that follows now, as its owners have put it in. */
  readonly amount: bigint;
};

const NOBODY: Followers = { now: 0, ever: 0, amount: 0n };

/** By the leader's account. */
export async function readFollowers(database: Database): Promise<(id: number) => Followers> {
  const { rows } = await sql<{ id: bigint; now: bigint; ever: bigint; amount: bigint }>`
    select leader_account_id as id, count(distinct user_id) as ever,
      count(distinct user_id) filter (where status in ('copying', 'paused')) as now,
      coalesce(sum(amount) filter (where status in ('copying', 'paused')), 0)::bigint as amount
    from follow where started_seq is not null group by leader_account_id`.execute(database);
  const byLeader = new Map(
    rows.map(({ id, now, ever, amount }) => {
      return [Number(id), { now: Number(now), ever: Number(ever), amount }];
    }),
  );
  return (id) => byLeader.get(id) ?? NOBODY;
}

export async function countCopiedOrders(database: Database, accountId: number): Promise<number> {
  const { rows } = await sql<{ orders: bigint }>`
    select count(*) as orders from follow f
    join copy_plan p on p.follow_id = f.id and p.kind = 'open' and p.order_id is not null
    where f.leader_account_id = ${accountId}`.execute(database);
  return Number(rows[0]?.orders ?? 0n);
}
