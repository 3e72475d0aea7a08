// What was booked by hand in every month, for everybody to see (H10). Recomputed from the ledger
// itself, not from our own list of it: a line that nobody proposed would show here.

import type { AdjustmentMonth } from "@truetick/contract/cashier";
import { formatMoney, money } from "@truetick/money";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";

const MONTHS_MAX = 36;
/** Visitors ask for it; it changes a few times a day. */
const KEPT_MS = 10_000;

type Row = { month: string; count: bigint; given: string; taken: string; disputed: bigint };

/** Newest first. */
export function createAdjustmentMonths(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, "monotonic">;
}): () => Promise<readonly AdjustmentMonth[]> {
  const { database, clock } = parts;
  let kept: { readonly atMs: number; readonly months: Promise<readonly AdjustmentMonth[]> } | null =
    null;
  return () => {
    const atMs = clock.monotonic();
    if (kept === null || atMs - kept.atMs >= KEPT_MS) {
      const months = readMonths(database);
      kept = { atMs, months };
      months.catch(() => {
        kept = null;
      });
    }
    return kept.months;
  };
}

async function readMonths(database: Database): Promise<readonly AdjustmentMonth[]> {
  const { rows } = await sql<Row>`
    select to_char(to_timestamp(at_ms / 1000.0) at time zone 'UTC', 'YYYY-MM') as month,
      count(*) as count,
      coalesce(sum(amount) filter (where amount > 0), 0)::text as given,
      coalesce(-sum(amount) filter (where amount < 0), 0)::text as taken,
      count(*) filter (where exists (
        select from adjustment_dispute where adjustment_id = cause_id)) as disputed
    from ledger_posting
    where account_id is not null and cause = 'adjustment' and book = 'real'
    group by 1 order by 1 desc limit ${MONTHS_MAX}`.execute(database);
  return rows.map(({ month, count, given, taken, disputed }) => ({
    month,
    count: Number(count),
    given: formatMoney(money(BigInt(given))),
    taken: formatMoney(money(BigInt(taken))),
    disputed: Number(disputed),
  }));
}
