// Which listed accounts may be one person's: their owners have bound the same payout destination,
// or have come in from the same device and network. Only pairs are told, and only to the ranking:
// nothing of it is shown but how many accounts there are (T43, T44).

import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { HeldSpan } from "./hedged-pairs.ts";

export type ClusterPair = {
  readonly a: number;
  readonly b: number;
  /** By a payment destination, which strangers do not share. */
  readonly isSure: boolean;
};

/** More in one place are a company's network, not a person's. */
const OWNERS_PER_PLACE_MAX = 20;
const SPANS_SINCE_DAYS = 90;

export async function readClusters(database: Database): Promise<readonly ClusterPair[]> {
  const { rows } = await sql<{ a: bigint; b: bigint; is_sure: boolean }>`
    with owner as (
      select l.account_id, a.user_id from leader l join user_account a on a.id = l.account_id
      where l.left_at is null
    ), place as (
      select device, address_masked from known_device k join owner o on o.user_id = k.user_id
      where device <> '' group by device, address_masked
      having count(distinct k.user_id) between 2 and ${OWNERS_PER_PLACE_MAX}
    ), pair as (
      select x.account_id as a, y.account_id as b, true as is_sure
      from owner x join payout_method p on p.user_id = x.user_id
      join payout_method q on q.destination_hash = p.destination_hash
      join owner y on y.user_id = q.user_id and y.account_id > x.account_id
      union all
      select x.account_id, y.account_id, false
      from place
      join known_device p using (device, address_masked)
      join owner x on x.user_id = p.user_id
      join known_device q using (device, address_masked)
      join owner y on y.user_id = q.user_id and y.account_id > x.account_id
    )
    select a, b, bool_or(is_sure) as is_sure from pair group by a, b`.execute(database);
  return rows.map(({ a, b, is_sure }) => ({ a: Number(a), b: Number(b), isSure: is_sure }));
}

/** What these accounts held in the last months, by account. */
export async function readSpans(
  database: Database,
  accountIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, readonly HeldSpan[]>> {
  const ids = [...accountIds];
  const sinceMs = nowMs - SPANS_SINCE_DAYS * 86_400_000;
  const { rows } = await sql<{
    account_id: bigint;
    market_id: number;
    lots: bigint;
    side: "buy" | "sell";
    from_ms: bigint;
    to_ms: bigint | null;
  }>`
    select account_id, market_id, lots, side, opened_at_ms as from_ms, ended_at_ms as to_ms
    from trade_order where account_id = any(${ids}::bigint[])
      and ended_at_ms is not null and ended_at_ms >= ${sinceMs} and status = 'closed'
    union all
    select account_id, market_id, lots, side, opened_at_ms, null
    from trade_order where account_id = any(${ids}::bigint[])
      and ended_at_ms is null and status = 'holding'
  `.execute(database);
  const spans = new Map<number, HeldSpan[]>();
  for (const row of rows) {
    const list = spans.get(Number(row.account_id)) ?? [];
    spans.set(Number(row.account_id), list);
    const lots = Number(row.lots) * (row.side === "buy" ? 1 : -1);
    const [fromMs, toMs] = [Number(row.from_ms), Number(row.to_ms ?? nowMs)];
    list.push({ marketId: row.market_id, lots, fromMs, toMs });
  }
  return spans;
}
