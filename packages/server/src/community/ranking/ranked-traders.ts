// The ranking as a question to the orders: whoever chose to be listed, with what their own orders
// did. Nothing of it is stored, so nothing of it can be made up or go stale (H18, T44). Returns
// need the history of equity, which is not kept yet: until it is, they are "not enough to tell".

import type { RankedTrader } from "@truetick/contract/ranking";
import { formatMoney, type Money } from "@truetick/money";
import { type Generated, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";

type LeaderTable = {
  readonly account_id: bigint;
  readonly alias: string;
  readonly listed_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    leader: LeaderTable;
  }
}

const DAY_MS = 86_400_000;
const THREE_WEEKS_DAYS = 21;
/** With fewer, chance would speak instead of skill. */
const CLOSED_ORDERS_MIN = 10;
const RATIO_DIGITS = 4;

type Row = {
  readonly alias: string;
  readonly opened_at_ms: bigint;
  readonly market_id: number | null;
  readonly leverage: number | null;
  readonly orders: bigint;
  readonly closed: bigint;
  readonly recent_closed: bigint;
  readonly recent_won: bigint;
  readonly recent_profit: bigint;
  readonly total: bigint;
};

export type RankedPageWanted = {
  readonly directory: MarketDirectory;
  readonly nowMs: number;
  readonly page: number;
  readonly rowsPerPage: number;
};

/** Real accounts only, best profit of the last three weeks first. */
export async function readRankedTraders(
  database: Database,
  { directory, nowMs, page, rowsPerPage }: RankedPageWanted,
): Promise<{ readonly traders: readonly RankedTrader[]; readonly total: number }> {
  const sinceMs = BigInt(nowMs - THREE_WEEKS_DAYS * DAY_MS);
  const { rows } = await sql<Row>`
    select l.alias, a.opened_at_ms, done.market_id, done.leverage, done.orders,
      done.closed, done.recent_closed, done.recent_won,
      coalesce(done.recent_profit, 0)::bigint as recent_profit,
      count(*) over () as total
    from leader l
    join trading_account a on a.account_id = l.account_id and a.book = 'real'
    cross join lateral (
      select mode() within group (order by o.market_id) as market_id,
        mode() within group (order by o.leverage) as leverage,
        count(*) filter (where o.part_of is null) as orders,
        count(*) filter (where o.status = 'closed') as closed,
        count(*) filter (where o.ended_at_ms >= ${sinceMs}) as recent_closed,
        count(*) filter (where o.ended_at_ms >= ${sinceMs} and o.profit > 0) as recent_won,
        sum(o.profit - o.fee) filter (where o.ended_at_ms >= ${sinceMs}) as recent_profit
      from trade_order o
      where o.account_id = l.account_id and o.status in ('holding', 'closed')
    ) done
    order by recent_profit desc, lower(l.alias)
    limit ${rowsPerPage} offset ${(page - 1) * rowsPerPage}
  `.execute(database);
  return {
    traders: rows.map((row) => rankedTraderOf(row, { nowMs, directory })),
    total: Number(rows[0]?.total ?? 0n),
  };
}

function rankedTraderOf(
  row: Row,
  { nowMs, directory }: Pick<RankedPageWanted, "nowMs" | "directory">,
): RankedTrader {
  const days = Math.floor((nowMs - Number(row.opened_at_ms)) / DAY_MS);
  const isEnough = days >= THREE_WEEKS_DAYS && row.closed >= CLOSED_ORDERS_MIN;
  return {
    alias: row.alias,
    market: (row.market_id !== null && directory(row.market_id)?.displayCode) || "",
    leverage: row.leverage ?? 0,
    threeWeekReturn: null,
    threeWeekWinRate: isEnough ? ratioOf(row.recent_won, row.recent_closed) : null,
    // Booked amounts are millionths in every table.
    threeWeekProfit: formatMoney(row.recent_profit as Money),
    totalReturn: null,
    orders: Number(row.orders),
    // Nobody can follow anybody yet.
    followers: 0,
    totalFollowers: 0,
    days,
    drawdown: "0.0000",
    risk: null,
    isSimulated: false,
    book: "real",
    curve: [],
    isBlown: false,
    isHedged: false,
  };
}

/** Cut, not rounded up: nobody looks better than they are. */
function ratioOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const scaled = (part * 10n ** BigInt(RATIO_DIGITS)) / whole;
  const digits = String(scaled).padStart(RATIO_DIGITS + 1, "0");
  return `${digits.slice(0, -RATIO_DIGITS)}.${digits.slice(-RATIO_DIGITS)}`;
}
