// Sets or takes off a trailing stop: a level kept its distance behind the best price since now. On
// a pending order it starts at the fill. Refuses: ACCOUNT_UNKNOWN, ORDER_UNKNOWN, MARKET_CLOSED,
// MARKET_HALTED, MARKET_DELISTED, QUOTE_STALE, TRAILING_DISTANCE_INVALID.
import { type Price, price } from "@truetick/money";
import type { SetTrailing } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { checkTradable, checkTrailing } from "../rules/check.ts";
import { findOrder } from "../rules/find-order.ts";
import { trailingLevelOf } from "../rules/open-position.ts";
import { Prices } from "../rules/prices.ts";
import { f64, i32 } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function setTrailing(state: State, command: SetTrailing): Decision {
  const slot = findOrder(state, command);
  if (typeof slot !== "number") return refuse(slot);
  const { orders } = state;
  const { accountId, orderId, distance, atMs } = command;
  const market = state.marketAt(i32(orders.market, slot));
  const prices = new Prices(atMs);
  const isSell = orders.isSell(slot);
  let trailingLevel: Price | null = null;
  if (distance !== null && orders.isPending(slot)) {
    const refusal = checkTrailing(distance, price(f64(orders.askedPrice, slot)));
    if (refusal !== null) return refuse(refusal);
  } else if (distance !== null) {
    const refusal =
      checkTradable(market, prices) ?? checkTrailing(distance, prices.closingOf(market, isSell));
    if (refusal !== null) return refuse(refusal);
    trailingLevel = trailingLevelOf(market, prices, isSell, distance);
  }
  return accept([
    {
      type: "TrailingSet",
      atMs,
      orderId,
      accountId,
      book: state.accounts.book(i32(orders.account, slot)),
      marketId: market.terms.marketId,
      trailingDistance: distance,
      trailingLevel,
      seq: market.seq,
    },
  ]);
}
