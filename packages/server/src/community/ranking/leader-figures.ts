// One leader's figures from the record, the closed orders and the books of now: what the list
// shows, and the rest of the profile. Pure. How each is computed is published in docs/ranking.md.

import type {
  LeverageShare,
  RankedTrader,
  RecordDay,
  TradedShare,
  TraderProfile,
} from "@truetick/contract/ranking";
import { RISK_DAYS } from "@truetick/contract/ranking";
import { formatMoney, type Money } from "@truetick/money";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import { Chain, type EquityRecord } from "./equity-record.ts";
import type { Leader } from "./leader-table.ts";
import { gainText, lossText, ONE, type Ratio, shareText, toNumber } from "./ratio.ts";
import type { ClosedOrders } from "./read-facts.ts";
import type { Followers } from "./read-followers.ts";
import { riskScore } from "./risk-score.ts";

const DAY_MS = 86_400_000;
/** With less, chance would speak instead of skill. */
const DAYS_MIN = 21;
const CLOSED_ORDERS_MIN = 10;
const CURVE_POINTS_MAX = 30;
/** Who has fallen so far from the highest point has blown up: a tenth of it is left. */
const BLOWN_LEFT: Ratio = { num: 1n, den: 10n };

/** An order that is open now. */
export type OpenOrder = { readonly marketId: number; readonly leverage: number };

export type LeaderFacts = {
  readonly leader: Leader;
  readonly record: EquityRecord;
  readonly closed: readonly ClosedOrders[];
  readonly recent: readonly ClosedOrders[];
  readonly open: readonly OpenOrder[];
  readonly equity: bigint;
  readonly followers: Followers;
  readonly isHedged: boolean;
};

export type Moment = {
  readonly nowMs: number;
  /** yyyymmdd of the end of the day that is running, and from which day on three weeks count. */
  readonly today: number;
  readonly recentFromDate: number;
  readonly directory: MarketDirectory;
};

export function rankedTraderOf(facts: LeaderFacts, moment: Moment): RankedTrader {
  const { leader, record, closed, recent, open, equity, followers } = facts;
  const days = Math.floor((moment.nowMs - leader.openedAtMs) / DAY_MS);
  const isEnough = days >= DAYS_MIN && sumOf(closed, "closed") >= CLOSED_ORDERS_MIN;
  const today = record.today(equity);
  const market = mostOf(closed, open, "marketId");
  const recentDays = record.days.filter(({ date }) => date >= moment.recentFromDate);
  return {
    alias: leader.alias,
    market: (market !== null && moment.directory(market)?.displayCode) || "",
    leverage: mostOf(closed, open, "leverage") ?? 0,
    threeWeekReturn: isEnough ? gainText(productOf([...recentDays, today])) : null,
    threeWeekWinRate: isEnough ? shareText(sumOf(recent, "won"), sumOf(recent, "closed")) : null,
    threeWeekProfit: moneyText(sumOf(recent, "profit")),
    totalReturn: isEnough ? gainText(today.total) : null,
    orders: Number(sumOf(closed, "orders")) + open.length,
    followers: followers.now,
    totalFollowers: followers.ever,
    days,
    drawdown: lossText(today.lowestLeft),
    risk: isEnough ? riskScore(returnsOf(record)) : null,
    isSimulated: leader.isSimulated,
    book: leader.book,
    curve: sampled([ONE, ...record.days.map(({ total }) => total), today.total]).map(gainText),
    isBlown: isBlown(today.lowestLeft),
    isHedged: facts.isHedged,
  };
}

export function isBlown(lowestLeft: Ratio): boolean {
  return lowestLeft.num * BLOWN_LEFT.den <= BLOWN_LEFT.num * lowestLeft.den;
}

