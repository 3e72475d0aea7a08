// The stop-out: at a level of 50 % or less, in one atomic step, pending orders are cancelled and
// the fewest lot steps closed that bring the level to 55 % or more. Positions in closed or stale
// markets wait for their first tick. Flat below zero, the house protects (close-position.ts).
import { assert, isLevelAtMost, type Money, marginLevel, money, price } from "@truetick/money";
import type { StopOutOrder } from "../account.ts";
import type { StoppedOut } from "../event.ts";
import { f64, i32 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import { cancelPending } from "./cancel-pending.ts";
import { closePosition, closingFor, reducePosition, splitOrder } from "./close-position.ts";
import type { AccountDraft, Draft } from "./draft.ts";
import { profitOf } from "./equity.ts";
import { type Valuation, type ValuedPosition, valueAccount } from "./valuation.ts";

export const MARGIN_CALL_PERCENT = 100n;
export const STOP_OUT_PERCENT = 50n;
const STOP_OUT_TARGET_PERCENT = 55n;

const STOP_OUT = closingFor("stop-out");

/** Does nothing when nothing can be done: no pending orders, and every market closed or stale. */
export function stopOut(draft: Draft, account: AccountDraft, valuation: Valuation): void {
  const canClose = valuation.positions.some((position) => isClosable(draft, position));
  if (!canClose && valuation.pending.length === 0) return;
  draft.emit(evidenceOf(draft, account, valuation));
  for (const order of valuation.pending) cancelPending(draft, order.slot, "stop-out");
  const { stopOutOrder } = draft.state.accounts.limits(account.slot);
  for (let left: Valuation | null = valuation; left !== null; ) {
    if (isRestored(left.equity, account.used)) return;
    const first = firstToClose(draft, left.positions, stopOutOrder);
    if (first === null) return;
    closeFewest(draft, account, left, first);
    left = account.holdingCount === 0 ? null : valueAccount(draft, account.slot);
  }
}

/** equity / used >= 55 %. */
function isRestored(equity: Money, used: Money): boolean {
  return equity * 100n >= used * STOP_OUT_TARGET_PERCENT;
}

function isClosable(draft: Draft, { order }: ValuedPosition): boolean {
  return draft.prices.isTradable(marketOf(draft, order.slot));
}

/** The one using most margin, or losing most; the oldest of equals. */
function firstToClose(
  draft: Draft,
  positions: readonly ValuedPosition[],
  by: StopOutOrder,
): ValuedPosition | null {
  let first: ValuedPosition | null = null;
  for (const position of positions) {
    if (!isClosable(draft, position)) continue;
    const isAhead =
      first === null ||
      (by === "most-margin"
        ? position.order.margin > first.order.margin
        : position.profit < first.profit);
    if (isAhead) first = position;
  }
  return first;
}

/** Closes the fewest lot steps of one position that restore the level, else all of it. */
function closeFewest(
  draft: Draft,
  account: AccountDraft,
  valuation: Valuation,
  { order, profit }: ValuedPosition,
): void {
  const market = marketOf(draft, order.slot);
  const step = market.terms.lotStep;
  const steps = Math.ceil(order.lots / step);
  const isSell = draft.state.orders.isSell(order.slot);
  const profitOfLots = (lots: number): Money => {
    const part = profitOf(market, { isSell, lots, openPrice: order.openPrice }, draft.prices);
    assert(part !== null, "Invariant: a valued position can be valued in part");
    return part;
  };
  const restores = (count: number): boolean => {
    const lots = count * step;
    const equity = valuation.equity - profit + profitOfLots(lots) + profitOfLots(order.lots - lots);
    return isRestored(money(equity), money(account.used - splitOrder(order, lots).margin));
  };
  const fewest = fewestWhere(restores, steps - 1);
  if (fewest === null) closePosition(draft, order.slot, STOP_OUT);
  else reducePosition(draft, order.slot, fewest * step, STOP_OUT);
}

/** The least count from 1 to max for which the predicate, once true, stays true; null: none. */
function fewestWhere(isEnough: (count: number) => boolean, max: number): number | null {
  if (max < 1 || !isEnough(max)) return null;
  let low = 1;
  let high = max;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function evidenceOf(draft: Draft, account: AccountDraft, valuation: Valuation): StoppedOut {
  const markets = new Set<MarketSlot>();
  for (const { order } of valuation.positions) {
    const market = marketOf(draft, order.slot);
    markets.add(market);
    for (const step of market.quotePath ?? []) markets.add(step.market);
  }
  const { prices } = draft;
  const level = marginLevel(valuation.equity, account.used);
  assert(level !== null, "Invariant: only an account that uses margin is stopped out");
  assert(
    isLevelAtMost(valuation.equity, account.used, STOP_OUT_PERCENT),
    "Invariant: nobody above the level is stopped out (P08)",
  );
  return {
    type: "StoppedOut",
    atMs: draft.atMs,
    accountId: account.accountId,
    book: account.book,
    cash: account.cash,
    equity: valuation.equity,
    used: account.used,
    level,
    quotes: [...markets]
      .sort((left, right) => left.terms.marketId - right.terms.marketId)
      .map((market) => ({
        marketId: market.terms.marketId,
        seq: prices.seqOf(market),
        bid: price(prices.bidOf(market)),
        ask: price(prices.askOf(market)),
      })),
  };
}

function marketOf(draft: Draft, slot: number): MarketSlot {
  assert(f64(draft.state.orders.orderId, slot) > 0, "Invariant: a slot in use has its order");
  return draft.state.marketAt(i32(draft.state.orders.market, slot));
}
