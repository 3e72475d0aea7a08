// A trader in the ranking, on the wire and in our own words. The only file that knows the spec's
// spelling of it. Nothing here tells who it is: the alias that they chose, and figures (T44). How
// each figure is computed is published in docs/ranking.md.
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
  /** Who copies them now, and who ever has. */
  readonly followers: number;
  readonly totalFollowers: number;
  /** How old the account is, in whole days. */
  readonly days: number;
  /** The largest fall from a highest point, as a ratio from 0 to 1. */
  readonly drawdown: string;
  /** 1 (calm) to 10 (wild); null while there is not enough to tell. */
  readonly risk: number | null;
  /** A trader of the sandbox that no person stands behind. */
  readonly isSimulated: boolean;
  readonly book: "real" | "demo";
  /** The return since the beginning at up to thirty moments, oldest first: ratios. */
  readonly curve: readonly string[];
  /** Everything was lost at least once. Such traders stay listed. */
  readonly isBlown: boolean;
  /** Trades against another listed account of the same cluster: has no place in the order (T43). */
  readonly isHedged: boolean;
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
  total_followers: number;
  days: number;
  drawdown: string;
  risk: number | "";
  is_simulated: 0 | 1;
  book: "real" | "demo";
  curve: string[];
  is_blown: 0 | 1;
  is_hedged: 0 | 1;
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
    total_followers: trader.totalFollowers,
    days: trader.days,
    drawdown: trader.drawdown,
    risk: trader.risk ?? "",
    is_simulated: trader.isSimulated ? 1 : 0,
    book: trader.book,
    curve: [...trader.curve],
    is_blown: trader.isBlown ? 1 : 0,
    is_hedged: trader.isHedged ? 1 : 0,
  };
}

export const figureOf = (text: string) => (text === "" ? null : text);

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
    totalFollowers: wire.total_followers,
    days: wire.days,
    drawdown: wire.drawdown,
    risk: wire.risk === "" ? null : wire.risk,
    isSimulated: wire.is_simulated === 1,
    book: wire.book,
    curve: wire.curve,
    isBlown: wire.is_blown === 1,
    isHedged: wire.is_hedged === 1,
  };
}

/** What the ranking can be ordered by, with the wire's word for it. Always best first. */
export const RANK_SORTS = {
  threeWeekReturn: "three_week_rate",
  threeWeekWinRate: "three_week_win",
  threeWeekProfit: "three_week_profit",
  totalReturn: "total_rate",
  drawdown: "drawdown",
  followers: "followers",
  days: "days",
  orders: "total_trade_num",
} as const;

export type RankSort = keyof typeof RANK_SORTS;
export const DEFAULT_RANK_SORT: RankSort = "threeWeekReturn";

/** What an alias may be; also what a search for one may hold. */
export const ALIAS_LENGTH_MIN = 3;
export const ALIAS_LENGTH_MAX = 24;

/** Letters, digits, `-` and `_`, beginning with a letter or a digit. */
export const ALIAS_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_-]{2,23}$/;

/**
 * The published scale of risk: a score is one more than the number of bounds that the yearly
 * standard deviation of the daily returns lies above, as ratios. The server scores by it and the
 * app explains it.
 */
export const RISK_BOUNDS = [
  "0.05",
  "0.10",
  "0.15",
  "0.20",
  "0.30",
  "0.40",
  "0.60",
  "0.80",
  "1.20",
] as const;
/** How many of the newest days are looked at, and how many daily ones make a year. */
export const RISK_DAYS = 90;
export const RISK_YEAR_DAYS = 365;
