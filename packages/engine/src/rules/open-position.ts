// Opens a position at the price the quote gives: a market order now, or a pending order that its
// target has triggered. The one way margin is taken and a fee is booked.
import { assert, lots, money, type Price, price } from "@truetick/money";
import type { OrderOpened } from "../event.ts";
import { type Fill, type FillRule, RULES_VERSION } from "../fill.ts";
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

/** The evidence of an opening at these prices. */
export function openingFill(
  market: MarketSlot,
  prices: Prices,
  cost: OrderCost,
  opening: { price: Price; rule: FillRule; level: Price | null },
): Fill {
  return {
    marketId: market.terms.marketId,
    seq: prices.seqOf(market),
    bid: price(prices.bidOf(market)),
    ask: price(prices.askOf(market)),
    price: opening.price,
    rule: opening.rule,
    level: opening.level,
    rulesVersion: RULES_VERSION,
    termsVersion: market.terms.version,
    quoteConversion: cost.quote.path,
    baseConversion: cost.base?.path ?? NO_PATH,
  };
}

const NO_PATH = [] as const;

/** The least price there is; a level of 0 would be none. */
const LEVEL_MIN = 1;

/**
 * Where a trailing stop starts: its distance behind the price that would close. A distance that
 * once fitted may reach below zero after a crash of the price: the level then waits at the least
 * price, since without one it would not follow the price up again.
 */
export function trailingLevelOf(
  market: MarketSlot,
  prices: Prices,
  isSell: boolean,
  distance: number | null,
): Price | null {
  if (distance === null) return null;
  const closing = prices.closingOf(market, isSell);
  const level = isSell ? closing + distance : closing - distance;
  return price(Math.max(level, LEVEL_MIN));
}

/**
 * A target was reached: the order opens, or is cancelled with the reason why it cannot. While a
 * conversion is stale, or the market is for closing only, it waits: the first tick that still
 * reaches it and finds neither acts.
 */
export function openPending(draft: Draft, slot: number): void {
  const { orders } = draft.state;
  const market = draft.state.marketAt(i32(orders.market, slot));
  const order = draft.order(slot);
  assert(order.status === "pending", "Invariant: only a pending order is triggered (P15)");
  if (market.session !== "open" || checkConversion(market, draft.prices) !== null) return;
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
  draft.emit(triggeredEvent(draft, account, slot, { price: size.price, cost }));
  order.status = "holding";
  order.openPrice = size.price;
  order.margin = cost.margin;
  order.fee = cost.fee;
}

/** The event of a pending order that opens; its fee is booked with it. */
function triggeredEvent(
  draft: Draft,
  account: AccountDraft,
  slot: number,
  opening: { price: Price; cost: OrderCost },
): OrderOpened {
  const { prices, state } = draft;
  const { orders } = state;
  const { cost } = opening;
  const market = state.marketAt(i32(orders.market, slot));
  const isSell = orders.isSell(slot);
  const orderId = f64(orders.orderId, slot) as OrderId;
  const level = price(f64(orders.askedPrice, slot));
  const rule = orders.isStopKind(slot) ? "stop" : "limit";
  const trailingDistance = f64(orders.trailingDistance, slot) || null;
  const why = { cause: "fee", causeId: orderId } as const;
  return {
    type: "OrderOpened",
    atMs: draft.atMs,
    orderId,
    accountId: account.accountId,
    book: account.book,
    marketId: market.terms.marketId,
    wasPending: true,
    side: isSell ? "sell" : "buy",
    lots: lots(f64(orders.lots, slot)),
    leverage: i32(orders.leverage, slot),
    askedPrice: level,
    openPrice: opening.price,
    stopLoss: priceOrNull(f64(orders.stopLoss, slot)),
    takeProfit: priceOrNull(f64(orders.takeProfit, slot)),
    trailingDistance,
    trailingLevel: trailingLevelOf(market, prices, isSell, trailingDistance),
    margin: cost.margin,
    fee: cost.fee,
    fill: openingFill(market, prices, cost, { price: opening.price, rule, level }),
    movements: cost.fee === 0n ? [] : [draft.moveFromHouse(account, "fees", money(-cost.fee), why)],
  };
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
