// The rules without any index: every order and every account is looked at, with exact arithmetic.
// Property tests hold the engine's indexes against it.
import {
  invertRatio,
  longProfit,
  lots,
  midRatio,
  multiplyRatios,
  PAR,
  price,
  type Ratio,
  shortProfit,
} from "@truetick/money";
import { type Event, isDealt, type State } from "../index.ts";
import { f64, i32, i64 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";

/** Numbers of the orders that a quote must close or trigger, by looking at all of them. */
export function scanFired(state: State, market: MarketSlot, bid: number, ask: number): Fired {
  const { orders } = state;
  const closing: number[] = [];
  const triggered: number[] = [];
  for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
    if (!orders.isLive(slot) || i32(orders.market, slot) !== market.slot) continue;
    const isSell = orders.isSell(slot);
    const id = f64(orders.orderId, slot);
    if (orders.isHolding(slot)) {
      if (isStopped(state, slot, isSell ? ask : bid)) closing.push(id);
    } else if (isReached(state, slot, isSell ? bid : ask)) {
      triggered.push(id);
    }
  }
  return { closing: closing.sort(byNumber), triggered: triggered.sort(byNumber) };
}

/** Whether an order of this market would be converted by an old quote: its target then waits. */
export function isConvertedByOld(market: MarketSlot, atMs: number): boolean {
  const base = market.terms.marginMode === "fixed" ? (market.basePath ?? []) : [];
  return [...(market.quotePath ?? []), ...base].some(({ market: step }) => {
    const isOld = step.isStale || atMs - step.quotedAtMs > step.terms.priceAgeMaxMs;
    return step !== market && isDealt(step.session) && isOld;
  });
}

export type Fired = { readonly closing: number[]; readonly triggered: number[] };

function isReached({ orders }: State, slot: number, opening: number): boolean {
  const target = f64(orders.askedPrice, slot);
  const waitsForFall = orders.isSell(slot) === orders.isStopKind(slot);
  return waitsForFall ? opening <= target : opening >= target;
}

function isStopped({ orders }: State, slot: number, closing: number): boolean {
  const sign = orders.isSell(slot) ? -1 : 1;
  const isBeyond = (level: number) => level > 0 && sign * (closing - level) <= 0;
  const takeProfit = f64(orders.takeProfit, slot);
  return (
    isBeyond(f64(orders.stopLoss, slot)) ||
    isBeyond(f64(orders.trailingLevel, slot)) ||
    (takeProfit > 0 && sign * (closing - takeProfit) >= 0)
  );
}

/** What a tick's events closed by stops, and what it triggered. */
export function firedBy(events: readonly Event[]): Fired {
  const closing: number[] = [];
  const triggered: number[] = [];
  for (const event of events) {
    if (event.type === "OrderClosed" && STOPS.has(event.reason)) closing.push(event.orderId);
    if (event.type === "OrderOpened") triggered.push(event.orderId);
    if (event.type === "OrderCancelled" && event.seq !== null) triggered.push(event.orderId);
  }
  return { closing: closing.sort(byNumber), triggered: triggered.sort(byNumber) };
}

const STOPS = new Set(["stop-loss", "take-profit", "trailing-stop"]);

export type Worth = {
  readonly equity: bigint;
  readonly used: bigint;
  readonly markets: Set<MarketSlot>;
  readonly hasClosable: boolean;
};

/** Equity and used margin of an account, order by order, with fresh conversions. */
export function worthOf(state: State, account: number, atMs: number): Worth {
  const { orders } = state;
  let equity: bigint = state.accounts.cash(account);
  let used = 0n;
  let hasClosable = false;
  const markets = new Set<MarketSlot>();
  for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
    if (!orders.isHolding(slot) || i32(orders.account, slot) !== account) continue;
    const market = state.marketAt(i32(orders.market, slot));
    markets.add(market);
    for (const { market: step } of market.quotePath ?? []) markets.add(step);
    equity += profitAt(state, slot, market);
    used += i64(orders.margin, slot);
    const ageMs = atMs - market.quotedAtMs;
    hasClosable ||= isDealt(market.session) && ageMs <= market.terms.priceAgeMaxMs;
  }
  return { equity, used, markets, hasClosable };
}

function profitAt({ orders }: State, slot: number, market: MarketSlot): bigint {
  const isSell = orders.isSell(slot);
  const input = {
    contract: market.contract,
    lots: lots(f64(orders.lots, slot)),
    openPrice: price(f64(orders.openPrice, slot)),
    closePrice: price(isSell ? market.ask : market.bid),
    conversion: conversionOf(market),
  };
  return isSell ? shortProfit(input) : longProfit(input);
}

function conversionOf(market: MarketSlot): Ratio {
  let ratio: Ratio = PAR;
  for (const { market: step, isInverse } of market.quotePath ?? []) {
    const quote = { bid: price(step.bid), ask: price(step.ask) };
    const mid = midRatio({ ...quote, pricePrecision: step.terms.pricePrecision });
    ratio = multiplyRatios(ratio, isInverse ? invertRatio(mid) : mid);
  }
  return ratio;
}

function byNumber(left: number, right: number): number {
  return left - right;
}
