// Changes target, stops and expiry of a pending order, and what it reserves. Refuses:
// ACCOUNT_UNKNOWN, ORDER_UNKNOWN, ORDER_NOT_PENDING, what check.ts names of session, quote, stops
// and trailing, TARGET_AT_PRICE, EXPIRY_PAST, CONVERSION_MISSING, MARGIN_EXCEEDS_FREE.
import { lots, money, ZERO_MONEY } from "@truetick/money";
import type { AmendOrder } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Refusal } from "../refusal.ts";
import { checkConversion, checkOpening, checkStops, checkTrailing } from "../rules/check.ts";
import { availableOf, isAffordable } from "../rules/equity.ts";
import { findOrder } from "../rules/find-order.ts";
import { markAccount } from "../rules/mark.ts";
import { costOf } from "../rules/order-cost.ts";
import { Prices } from "../rules/prices.ts";
import { f64, i32, i64 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";
import { pendingKindOf } from "./place-order.ts";

export function amendOrder(state: State, command: AmendOrder): Decision {
  const slot = findOrder(state, command);
  if (typeof slot !== "number") return refuse(slot);
  const { orders } = state;
  const { orderId, accountId, target, atMs } = command;
  if (!orders.isPending(slot)) return refuse({ reason: "ORDER_NOT_PENDING", orderId });
  const market = state.marketAt(i32(orders.market, slot));
  const prices = new Prices(atMs);
  const isSell = orders.isSell(slot);
  const refusal =
    checkOpening(market, prices) ??
    checkConversion(market, prices) ??
    checkTarget(market, prices, command, isSell) ??
    checkTrailing(f64(orders.trailingDistance, slot) || null, target);
  if (refusal !== null) return refuse(refusal);
  const size = { lots: lots(f64(orders.lots, slot)), leverage: i32(orders.leverage, slot) };
  const cost = costOf(market, { ...size, price: target }, prices);
  if ("reason" in cost) return refuse(cost);
  const account = i32(orders.account, slot);
  const needed = money(cost.total - i64(orders.margin, slot) - i64(orders.fee, slot));
  const mark = markAccount(state, account, prices);
  if (needed > 0n && !isAffordable(state, account, needed, { prices, mark })) {
    const available = availableOf(state, account, prices) ?? ZERO_MONEY;
    return refuse({ reason: "MARGIN_EXCEEDS_FREE", needed, available });
  }
  return accept([
    {
      type: "OrderAmended",
      atMs,
      orderId,
      accountId,
      book: state.accounts.book(account),
      marketId: market.terms.marketId,
      target,
      pendingKind: pendingKindOf(market, isSell, target),
      stopLoss: command.stopLoss,
      takeProfit: command.takeProfit,
      expiresAtMs: command.expiresAtMs,
      margin: cost.margin,
      fee: cost.fee,
      seq: market.seq,
    },
  ]);
}

function checkTarget(
  market: MarketSlot,
  prices: Prices,
  command: AmendOrder,
  isSell: boolean,
): Refusal | null {
  const { target, stopLoss, takeProfit, expiresAtMs, atMs } = command;
  const opening = prices.openingOf(market, isSell);
  if (target === opening) return { reason: "TARGET_AT_PRICE", target, price: opening };
  if (expiresAtMs !== null && expiresAtMs <= atMs) {
    return { reason: "EXPIRY_PAST", expiresAtMs, atMs };
  }
  return checkStops({ isSell, price: target, stopLoss, takeProfit });
}
