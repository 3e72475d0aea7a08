// The past of a market: every version of its terms against the one before, and what was ordered of
// it by hand, halts and closing only.
// From tables that only grow. Read only.

import type { DeskMarketHalt, DeskMarketVersion } from "@truetick/contract/desk";
import { lots, rate } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import {
  changedTexts,
  type MarketTexts,
  marketTexts,
} from "../../trading/markets/market-values.ts";
import type { TradedMarket } from "../../trading/markets/traded-market.ts";

const ROWS_MAX = 50;

type TermsRow = {
  version: number;
  at_ms: bigint;
  lots_min: bigint;
  lots_max: bigint;
  lot_step: bigint;
  leverages: number[];
  margin_mode: "fixed" | "floating";
  fee_rate: bigint;
  price_age_max_ms: bigint;
  long_rate: bigint;
  short_rate: bigint;
  triple_day: number | null;
};

/** Newest first. Markup, jump limit and calendar are no terms of the engine and not among them. */
export async function readVersions(
  database: Database,
  market: TradedMarket,
): Promise<DeskMarketVersion[]> {
  const { rows } = await sql<TermsRow>`
    select * from market_terms where market_id = ${Number(market.id)}
    order by version desc limit ${ROWS_MAX + 1}`.execute(database);
  const texts = rows.map((row) => textsOf(row, market));
  return rows.slice(0, ROWS_MAX).map(({ version, at_ms }, index) => {
    const [after, before] = [texts[index], texts[index + 1]];
    return {
      version,
      at: Math.floor(Number(at_ms) / 1_000),
      fields: after && before ? changedTexts(before, after) : [],
    };
  });
}

function textsOf(row: TermsRow, market: TradedMarket): MarketTexts {
  return marketTexts({
    ...market,
    leverages: row.leverages,
    marginMode: row.margin_mode,
    feeRate: rate(row.fee_rate),
    lotsMin: lots(Number(row.lots_min)),
    lotsMax: lots(Number(row.lots_max)),
    lotStep: lots(Number(row.lot_step)),
    longRate: rate(row.long_rate),
    shortRate: rate(row.short_rate),
    tripleDay: row.triple_day,
    staleAfterMs: Number(row.price_age_max_ms),
  });
}

/** Newest first. */
export async function readHalts(database: Database, marketId: string): Promise<DeskMarketHalt[]> {
  const ofMarket = Number(marketId);
  const { rows } = await sql<{
    kind: DeskMarketHalt["kind"];
    isHalted: boolean;
    reason: string;
    orderedBy: string;
    at: Date;
  }>`
    select kind, is_held as "isHalted", reason, ordered_by as "orderedBy", at from (
      select 'halt' as kind, is_halted as is_held, reason, ordered_by, at, id
      from market_halt where market_id = ${ofMarket}
      union all
      select 'closing-only', is_closing_only, reason, ordered_by, at, id
      from market_closing_only where market_id = ${ofMarket}
    ) as ordered
    order by at desc, id desc limit ${ROWS_MAX}`.execute(database);
  return rows.map(({ at, ...row }) => ({ ...row, at: Math.floor(at.getTime() / 1_000) }));
}
