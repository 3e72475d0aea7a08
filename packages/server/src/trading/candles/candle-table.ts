// The table of stored bars, as queries see it. Columns are explained in
// migrations/0009-candles.sql.

export type CandleHourTable = {
  readonly market_id: number;
  readonly hour: number;
  readonly last_seq: bigint;
  readonly minute_count: number;
  readonly prices: bigint[];
  readonly ticks: number;
  readonly minutes: Buffer;
};

declare module "../../platform/database.ts" {
  interface Tables {
    candle_hour: CandleHourTable;
  }
}
