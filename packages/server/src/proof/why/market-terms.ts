// The terms and the session of markets as they stood before a row of the journal, from the tables
// that keep every version.

import type { MarketSession, MarketTerms } from "@truetick/engine";
import { marketId } from "@truetick/engine";
import { lots, rate } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { RowPlace } from "./why-row.ts";

export type MarketThen = { readonly terms: MarketTerms; readonly session: MarketSession };

type Row = {
  market_id: number;
  version: number;
  base_currency: string | null;
  quote_currency: string;
  price_precision: number;
  units_per_lot: bigint;
  lots_min: bigint;
  lots_max: bigint;
  lot_step: bigint;
  leverages: readonly number[];
  margin_mode: MarketTerms["marginMode"];
  fee_type: MarketTerms["feeType"];
  fee_rate: bigint;
  price_age_max_ms: bigint;
  long_rate: bigint;
  short_rate: bigint;
  triple_day: number | null;
  session: MarketSession | null;
};

/** `converting`: also every pair of these currencies with the account's. */
export async function readMarkets(
  database: Database,
  wanted: RowPlace & {
    readonly marketIds: readonly number[];
    readonly converting: readonly string[];
  },
): Promise<readonly MarketThen[]> {
  const { shard, seq, marketIds, converting } = wanted;
  const { rows } = await sql<Row>`
    select terms.*, (
      select s.session from market_session_change s
      where s.shard = ${shard} and s.market_id = terms.market_id and s.journal_seq < ${seq}
      order by s.journal_seq desc limit 1
    ) as session
    from (
      select distinct on (market_id) * from market_terms
      where shard = ${shard} and journal_seq < ${seq}
      order by market_id, version desc
    ) as terms
    where terms.market_id = any(${marketIds}::integer[])
      or (terms.quote_currency = ${ACCOUNT_CURRENCY}
        and terms.base_currency = any(${converting}::text[]))
      or (terms.base_currency = ${ACCOUNT_CURRENCY}
        and terms.quote_currency = any(${converting}::text[]))
    order by terms.market_id`.execute(database);
  return rows.map((row) => ({ terms: termsOf(row), session: row.session ?? "closed" }));
}

const ACCOUNT_CURRENCY = "USD";

function termsOf(row: Row): MarketTerms {
  return {
    marketId: marketId(row.market_id),
    version: row.version,
    baseCurrency: row.base_currency,
    quoteCurrency: row.quote_currency,
    pricePrecision: row.price_precision,
    unitsPerLot: Number(row.units_per_lot),
    lotsMin: lots(Number(row.lots_min)),
    lotsMax: lots(Number(row.lots_max)),
    lotStep: lots(Number(row.lot_step)),
    leverages: row.leverages,
    marginMode: row.margin_mode,
    feeType: row.fee_type,
    feeRate: rate(row.fee_rate),
    priceAgeMaxMs: Number(row.price_age_max_ms),
    longRate: rate(row.long_rate),
    shortRate: rate(row.short_rate),
    tripleDay: row.triple_day,
  };
}
