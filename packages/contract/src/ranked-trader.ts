// A trader in the ranking, on the wire and in our own words. The only file that knows the spec's
// spelling of it. Nothing here tells who it is: the alias that they chose, and figures (T44).
// Browser-safe: no schema library here; `ranked-trader.calls.ts` declares the call.

export type RankedTrader = {
  readonly alias: string;
  /** The market they trade most, as it is shown; empty before the first order. */
  readonly market: string;
  /** The leverage they use most; 0 before the first order. */
  readonly leverage: number;
  /** Of the last three weeks, as ratios; null while there is not enough to tell. */
  readonly threeWeekReturn: string | null;
  readonly threeWeekWinRate: string | null;
  /** What was closed in the last three weeks brought, after its fees. */
  readonly threeWeekProfit: string;
  /** Since the account was opened, as a ratio; null while there is not enough to tell. */
  readonly totalReturn: string | null;
  readonly orders: number;
  readonly followers: number;
  /** How old the account is, in whole days. */
  readonly days: number;
};

export type RankedTraderWire = {
  user: string;
  code: string;
  multiple: number;
  three_week_rate: string;
  three_week_win: string;
  three_week_profit: string;
  total_rate: string;
  total_trade_num: number;
  followers: number;
  days: number;
};

export function rankedTraderToWire(trader: RankedTrader): RankedTraderWire {
  return {
    user: trader.alias,
    code: trader.market,
    multiple: trader.leverage,
    three_week_rate: trader.threeWeekReturn ?? "",
    three_week_win: trader.threeWeekWinRate ?? "",
    three_week_profit: trader.threeWeekProfit,
    total_rate: trader.totalReturn ?? "",
    total_trade_num: trader.orders,
    followers: trader.followers,
    days: trader.days,
  };
}

const figureOf = (text: string) => (text === "" ? null : text);

export function rankedTraderFromWire(wire: RankedTraderWire): RankedTrader {
  return {
    alias: wire.user,
    market: wire.code,
    leverage: wire.multiple,
    threeWeekReturn: figureOf(wire.three_week_rate),
    threeWeekWinRate: figureOf(wire.three_week_win),
    threeWeekProfit: wire.three_week_profit,
    totalReturn: figureOf(wire.total_rate),
    orders: wire.total_trade_num,
    followers: wire.followers,
    days: wire.days,
  };
}
