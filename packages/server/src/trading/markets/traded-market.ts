// A market as the trading area uses it: the row of the table in our own types, checked once at
// start-up. Loaded by trading.ts; quotes, candles and, later, the engine read it.

import { type Lots, lots, type Rate, rate } from "@truetick/money";
import type { Selectable } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type CalendarId, isCalendarId } from "../sessions/session-calendar.ts";
import { DAY_CUTS, type DayCut } from "../sessions/trading-day.ts";
import type { CategoryKey, MarketNameKey } from "./market-name.ts";
import type { MarketTable } from "./market-table.ts";
import { CATEGORY_SEEDS, MARKET_SEEDS } from "./seed-markets.ts";

export type TradedMarket = {
  readonly id: string;
  readonly code: string;
  readonly displayCode: string;
  readonly categoryId: string;
  readonly properName: string | null;
  readonly nameKey: MarketNameKey | null;
  /** ISO 3166 code. */
  readonly nameRegion: string | null;
  readonly pricePrecision: number;
  readonly pipDigits: number;
  readonly fractionDigits: number;
  readonly baseCurrency: string | null;
  readonly quoteCurrency: string;
  readonly leverages: readonly number[];
  readonly marginMode: "fixed" | "floating";
  readonly unitsPerLot: number;
  readonly lotsMin: Lots;
  readonly lotsMax: Lots;
  readonly lotStep: Lots;
  readonly feeRate: Rate;
  /** Yearly: negative is paid, positive is received. */
  readonly longRate: Rate;
  readonly shortRate: Rate;
  /** Weekday (1 Monday … 5 Friday) whose cut charges three days; null: every day, once. */
  readonly tripleDay: number | null;
  readonly markupPoints: number;
  /** A quote older than this, while the market is open, is stale. */
  readonly staleAfterMs: number;
  readonly jumpLimitBps: number;
  readonly dayCut: DayCut;
  readonly sessionCalendar: CalendarId;
};

/** Writes the sandbox's markets into an empty database; one that has markets is left alone. */
export async function seedMarkets(database: Database): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await tx
      .insertInto("category")
      .values([...CATEGORY_SEEDS])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { count } = await tx
      .selectFrom("market")
      .select((query) => query.fn.countAll().as("count"))
      .executeTakeFirstOrThrow();
    if (BigInt(count) > 0n) return;
    await tx
      .insertInto("market")
      .values([...MARKET_SEEDS])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

export async function loadMarkets(database: Database): Promise<TradedMarket[]> {
  const rows = await database.selectFrom("market").selectAll().orderBy("place").execute();
  return rows.map(toTradedMarket);
}

/** As the table has it now; null: there is none. */
export async function loadMarket(database: Database, id: string): Promise<TradedMarket | null> {
  const row = await database
    .selectFrom("market")
    .selectAll()
    .where("id", "=", Number(id))
    .executeTakeFirst();
  return row ? toTradedMarket(row) : null;
}

/** The sandbox's markets without a database, numbered as a fresh one numbers them. */
export function sandboxMarkets(): TradedMarket[] {
  return MARKET_SEEDS.map((seed, i) => toTradedMarket({ ...seed, id: i + 1, markup_points: 0 }));
}

/** The categories in their order. */
export async function loadCategories(database: Database): Promise<CategoryKey[]> {
  const rows = await database.selectFrom("category").select("id").orderBy("place").execute();
  // Only our own seed and, later, checked changes write this table.
  return rows.map((row) => row.id as CategoryKey);
}

function toTradedMarket(row: Selectable<MarketTable>): TradedMarket {
  const dayCut = DAY_CUTS.find((cut) => cut === row.day_cut);
  if (!dayCut) throw new Error(`Invariant: the trading day of ${row.code} has a known cut`);
  if (!isCalendarId(row.session_calendar)) {
    throw new Error(`Invariant: the calendar of ${row.code} is known, not ${row.session_calendar}`);
  }
  return {
    id: String(row.id),
    code: row.code,
    displayCode: row.display_code,
    categoryId: row.category_id,
    properName: row.proper_name,
    // Only our own seed and, later, checked changes write this column.
    nameKey: row.name_key as MarketNameKey | null,
    nameRegion: row.name_region,
    pricePrecision: row.price_precision,
    pipDigits: row.pip_digits,
    fractionDigits: row.fraction_digits,
    baseCurrency: row.base_currency,
    quoteCurrency: row.quote_currency,
    leverages: row.leverages,
    marginMode: row.margin_mode === "fixed" ? "fixed" : "floating",
    unitsPerLot: row.units_per_lot,
    lotsMin: lots(row.lots_min_e4),
    lotsMax: lots(row.lots_max_e4),
    lotStep: lots(row.lot_step_e4),
    feeRate: rate(row.fee_rate_e8),
    longRate: rate(row.financing_long_e8),
    shortRate: rate(row.financing_short_e8),
    tripleDay: row.triple_day,
    markupPoints: row.markup_points,
    staleAfterMs: row.stale_after_ms,
    jumpLimitBps: row.jump_limit_bps,
    dayCut,
    sessionCalendar: row.session_calendar,
  };
}
