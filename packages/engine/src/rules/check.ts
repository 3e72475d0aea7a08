// Checks that several commands share. Each answers null, or the refusal with its numbers.
import { InvariantBroken, type Lots, type Money, money, type Price } from "@truetick/money";
import { isDealt } from "../market.ts";
import type { LeftReason } from "../order.ts";
import type { Refusal } from "../refusal.ts";
import { i32, NONE } from "../state/columns.ts";
import type { ConversionStep, MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { floatingOf, type Marked } from "./equity.ts";
import type { Prices } from "./prices.ts";

type RefusalBy<Reason extends Refusal["reason"]> = Extract<Refusal, { reason: Reason }>;

/** MARKET_CLOSED, MARKET_HALTED, MARKET_DELISTED. */
function checkSession(
  market: MarketSlot,
): RefusalBy<"MARKET_CLOSED" | "MARKET_HALTED" | "MARKET_DELISTED"> | null {
  const { marketId } = market.terms;
  switch (market.session) {
    case "open":
    case "closing-only":
      return null;
    case "closed":
    case "closed-closing-only":
      return { reason: "MARKET_CLOSED", marketId };
    case "halted":
      return { reason: "MARKET_HALTED", marketId };
    case "delisted":
      return { reason: "MARKET_DELISTED", marketId };
  }
}

/** QUOTE_STALE: nothing fills on a quote that is old, or whose source is silent. */
export function checkFresh(market: MarketSlot, prices: Prices): RefusalBy<"QUOTE_STALE"> | null {
  if (prices.isFresh(market)) return null;
  return {
    reason: "QUOTE_STALE",
    marketId: market.terms.marketId,
    ageMs: market.seq === 0 ? null : prices.atMs - market.quotedAtMs,
    ageMaxMs: market.terms.priceAgeMaxMs,
  };
}

/** Why nothing is closed in the market now; null when it is. */
export function checkTradable(market: MarketSlot, prices: Prices): RefusalBy<LeftReason> | null {
  return checkSession(market) ?? checkFresh(market, prices);
}

/** Why nothing is opened in the market now: the same, and MARKET_CLOSING_ONLY. */
export function checkOpening(market: MarketSlot, prices: Prices): Refusal | null {
  const { terms, session } = market;
  if (session === "closing-only") {
    return { reason: "MARKET_CLOSING_ONLY", marketId: terms.marketId };
  }
  return checkTradable(market, prices);
}

/** QUOTE_STALE: nothing opens on a conversion that is old. A closed market's last mid is good. */
export function checkConversion(market: MarketSlot, prices: Prices): Refusal | null {
  if (market.isAtPar && market.terms.marginMode !== "fixed") return null;
  const refusal = checkPath(market.quotePath, prices);
  if (refusal !== null || market.terms.marginMode !== "fixed") return refusal;
  // A base that was never quoted is for costOf to name: CONVERSION_MISSING.
  return prices.convert(market.basePath) === null ? null : checkPath(market.basePath, prices);
}

function checkPath(path: readonly ConversionStep[] | null, prices: Prices): Refusal | null {
  for (const { market } of path ?? []) {
    if (!isDealt(market.session)) continue;
    const refusal = checkFresh(market, prices);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** LOTS_BELOW_MINIMUM, LOTS_ABOVE_MAXIMUM, LOTS_OFF_STEP (inv13). */
export function checkLots(market: MarketSlot, lots: Lots): Refusal | null {
  const { lotsMin, lotsMax, lotStep } = market.terms;
  if (lots < lotsMin) return { reason: "LOTS_BELOW_MINIMUM", lots, lotsMin };
  if (lots > lotsMax) return { reason: "LOTS_ABOVE_MAXIMUM", lots, lotsMax };
  return lots % lotStep === 0 ? null : { reason: "LOTS_OFF_STEP", lots, lotStep };
}

/** LEVERAGE_MISSING, LEVERAGE_NOT_OFFERED, LEVERAGE_ABOVE_LIMIT (T49). */
export function checkLeverage(
  state: State,
  order: { account: number; market: MarketSlot; leverage: number },
): Refusal | null {
  const { leverages, marketId } = order.market.terms;
  const { leverage } = order;
  if (leverages.length === 0) return { reason: "LEVERAGE_MISSING", marketId };
  if (!leverages.includes(leverage)) return { reason: "LEVERAGE_NOT_OFFERED", leverage, leverages };
  const leverageMax = state.accounts.leverageMax(order.account);
  if (leverageMax === 0 || leverage <= leverageMax) return null;
  return { reason: "LEVERAGE_ABOVE_LIMIT", leverage, leverageMax };
}

/** STOP_LOSS_WRONG_SIDE, TAKE_PROFIT_WRONG_SIDE: `price` is what would close, or the target. */
export function checkStops(order: {
  isSell: boolean;
  price: Price;
  stopLoss: Price | null;
  takeProfit: Price | null;
}): Refusal | null {
  const { isSell, price, stopLoss, takeProfit } = order;
  if (stopLoss !== null && (isSell ? stopLoss <= price : stopLoss >= price)) {
    return { reason: "STOP_LOSS_WRONG_SIDE", stopLoss, price };
  }
  if (takeProfit !== null && (isSell ? takeProfit >= price : takeProfit <= price)) {
    return { reason: "TAKE_PROFIT_WRONG_SIDE", takeProfit, price };
  }
  return null;
}

/** TRAILING_DISTANCE_INVALID: a long's level must stay above zero. */
export function checkTrailing(distance: number | null, price: Price): Refusal | null {
  if (distance === null) return null;
  if (Number.isSafeInteger(distance) && distance > 0 && distance < price) return null;
  return { reason: "TRAILING_DISTANCE_INVALID", distance, price };
}

/** What the owner has set against new exposure: SELF_EXCLUDED, COOLING_OFF. */
export function checkPauses(state: State, account: number, atMs: number): Refusal | null {
  const { accounts } = state;
  const excludedUntilMs = accounts.selfExcludedUntilMs(account);
  if (excludedUntilMs > atMs) return { reason: "SELF_EXCLUDED", untilMs: excludedUntilMs };
  const coolOffUntilMs = accounts.coolOffUntilMs(account);
  if (coolOffUntilMs > atMs) return { reason: "COOLING_OFF", untilMs: coolOffUntilMs };
  return null;
}

/** No new exposure at a level of 100 % or less, or past the daily loss the owner has set. */
export function checkEquity(
  state: State,
  account: number,
  { equity, used }: { equity: Money; used: Money },
): Refusal | null {
  const { accounts } = state;
  if (used > 0n && equity <= used) return { reason: "MARGIN_CALLED", equity, used };
  if (!accounts.hasDailyLossLimit(account)) return null;
  const loss = money(accounts.dayEquity(account) - equity);
  const lossMax = accounts.dailyLossMax(account);
  return loss < lossMax ? null : { reason: "DAILY_LOSS_REACHED", loss, lossMax };
}

/**
 * Whether the account may take new exposure now: SELF_EXCLUDED, COOLING_OFF, MARGIN_CALLED,
 * DAILY_LOSS_REACHED; QUOTE_STALE or CONVERSION_MISSING when it cannot be valued.
 */
export function checkNewExposure(
  state: State,
  account: number,
  { prices, mark }: Marked,
): Refusal | null {
  const { accounts } = state;
  const paused = checkPauses(state, account, prices.atMs);
  if (paused !== null) return paused;
  if (!accounts.hasDailyLossLimit(account)) {
    const used = accounts.usedMark(account);
    if (used === 0 || mark.equity - used > 2 * mark.tolerance) return null;
  }
  const floating = floatingOf(state, account, prices);
  if (floating === null) return unvalued(state, account, prices);
  const equity = money(accounts.cash(account) + floating);
  return checkEquity(state, account, { equity, used: accounts.used(account) });
}

/** Names what the account cannot be valued without. */
function unvalued(state: State, account: number, prices: Prices): Refusal {
  const { orders } = state;
  let slot = state.accounts.firstOrder(account);
  for (; slot !== NONE; slot = i32(orders.nextInAccount, slot)) {
    const market = state.marketAt(i32(orders.market, slot));
    if (!orders.isHolding(slot)) continue;
    if (!prices.isQuoted(market)) {
      const { marketId, priceAgeMaxMs } = market.terms;
      return { reason: "QUOTE_STALE", marketId, ageMs: null, ageMaxMs: priceAgeMaxMs };
    }
    if (prices.convert(market.quotePath) === null) {
      return { reason: "CONVERSION_MISSING", currency: market.terms.quoteCurrency };
    }
  }
  throw new InvariantBroken("Invariant: an account without unquoted positions can be valued");
}
