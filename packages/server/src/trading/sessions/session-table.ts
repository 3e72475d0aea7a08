// The tables of single days and of what was ordered by hand, as queries see them. Columns are
// explained in migrations/0006-sessions.sql and 0043-closing-only.sql.

import type { Generated } from "kysely";

export type SessionExceptionTable = {
  readonly calendar: string;
  readonly local_date: Date;
  readonly hours: number[];
  readonly reason: string;
};

export type MarketHaltTable = {
  readonly id: Generated<bigint>;
  readonly market_id: number;
  readonly is_halted: boolean;
  readonly reason: string;
  readonly ordered_by: string;
  readonly at: Generated<Date>;
};

export type MarketClosingOnlyTable = Omit<MarketHaltTable, "is_halted"> & {
  readonly is_closing_only: boolean;
};

declare module "../../platform/database.ts" {
  interface Tables {
    session_exception: SessionExceptionTable;
    market_halt: MarketHaltTable;
    market_closing_only: MarketClosingOnlyTable;
  }
}
