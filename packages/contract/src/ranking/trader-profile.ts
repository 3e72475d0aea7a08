// One listed trader in full, on the wire and in our own words: the ranking's figures, every day of
// the record, what they trade and how. Nothing here tells who it is (T44).
// Browser-safe: no schema library here; `trader-profile.calls.ts` declares the call.

import {
  figureOf,
  type RankedTrader,
  type RankedTraderWire,
  rankedTraderFromWire,
  rankedTraderToWire,
} from "./ranked-trader.ts";

/** One New York day of the record; the newest is the day that is running. */
export type RecordDay = {
  /** yyyymmdd of the day's end. */
  readonly date: number;
  /** Since the beginning, as a ratio. */
  readonly totalReturn: string;
  /** How far below the highest point so far, as a ratio from 0 to 1. */
  readonly drawdown: string;
};

export type DayReturn = { readonly date: number; readonly dayReturn: string };

export type TradedShare = {
  /** As the market is shown. */
  readonly market: string;
  /** Of all orders, as a ratio. */
  readonly share: string;
  readonly orders: number;
  /** Of what was closed, after fees. */
  readonly profit: string;
  /** Null while nothing was closed. */
  readonly winRate: string | null;
};

export type LeverageShare = {
  readonly leverage: number;
  readonly share: string;
  readonly orders: number;
};

export type TraderProfile = RankedTrader & {
  /** Oldest first. */
  readonly record: readonly RecordDay[];
  /** Most traded first. */
  readonly markets: readonly TradedShare[];
  readonly leverages: readonly LeverageShare[];
  /** Of closed orders, in seconds; null while nothing was closed. */
  readonly averageHoldSec: number | null;
  /** Null while no day has ended. */
  readonly bestDay: DayReturn | null;
  readonly worstDay: DayReturn | null;
  /** Finished days that ended lower, and all finished days. */
  readonly lossDays: number;
  readonly finishedDays: number;
  /** How many listed accounts belong to the same person, this one included (T43). */
  readonly accounts: number;
  /** All money that follows this trader now. */
  readonly followAmount: string;
  /** False: has left the list, and takes no new followers. */
  readonly isListed: boolean;
};

export type TraderProfileWire = RankedTraderWire & {
  record: { date: number; rate: string; drawdown: string }[];
  markets: { code: string; share: string; orders: number; profit: string; win: string }[];
  leverages: { multiple: number; share: string; orders: number }[];
  average_hold_s: number | "";
  best_day: { date: number; rate: string } | null;
  worst_day: { date: number; rate: string } | null;
  loss_days: number;
  finished_days: number;
  accounts: number;
  follow_amount: string;
  is_listed: 0 | 1;
};

const dayToWire = (day: DayReturn | null) => day && { date: day.date, rate: day.dayReturn };
const dayFromWire = (day: { date: number; rate: string } | null) =>
  day && { date: day.date, dayReturn: day.rate };

export function traderProfileToWire(profile: TraderProfile): TraderProfileWire {
  return {
    ...rankedTraderToWire(profile),
    record: profile.record.map(({ date, totalReturn, drawdown }) => ({
      date,
      rate: totalReturn,
      drawdown,
    })),
    markets: profile.markets.map(({ market, share, orders, profit, winRate }) => ({
      code: market,
      share,
      orders,
      profit,
      win: winRate ?? "",
    })),
    leverages: profile.leverages.map(({ leverage, share, orders }) => ({
      multiple: leverage,
      share,
      orders,
    })),
    average_hold_s: profile.averageHoldSec ?? "",
    best_day: dayToWire(profile.bestDay),
    worst_day: dayToWire(profile.worstDay),
    loss_days: profile.lossDays,
    finished_days: profile.finishedDays,
    accounts: profile.accounts,
    follow_amount: profile.followAmount,
    is_listed: profile.isListed ? 1 : 0,
  };
}

export function traderProfileFromWire(wire: TraderProfileWire): TraderProfile {
  return {
    ...rankedTraderFromWire(wire),
    record: wire.record.map(({ date, rate, drawdown }) => ({ date, totalReturn: rate, drawdown })),
    markets: wire.markets.map(({ code, share, orders, profit, win }) => ({
      market: code,
      share,
      orders,
      profit,
      winRate: figureOf(win),
    })),
    leverages: wire.leverages.map(({ multiple, share, orders }) => ({
      leverage: multiple,
      share,
      orders,
    })),
    averageHoldSec: wire.average_hold_s === "" ? null : wire.average_hold_s,
    bestDay: dayFromWire(wire.best_day),
    worstDay: dayFromWire(wire.worst_day),
    lossDays: wire.loss_days,
    finishedDays: wire.finished_days,
    accounts: wire.accounts,
    followAmount: wire.follow_amount,
    isListed: wire.is_listed === 1,
  };
}
