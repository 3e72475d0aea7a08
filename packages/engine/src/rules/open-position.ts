// Opens a position at the price the quote gives: a market order now, or a pending order that its
// target has triggered. The one way margin is taken and a fee is booked.
import { assert, type Lots, lots, money, type Price, price } from "@truetick/money";
import type { AccountId, Book } from "../account.ts";
import type { OrderOpened } from "../event.ts";
import { type FillRule, RULES_VERSION } from "../fill.ts";
import type { Movement } from "../ledger.ts";
import type { CancelReason, OrderId } from "../order.ts";
import type { Refusal } from "../refusal.ts";
import { f64, i32 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import { cancelPending } from "./cancel-pending.ts";
import { checkConversion, checkEquity, checkLeverage, checkPauses } from "./check.ts";
import { priceOrNull } from "./close-position.ts";
import type { AccountDraft, Draft, OrderDraft } from "./draft.ts";
import { costOf, type OrderCost } from "./order-cost.ts";
import type { Prices } from "./prices.ts";
import { valueAccount } from "./valuation.ts";

/** An order about to hold, with everything its event repeats. */
export type Opening = {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly book: Book;
  readonly wasPending: boolean;
  readonly market: MarketSlot;
  readonly isSell: boolean;
  readonly lots: Lots;
  readonly leverage: number;
  readonly askedPrice: Price;
  readonly stopLoss: Price | null;
  readonly takeProfit: Price | null;
  readonly trailingDistance: number | null;
  readonly rule: FillRule;
  readonly cost: OrderCost;
  /** The fee; empty when there is none. */
  readonly movements: readonly Movement[];
};

/** The event of an opening at these prices; the checks are the caller's. */
export function openedEvent(opening: Opening, prices: Prices): OrderOpened {
  const { market, cost, isSell } = opening;
  const openPrice = prices.openingOf(market, isSell);
  return {
    type: "OrderOpened",
    atMs: prices.atMs,
    orderId: opening.orderId,
    accountId: opening.accountId,
    book: opening.book,
    marketId: market.terms.marketId,
    wasPending: opening.wasPending,
    side: isSell ? "sell" : "buy",
    lots: opening.lots,
    leverage: opening.leverage,
    askedPrice: opening.askedPrice,
    openPrice,
    stopLoss: opening.stopLoss,
    takeProfit: opening.takeProfit,
    trailingDistance: opening.trailingDistance,
    trailingLevel: trailingLevelOf(market, prices, isSell, opening.trailingDistance),
    margin: cost.margin,
    fee: cost.fee,
    fill: {
      marketId: market.terms.marketId,
      seq: prices.seqOf(market),
      bid: price(prices.bidOf(market)),
      ask: price(prices.askOf(market)),
      price: openPrice,
      rule: opening.rule,
      level: opening.wasPending ? opening.askedPrice : null,
      rulesVersion: RULES_VERSION,
      termsVersion: market.terms.version,
      quoteConversion: cost.quote.path,
      baseConversion: cost.base?.path ?? NO_PATH,
    },
    movements: opening.movements,
  };
}

const NO_PATH = [] as const;

/** Where a trailing stop starts: its distance behind the price that would close. */
export function trailingLevelOf(
  market: MarketSlot,
  prices: Prices,
  isSell: boolean,
  distance: number | null,
): Price | null {
  if (distance === null) return null;
  const closing = prices.closingOf(market, isSell);
  const level = isSell ? closing + distance : closing - distance;
  // A distance that once fitted may reach below zero after a crash of the price: no level then.
  return level > 0 ? price(level) : null;
}

/**
 * A target was reached: the order opens, or is cancelled with the reason why it cannot. While a
 * conversion is stale it waits: the first tick that still reaches it and has both acts.
 */
export function openPending(draft: Draft, slot: number): void {
  const { orders } = draft.state;
  const market = draft.state.marketAt(i32(orders.market, slot));
  const order = draft.order(slot);
  assert(order.status === "pending", "Invariant: only a pending order is triggered (P15)");
  if (checkConversion(market, draft.prices) !== null) return;
  const isSell = orders.isSell(slot);
  const size = {
    lots: lots(order.lots),
    leverage: i32(orders.leverage, slot),
    price: draft.prices.openingOf(market, isSell),
  };
  const account = draft.account(i32(orders.account, slot));
  const cost = costOf(market, size, draft.prices);
  const reason = reasonAgainst(draft, account, order, cost);
  if (reason !== null || "reason" in cost) {
    const seq = draft.prices.seqOf(market);
    cancelPending(draft, slot, reason ?? "no-new-exposure", seq);
    return;
  }
  account.reserved = money(account.reserved - order.margin - order.fee);
  account.used = money(account.used + cost.margin);
  account.holdingCount += 1;
  const orderId = f64(orders.orderId, slot) as OrderId;
  const fee = { cause: "fee", causeId: orderId } as const;
  const opening: Opening = {
    orderId,
    accountId: account.accountId,
    book: account.book,
    wasPending: true,
    market,
    isSell,
    lots: size.lots,
    leverage: size.leverage,
    askedPrice: price(f64(orders.askedPrice, slot)),
    stopLoss: priceOrNull(f64(orders.stopLoss, slot)),
    takeProfit: priceOrNull(f64(orders.takeProfit, slot)),
    trailingDistance: f64(orders.trailingDistance, slot) || null,
    rule: orders.isStopKind(slot) ? "stop" : "limit",
    cost,
    movements: cost.fee === 0n ? [] : [draft.moveFromHouse(account, "fees", money(-cost.fee), fee)],
  };
  draft.emit(openedEvent(opening, draft.prices));
  order.status = "holding";
  order.openPrice = size.price;
  order.margin = cost.margin;
  order.fee = cost.fee;
}

/** Why a triggered order cannot open, or null. Its own reservation counts as free. */
function reasonAgainst(
  draft: Draft,
  account: AccountDraft,
  order: OrderDraft,
  cost: OrderCost | Refusal,
): CancelReason | null {
  const { state } = draft;
  const market = state.marketAt(i32(state.orders.market, order.slot));
  const leverage = i32(state.orders.leverage, order.slot);
  if (checkLeverage(state, { account: account.slot, market, leverage }) !== null) return "leverage";
  const valuation = valueAccount(draft, account.slot);
  if (valuation === null || "reason" in cost) return "no-new-exposure";
  const { equity } = valuation;
  const refusal =
    checkPauses(state, account.slot, draft.atMs) ??
    checkEquity(state, account.slot, { equity, used: account.used });
  if (refusal !== null) return "no-new-exposure";
  const reservedByOthers = account.reserved - order.margin - order.fee;
  const spendable = account.cash - account.used - reservedByOthers;
  const available = valuation.floating < 0n ? spendable + valuation.floating : spendable;
  return cost.total > available ? "margin" : null;
}
