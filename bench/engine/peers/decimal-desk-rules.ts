// The checks of the conventional desk, the same ones and in the same order as the engine's. Each
// answers null, or the reason of a refusal.
import { Decimal } from "decimal.js";
import type { DeskAccount, DeskMarket, DeskOrder, DeskPlacing } from "./decimal-desk-book.ts";

const ORDERS_MAX = 500;
const PENDING_MAX = 200;

export function checkTradable(market: DeskMarket, atMs: number): string | null {
  if (!market.isOpen) return "MARKET_CLOSED";
  const isFresh = market.seq > 0 && atMs - market.quotedAtMs <= market.priceAgeMaxMs;
  return isFresh ? null : "QUOTE_STALE";
}

/** Everything but the money. */
export function checkPlacing(
  account: DeskAccount,
  market: DeskMarket,
  placing: DeskPlacing,
  floating: Decimal,
): string | null {
  return (
    checkTradable(market, placing.atMs) ??
    checkLeverage(account, market, placing.leverage) ??
    checkLots(market, placing.lots) ??
    checkPrices(market, placing) ??
    checkExposure(account, placing.atMs, floating) ??
    checkCounts(account, placing.target !== null)
  );
}

function checkLeverage(account: DeskAccount, market: DeskMarket, leverage: number): string | null {
  if (!market.leverages.includes(leverage)) return "LEVERAGE_NOT_OFFERED";
  const { leverageMax } = account;
  return leverageMax === null || leverage <= leverageMax ? null : "LEVERAGE_ABOVE_LIMIT";
}

function checkLots(market: DeskMarket, lots: Decimal): string | null {
  if (lots.lt(market.lotsMin)) return "LOTS_BELOW_MINIMUM";
  if (lots.gt(market.lotsMax)) return "LOTS_ABOVE_MAXIMUM";
  return lots.mod(market.lotStep).isZero() ? null : "LOTS_OFF_STEP";
}

function checkPrices(market: DeskMarket, placing: DeskPlacing): string | null {
  const { isBuy, target, stopLoss, takeProfit, expiresAtMs } = placing;
  if (target?.eq(isBuy ? market.ask : market.bid)) return "TARGET_AT_PRICE";
  if (expiresAtMs !== null && expiresAtMs <= placing.atMs) return "EXPIRY_PAST";
  const price = target ?? (isBuy ? market.bid : market.ask);
  if (stopLoss !== null && (isBuy ? stopLoss.gte(price) : stopLoss.lte(price))) {
    return "STOP_LOSS_WRONG_SIDE";
  }
  if (takeProfit !== null && (isBuy ? takeProfit.lte(price) : takeProfit.gte(price))) {
    return "TAKE_PROFIT_WRONG_SIDE";
  }
  return null;
}

function checkExposure(account: DeskAccount, atMs: number, floating: Decimal): string | null {
  if ((account.selfExcludedUntilMs ?? 0) > atMs) return "SELF_EXCLUDED";
  if ((account.coolOffUntilMs ?? 0) > atMs) return "COOLING_OFF";
  const equity = account.cash.plus(floating);
  if (account.used.gt(0) && equity.lte(account.used)) return "MARGIN_CALLED";
  if (account.dailyLossMax === null) return null;
  const loss = account.dayEquity.minus(equity);
  return loss.lt(account.dailyLossMax) ? null : "DAILY_LOSS_REACHED";
}

function checkCounts({ positions, pending }: DeskAccount, isPending: boolean): string | null {
  if (positions.size + pending.size >= ORDERS_MAX) return "TOO_MANY_ORDERS";
  return isPending && pending.size >= PENDING_MAX ? "TOO_MANY_ORDERS" : null;
}

/** min(cash - used - reserved, that with floating profit): paper profit opens no trade. */
export function availableOf(account: DeskAccount, floating: Decimal): Decimal {
  const balance = account.cash.minus(account.used).minus(account.reserved);
  return floating.isNegative() ? balance.plus(floating) : balance;
}

export function floatingOf(account: DeskAccount): Decimal {
  let floating = new Decimal(0);
  for (const order of account.positions.values()) floating = floating.plus(profitOf(order));
  return floating;
}

export function profitOf({ isBuy, lots, price, market }: DeskOrder): Decimal {
  const points = isBuy ? market.bid.minus(price) : price.minus(market.ask);
  return points.times(lots).times(market.unitsPerLot).toDecimalPlaces(6, Decimal.ROUND_HALF_EVEN);
}
