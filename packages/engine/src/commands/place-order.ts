// Places an order: filled now at the market, or left pending at a target with margin and fee
// reserved. Refuses: ACCOUNT_UNKNOWN, MARKET_UNKNOWN, what check.ts names of session, quote,
// leverage, lots, stops and exposure, TARGET_AT_PRICE, EXPIRY_PAST, DEVIATION_EXCEEDED,
// TOO_MANY_ORDERS, CONVERSION_MISSING, MARGIN_EXCEEDS_FREE.
import { assert, type Money, money, type Price, ZERO_MONEY } from "@truetick/money";
import type { PlaceOrder } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { OrderOpened, OrderPlaced } from "../event.ts";
import type { Movement } from "../ledger.ts";
import { orderId } from "../order.ts";
import type { Refusal } from "../refusal.ts";
import {
  checkConversion,
  checkLeverage,
  checkLots,
  checkNewExposure,
  checkOpening,
  checkStops,
  checkTrailing,
} from "../rules/check.ts";
import { availableOf, isAffordable } from "../rules/equity.ts";
import { type Mark, markAccount } from "../rules/mark.ts";
import { onlyMovement } from "../rules/only-movement.ts";
import { openingFill, trailingLevelOf } from "../rules/open-position.ts";
import { costOf, type OrderCost } from "../rules/order-cost.ts";
import { Prices } from "../rules/prices.ts";
import { NONE } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";

export const ORDERS_PER_ACCOUNT_MAX = 500;
export const PENDING_ORDERS_PER_ACCOUNT_MAX = 200;

export function placeOrder(state: State, command: PlaceOrder): Decision {
  const account = state.accounts.slotOf(command.accountId);
  if (account === NONE) {
    return refuse({ reason: "ACCOUNT_UNKNOWN", accountId: command.accountId });
  }
  const market = state.marketOf(command.marketId);
  if (market === null) return refuse({ reason: "MARKET_UNKNOWN", marketId: command.marketId });
  const prices = new Prices(command.atMs);
  const mark = markAccount(state, account, prices);
  const placing: Placing = { account, market, command, prices, mark };
  const refusal = checkOrder(state, placing);
  if (refusal !== null) return refuse(refusal);
  const cost = costAt(market, command, prices);
  if ("reason" in cost) return refuse(cost);
  if (!isAffordable(state, account, cost.total, placing)) {
    const available = availableOf(state, account, prices) ?? ZERO_MONEY;
    return refuse({ reason: "MARGIN_EXCEEDS_FREE", needed: cost.total, available });
  }
  if (command.target !== null) return accept([pendingOf(state, placing, cost, command.target)]);
  return accept([openNow(state, placing, cost)]);
}

type Placing = {
  readonly account: number;
  readonly market: MarketSlot;
  readonly command: PlaceOrder;
  readonly prices: Prices;
  /** The account as it stands, looked at once for all that asks. */
  readonly mark: Mark;
};

/** Everything but the money, in the order a trader would want to hear it. */
export function checkOrder(state: State, placing: Placing): Refusal | null {
  const { account, market, command, prices } = placing;
  const { leverage } = command;
  return (
    checkOpening(market, prices) ??
    checkConversion(market, prices) ??
    checkLeverage(state, { account, market, leverage }) ??
    checkLots(market, command.lots) ??
    checkPrices(market, command, prices) ??
    checkNewExposure(state, account, placing) ??
    checkCounts(state, account, command)
  );
}

/** Margin and fee at the fill, or at the target of a pending order. */
export function costAt(
  market: MarketSlot,
  command: PlaceOrder,
  prices: Prices,
): OrderCost | Refusal {
  const { lots, leverage } = command;
  const price = command.target ?? prices.openingOf(market, command.side === "sell");
  return costOf(market, { lots, leverage, price }, prices);
}

