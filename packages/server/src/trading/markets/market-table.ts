// The tables of markets and their categories, as queries see them. Columns are explained in
// migrations/0002-markets.sql.

import type { Generated } from "kysely";

export type CategoryTable = {
  readonly id: string;
  readonly place: number;
};

export type MarketTable = {
  readonly id: Generated<number>;
  readonly code: string;
  readonly display_code: string;
  readonly category_id: string;
  readonly place: number;
  readonly proper_name: string | null;
  readonly name_key: string | null;
  readonly name_region: string | null;
  readonly price_precision: number;
  readonly pip_digits: number;
  readonly fraction_digits: number;
  readonly base_currency: string | null;
  readonly quote_currency: string;
  readonly leverages: number[];
  readonly margin_mode: string;
  readonly units_per_lot: number;
  readonly lots_min_e4: number;
  readonly lots_max_e4: number;
  readonly lot_step_e4: number;
  readonly fee_rate_e8: bigint;
  readonly financing_long_e8: bigint;
  readonly financing_short_e8: bigint;
  readonly triple_day: number | null;
  readonly markup_points: Generated<number>;
  readonly stale_after_ms: number;
  readonly jump_limit_bps: number;
  readonly day_cut: string;
  readonly session_calendar: string;
};

declare module "../../platform/database.ts" {
  interface Tables {
    category: CategoryTable;
    market: MarketTable;
  }
}
