// Reads for everyone outside: accounts, orders and markets as they stand at the newest quotes. All
// figures are exact. Before a market's first quote a position shows no profit.
import { type Lots, lots, marginLevel, money, ZERO_MONEY } from "@truetick/money";
import type { AccountId, AccountView } from "./account.ts";
import type { MarketSession, MarketTerms, Quote } from "./market.ts";
import type { OrderId, OrderView } from "./order.ts";
import { priceOrNull } from "./rules/close-position.ts";
import { floatingOf, profitOf } from "./rules/equity.ts";
import { Prices } from "./rules/prices.ts";
import { f64, i32, i64, NONE } from "./state/columns.ts";
import type { State } from "./state/state.ts";

export function accountView(state: State, accountId: AccountId): AccountView | null {
  const { accounts } = state;
  const slot = accounts.slotOf(accountId);
  if (slot === NONE) return null;
  const cash = accounts.cash(slot);
  const used = accounts.used(slot);
  const reserved = accounts.reserved(slot);
  const held = accounts.held(slot);
  const floating = floatingOf(state, slot, new Prices(0)) ?? ZERO_MONEY;
  const equity = money(cash + floating);
  const balance = money(cash - used - reserved);
  const free = money(equity - used - reserved);
  const least = free < balance ? free : balance;
  return {
    accountId,
    book: accounts.book(slot),
    cash,
    used,
    reserved,
    held,
    floating,
    equity,
    free,
    level: marginLevel(equity, used),
    balance,
    lockedBalance: money(used + reserved + held),
    available: least > 0n ? least : ZERO_MONEY,
    isMarginCalled: accounts.isMarginCalled(slot),
    limits: accounts.limits(slot),
  };
}

export function orderView(state: State, orderId: OrderId): OrderView | null {
  const { orders, accounts } = state;
  const slot = orders.slotOf(orderId);
  if (slot === NONE) return null;
  const market = state.marketAt(i32(orders.market, slot));
  const prices = new Prices(0);
  const isSell = orders.isSell(slot);
  const isHolding = orders.isHolding(slot);
  const size: Lots = lots(f64(orders.lots, slot));
  const openPrice = priceOrNull(f64(orders.openPrice, slot));
  const asked = priceOrNull(f64(orders.askedPrice, slot));
  if (asked === null) return null;
  const profit =
    openPrice === null ? null : profitOf(market, { isSell, lots: size, openPrice }, prices);
  return {
    orderId,
    accountId: accounts.accountId(i32(orders.account, slot)),
    marketId: market.terms.marketId,
    status: isHolding ? "holding" : "pending",
    side: isSell ? "sell" : "buy",
    lots: size,
    leverage: i32(orders.leverage, slot),
    askedPrice: asked,
    openPrice,
    pendingKind: isHolding ? null : orders.isStopKind(slot) ? "stop" : "limit",
    stopLoss: priceOrNull(f64(orders.stopLoss, slot)),
    takeProfit: priceOrNull(f64(orders.takeProfit, slot)),
    trailingDistance: f64(orders.trailingDistance, slot) || null,
    trailingLevel: priceOrNull(f64(orders.trailingLevel, slot)),
    margin: money(i64(orders.margin, slot)),
    fee: money(i64(orders.fee, slot)),
    expiresAtMs: f64(orders.expiresAtMs, slot) || null,
    placedAtMs: f64(orders.placedAtMs, slot),
    openedAtMs: f64(orders.openedAtMs, slot) || null,
    openSeq: f64(orders.openSeq, slot),
    termsVersion: i32(orders.termsVersion, slot),
    closingPrice: isHolding && prices.isQuoted(market) ? prices.closingOf(market, isSell) : null,
    profit: profit ?? ZERO_MONEY,
  };
}

/** Live orders of an account, oldest first. */
export function accountOrders(state: State, accountId: AccountId): OrderId[] {
  const { orders, accounts } = state;
  const account = accounts.slotOf(accountId);
  const ids: OrderId[] = [];
  if (account === NONE) return ids;
  let slot = accounts.firstOrder(account);
  for (; slot !== NONE; slot = i32(orders.nextInAccount, slot)) {
    ids.push(f64(orders.orderId, slot) as OrderId);
  }
  return ids.sort((left, right) => left - right);
}

export type MarketView = {
  readonly terms: MarketTerms;
  readonly session: MarketSession;
  readonly quote: Quote | null;
  /** Its source is silent; age is for the reader to judge. */
  readonly isStale: boolean;
  readonly lastCutDate: number;
};

export function marketView(state: State, marketId: number): MarketView | null {
  const market = state.marketOf(marketId);
  if (market === null) return null;
  const { seq, quotedAtMs, terms, session, isStale, lastCutDate } = market;
  const bid = priceOrNull(market.bid);
  const ask = priceOrNull(market.ask);
  const quote = bid === null || ask === null ? null : { seq, bid, ask, atMs: quotedAtMs };
  return { terms, session, quote, isStale, lastCutDate };
}
