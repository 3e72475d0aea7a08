// The call about popular markets: in which most accounts, real and demo together, dealt in the last
// day; those that a program plays are no people and do not count (H17), nor do copies, which nobody
// chose by themselves. Counted from the fills at most once a minute, whoever asks. Invariant:
// nothing here is arranged by anybody; a market without a fill is not on the list.

import {
  POPULAR_HOURS,
  POPULAR_MARKETS_MAX,
  type PopularMarkets,
  popularMarketsToWire,
} from "@truetick/contract/notices";
import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";

export type PopularHandlers = Handlers<"listPopularMarkets">;

type Counted = PopularMarkets["markets"];

const COUNTED_EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;

export function createPopularHandlers(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now" | "monotonic">;
}): PopularHandlers {
  const { database, clock } = parts;
  let counting: Promise<Counted> | null = null;
  let countedAtMs = 0;

  function counted(): Promise<Counted> {
    const nowMs = clock.monotonic();
    if (counting && nowMs - countedAtMs < COUNTED_EVERY_MS) return counting;
    countedAtMs = nowMs;
    const own = countTraders(database, clock.now() - POPULAR_HOURS * HOUR_MS);
    counting = own;
    // A count that failed is not what is remembered.
    own.catch(() => {
      if (counting === own) counting = null;
    });
    return own;
  }

  return {
    listPopularMarkets: async () =>
      popularMarketsToWire({ markets: await counted(), hours: POPULAR_HOURS }),
  };
}

async function countTraders(database: Database, sinceMs: number): Promise<Counted> {
  const { rows } = await sql<{ market_id: number; traders: bigint }>`
    select market_id, count(distinct account_id) as traders from fill
    where at_ms >= ${sinceMs} and account_id not in (
      select a.id from app_user u join user_account a on a.user_id = u.id
      where u.is_simulated or not a.is_main
    ) group by market_id
    order by traders desc, market_id limit ${POPULAR_MARKETS_MAX}`.execute(database);
  return rows.map((row) => ({ marketId: String(row.market_id), traders: Number(row.traders) }));
}
