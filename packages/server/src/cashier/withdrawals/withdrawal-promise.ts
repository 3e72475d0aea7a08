// What the house promises about withdrawals, and how it keeps it, for everybody (H11): counted from
// the rows, never typed in. Asked by visitors, so it is counted at most every few seconds.

import { withdrawalPromiseToWire } from "@truetick/contract/cashier";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";

const COUNTED_EVERY_MS = 5_000;
const PERIOD = sql`interval '30 days'`;

type Figures = {
  readonly median: number | null;
  readonly p95: number | null;
  readonly waiting: number;
  readonly overdue: number;
  readonly paid: number;
  readonly rejected: { reason: string; count: number }[];
};

export function createPromiseHandlers(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly reviewHours: number;
}): Handlers<"getWithdrawalPromise"> {
  const { database, clock, reviewHours } = parts;
  let counted: Promise<Figures> | null = null;
  let countedAtMs = 0;
  return {
    async getWithdrawalPromise() {
      const nowMs = clock.monotonic();
      if (!counted || nowMs - countedAtMs >= COUNTED_EVERY_MS) {
        countedAtMs = nowMs;
        counted = count(database, new Date(clock.now()));
        counted.catch(() => {
          counted = null;
        });
      }
      const figures = await counted;
      return withdrawalPromiseToWire({
        reviewHours,
        medianSec: Math.round(figures.median ?? 0),
        p95Sec: Math.round(figures.p95 ?? 0),
        waiting: figures.waiting,
        overdue: figures.overdue,
        paid: figures.paid,
        rejectedByReason: figures.rejected,
      });
    },
  };
}

/**
 * What was agreed on and is not paid still waits: a quick yes without money is no kept promise. A
 * cancelled one was ended by its owner and says nothing about us.
 */
async function count(database: Database, now: Date): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with ended as (
      select status, rejection, extract(epoch from ended_at - created_at)::float8 as age
      from withdrawal
      where ended_at > ${now}::timestamptz - ${PERIOD} and status <> 'cancelled'
    ), open as (
      select due_at from withdrawal where status in ('reviewing', 'approved', 'paying')
    )
    select
      (select percentile_cont(0.5) within group (order by age) from ended) as median,
      (select percentile_cont(0.95) within group (order by age) from ended) as p95,
      (select count(*)::int from open) as waiting,
      (select count(*)::int from open where due_at < ${now}) as overdue,
      (select count(*)::int from ended where status = 'paid') as paid,
      coalesce((select jsonb_agg(jsonb_build_object('reason', rejection, 'count', n)
          order by n desc, rejection)
        from (select rejection, count(*) as n from ended
          where rejection is not null group by rejection) reasons), '[]') as rejected`.execute(
    database,
  );
  const [figures] = rows;
  if (!figures) throw new Error("Invariant: counting answers a row");
  return figures;
}
