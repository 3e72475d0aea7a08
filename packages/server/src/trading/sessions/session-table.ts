// The tables of single days and of halts, as queries see them. Columns are explained in
// migrations/0006-sessions.sql.

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

declare module "../../platform/database.ts" {
  interface Tables {
    session_exception: SessionExceptionTable;
    market_halt: MarketHaltTable;
  }
}