function checkPrices(market: MarketSlot, command: PlaceOrder, prices: Prices): Refusal | null {
  const { target, stopLoss, takeProfit } = command;
  const isSell = command.side === "sell";
  const opening = prices.openingOf(market, isSell);
  if (target !== null) {
    if (target === opening) return { reason: "TARGET_AT_PRICE", target, price: opening };
    const { expiresAtMs, atMs } = command;
    if (expiresAtMs !== null && expiresAtMs <= atMs) {
      return { reason: "EXPIRY_PAST", expiresAtMs, atMs };
    }
  } else {
    const deviation = checkDeviation(command, opening);
    if (deviation !== null) return deviation;
  }
  // Most orders have none.
  if ((stopLoss ?? takeProfit ?? command.trailingDistance) === null) return null;
  const price = target ?? prices.closingOf(market, isSell);
  return (
    checkStops({ isSell, price, stopLoss, takeProfit }) ??
    checkTrailing(command.trailingDistance, price)
  );
}

/** Refuses rather than fill worse than the trader allows; a better fill is always taken. */
function checkDeviation(command: PlaceOrder, price: Price): Refusal | null {
  const { askedPrice: asked, maxDeviation } = command;
  if (maxDeviation === null) return null;
  assert(asked !== null, "Invariant: a deviation is from a price that was seen");
  const worse = command.side === "buy" ? price - asked : asked - price;
  if (worse <= maxDeviation) return null;
  return { reason: "DEVIATION_EXCEEDED", asked, price, maxDeviation };
}

function checkCounts(state: State, account: number, command: PlaceOrder): Refusal | null {
  const pending = state.accounts.pendingCount(account);
  if (pending + state.accounts.holdingCount(account) >= ORDERS_PER_ACCOUNT_MAX) {
    return { reason: "TOO_MANY_ORDERS", ordersMax: ORDERS_PER_ACCOUNT_MAX };
  }
  if (command.target === null || pending < PENDING_ORDERS_PER_ACCOUNT_MAX) return null;
  return { reason: "TOO_MANY_ORDERS", ordersMax: PENDING_ORDERS_PER_ACCOUNT_MAX };
}

function openNow(state: State, placing: Placing, cost: OrderCost): OrderOpened {
  const { account, market, command, prices } = placing;
  const isSell = command.side === "sell";
  const id = orderId(state.nextOrderId);
  const openPrice = prices.openingOf(market, isSell);
  const fill = openingFill(market, prices, cost, { price: openPrice, rule: "market", level: null });
  return {
    type: "OrderOpened",
    atMs: command.atMs,
    orderId: id,
    accountId: command.accountId,
    book: state.accounts.book(account),
    marketId: command.marketId,
    wasPending: false,
    side: command.side,
    lots: command.lots,
    leverage: command.leverage,
    askedPrice: command.askedPrice ?? openPrice,
    openPrice,
    stopLoss: command.stopLoss,
    takeProfit: command.takeProfit,
    trailingDistance: command.trailingDistance,
    trailingLevel: trailingLevelOf(market, prices, isSell, command.trailingDistance),
    margin: cost.margin,
    fee: cost.fee,
    fill,
    movements: cost.fee === 0n ? [] : [feeOf(state, account, id, cost.fee)],
  };
}

function feeOf(state: State, account: number, causeId: number, fee: Money): Movement {
  const amount = money(-fee);
  return onlyMovement(state, account, { from: "fees", amount, cause: "fee", causeId });
}

function pendingOf(
  state: State,
  { account, market, command }: Placing,
  cost: OrderCost,
  target: Price,
): OrderPlaced {
  return {
    type: "OrderPlaced",
    atMs: command.atMs,
    orderId: orderId(state.nextOrderId),
    accountId: command.accountId,
    book: state.accounts.book(account),
    marketId: command.marketId,
    side: command.side,
    lots: command.lots,
    leverage: command.leverage,
    target,
    pendingKind: pendingKindOf(market, command.side === "sell", target),
    stopLoss: command.stopLoss,
    takeProfit: command.takeProfit,
    trailingDistance: command.trailingDistance,
    expiresAtMs: command.expiresAtMs,
    margin: cost.margin,
    fee: cost.fee,
    seq: market.seq,
    termsVersion: market.terms.version,
  };
}

/** A limit waits for a better price than now, a stop for a worse one. */
export function pendingKindOf(market: MarketSlot, isSell: boolean, target: Price) {
  const isLimit = isSell ? target > market.bid : target < market.ask;
  return isLimit ? ("limit" as const) : ("stop" as const);
}
