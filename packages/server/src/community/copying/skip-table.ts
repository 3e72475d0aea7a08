// What follows have skipped, read back for their owners. Written with the plans (plan-table.ts).

import { type MarketId, marketId, type Side } from "@truetick/engine";
import { type Lots, lots } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { refusalFromStored } from "../../trading/sequencer/refusal-text.ts";
import type { PlanKind, SkipReason } from "./copy-plan.ts";

export type StoredSkip = {
  readonly id: number;
  readonly atMs: number;
  readonly kind: Exclude<PlanKind, "limits">;
  readonly leaderOrder: number;
  readonly leaderLots: Lots;
  readonly marketId: MarketId;
  readonly side: Side;
  readonly wantedLots: Lots | null;
  readonly reason: SkipReason;
};

type SkipRow = {
  id: bigint;
  at_ms: bigint;
  kind: StoredSkip["kind"];
  leader_order: bigint;
  leader_lots: bigint;
  market_id: number;
  side: Side;
  wanted_lots: bigint | null;
  reason: unknown;
};

/** A page of what a follow has skipped, newest first. */
export async function readSkipped(
  database: Database,
  wanted: { readonly followId: number; readonly skip: number; readonly take: number },
): Promise<{ readonly skips: readonly StoredSkip[]; readonly total: number }> {
  const { followId, skip, take } = wanted;
  const { rows } = await sql<SkipRow>`
    select id, at_ms, kind, leader_order, leader_lots, market_id, side, wanted_lots, reason
    from copy_plan
    where follow_id = ${followId} and status = 'skipped' and kind <> 'limits'
    order by id desc limit ${take} offset ${skip}`.execute(database);
  const counts = await countSkipped(database, [followId]);
  return { skips: rows.map(skipOf), total: counts.get(followId) ?? 0 };
}

function skipOf(row: SkipRow): StoredSkip {
  return {
    id: Number(row.id),
    atMs: Number(row.at_ms),
    kind: row.kind,
    leaderOrder: Number(row.leader_order),
    leaderLots: lots(Number(row.leader_lots)),
    marketId: marketId(row.market_id),
    side: row.side,
    wantedLots: row.wanted_lots === null ? null : lots(Number(row.wanted_lots)),
    reason: refusalFromStored(row.reason) as SkipReason,
  };
}

/** Missing is none. */
export async function countSkipped(
  database: Database,
  followIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ follow_id: bigint; count: bigint }>`
    select follow_id, count(*) as count from copy_plan
    where follow_id = any(${followIds}::bigint[]) and status = 'skipped' and kind <> 'limits'
    group by follow_id`.execute(database);
  return new Map(rows.map(({ follow_id, count }) => [Number(follow_id), Number(count)]));
}
