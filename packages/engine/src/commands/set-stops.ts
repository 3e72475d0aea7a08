// Sets or takes off the stop-loss and take-profit of a pending or holding order. They act from the
// next tick on (T59). Works while the market is closed, against its last quote; not on a stale one.
// Refuses: ACCOUNT_UNKNOWN, ORDER_UNKNOWN, QUOTE_STALE, STOP_LOSS_WRONG_SIDE,
// TAKE_PROFIT_WRONG_SIDE.
import { price } from "@truetick/money";
import type { SetStops } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { isDealt } from "../market.ts";
import type { Refusal } from "../refusal.ts";
import { checkFresh, checkStops } from "../rules/check.ts";
import { findOrder } from "../rules/find-order.ts";
import { Prices } from "../rules/prices.ts";
import { f64, i32 } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function setStops(state: State, command: SetStops): Decision {
  const slot = findOrder(state, command);
  if (typeof slot !== "number") return refuse(slot);
  const refusal = checkLevels(state, slot, command);
  if (refusal !== null) return refuse(refusal);
  const { accountId, orderId, stopLoss, takeProfit, atMs } = command;
  const market = state.marketAt(i32(state.orders.market, slot));
  return accept([
    {
      type: "StopsSet",
      atMs,
      orderId,
      accountId,
      book: state.accounts.book(i32(state.orders.account, slot)),
      marketId: market.terms.marketId,
      stopLoss,
      takeProfit,
      seq: market.seq,
    },
  ]);
}

function checkLevels(state: State, slot: number, command: SetStops): Refusal | null {
  const { stopLoss, takeProfit } = command;
  if (stopLoss === null && takeProfit === null) return null;
  const { orders } = state;
  const isSell = orders.isSell(slot);
  if (orders.isPending(slot)) {
    const target = price(f64(orders.askedPrice, slot));
    return checkStops({ isSell, price: target, stopLoss, takeProfit });
  }
  const market = state.marketAt(i32(orders.market, slot));
  const prices = new Prices(command.atMs);
  if (isDealt(market.session) || !prices.isQuoted(market)) {
    const stale = checkFresh(market, prices);
    if (stale !== null) return stale;
  }
  return checkStops({ isSell, price: prices.closingOf(market, isSell), stopLoss, takeProfit });
}