export function traderProfileOf(
  facts: LeaderFacts,
  moment: Moment,
  accounts: number,
): TraderProfile {
  const { leader, record, closed, open, equity, followers } = facts;
  const today = record.today(equity);
  const orders = sumOf(closed, "orders") + BigInt(open.length);
  const finished = sumOf(closed, "closed");
  const byReturn = record.days
    .map(({ date, factor }) => ({ date, factor, size: toNumber(factor) }))
    .sort((a, b) => a.size - b.size || a.date - b.date);
  return {
    ...rankedTraderOf(facts, moment),
    record: [...record.days, { ...today, date: moment.today }].map(recordDayOf),
    markets: marketShares(facts, orders, moment.directory),
    leverages: leverageShares(closed, open, orders),
    averageHoldSec: finished === 0n ? null : Number(sumOf(closed, "heldMs") / finished / 1_000n),
    bestDay: dayReturnOf(byReturn.at(-1)),
    worstDay: dayReturnOf(byReturn[0]),
    lossDays: record.days.filter(({ factor }) => factor.num < factor.den).length,
    finishedDays: record.days.length,
    accounts,
    followAmount: moneyText(followers.amount),
    isListed: leader.isListed,
  };
}

const dayReturnOf = (day: { readonly date: number; readonly factor: Ratio } | undefined) =>
  day ? { date: day.date, dayReturn: gainText(day.factor) } : null;

function recordDayOf(day: { date: number; total: Ratio; left: Ratio }): RecordDay {
  return { date: day.date, totalReturn: gainText(day.total), drawdown: lossText(day.left) };
}

export function productOf(days: readonly { readonly factor: Ratio }[]): Ratio {
  const chain = new Chain();
  for (const { factor } of days) chain.add(factor);
  return chain.total;
}

function returnsOf(record: EquityRecord): number[] {
  return record.days.slice(-RISK_DAYS).map(({ factor }) => toNumber(factor) - 1);
}

type Count = "orders" | "closed" | "won" | "profit" | "heldMs";

function sumOf(rows: readonly ClosedOrders[], count: Count): bigint {
  return rows.reduce((sum, row) => sum + row[count], 0n);
}

/** What most orders have; of equals the smallest number. Null before the first order. */
function mostOf(
  closed: readonly ClosedOrders[],
  open: readonly OpenOrder[],
  key: "marketId" | "leverage",
): number | null {
  const counts = countsOf(closed, open, key);
  let most: number | null = null;
  for (const [value, count] of counts) {
    const best = most === null ? 0 : (counts.get(most) ?? 0);
    if (count > best || (count === best && value < (most ?? Infinity))) most = value;
  }
  return most;
}

function countsOf(
  closed: readonly ClosedOrders[],
  open: readonly OpenOrder[],
  key: "marketId" | "leverage",
): Map<number, number> {
  const counts = new Map<number, number>();
  const add = (value: number, count: number) => counts.set(value, (counts.get(value) ?? 0) + count);
  for (const row of closed) add(row[key], Number(row.orders));
  for (const order of open) add(order[key], 1);
  return counts;
}

function marketShares(
  { closed, open }: LeaderFacts,
  orders: bigint,
  directory: MarketDirectory,
): TradedShare[] {
  return [...countsOf(closed, open, "marketId")]
    .sort(([id, count], [otherId, otherCount]) => otherCount - count || id - otherId)
    .map(([id, count]) => {
      const rows = closed.filter(({ marketId }) => marketId === id);
      return {
        market: directory(id)?.displayCode ?? "",
        share: shareText(BigInt(count), orders) ?? "0.0000",
        orders: count,
        profit: moneyText(sumOf(rows, "profit")),
        winRate: shareText(sumOf(rows, "won"), sumOf(rows, "closed")),
      };
    });
}

function leverageShares(
  closed: readonly ClosedOrders[],
  open: readonly OpenOrder[],
  orders: bigint,
): LeverageShare[] {
  return [...countsOf(closed, open, "leverage")]
    .sort(([leverage], [other]) => leverage - other)
    .map(([leverage, count]) => ({
      leverage,
      share: shareText(BigInt(count), orders) ?? "0.0000",
      orders: count,
    }));
}

/** Evenly spread, with both ends. */
function sampled(points: readonly Ratio[]): Ratio[] {
  const last = points.length - 1;
  const count = Math.min(points.length, CURVE_POINTS_MAX);
  return Array.from({ length: count }, (_, nth) => {
    return points[Math.round((nth * last) / Math.max(1, count - 1))] ?? ONE;
  });
}

/** Booked amounts are millionths in every table. */
function moneyText(amount: bigint): string {
  return formatMoney(amount as Money);
}
