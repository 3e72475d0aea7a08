// Ends a market: cancels its pending orders, closes its positions at the market, oldest first, and
// closes it for good. Only after notice, which is the operator's to give. Refuses: MARKET_UNKNOWN,
// MARKET_CLOSED, MARKET_HALTED, MARKET_DELISTED, QUOTE_STALE (nobody is closed on an old price).
import type { DelistMarket } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { cancelPending } from "../rules/cancel-pending.ts";
import { checkTradable } from "../rules/check.ts";
import { closePosition, closingFor } from "../rules/close-position.ts";
import { Draft } from "../rules/draft.ts";
import { ordersOfMarket } from "../rules/find-order.ts";
import { Prices } from "../rules/prices.ts";
import type { State } from "../state/state.ts";

export function delistMarket(state: State, { marketId, atMs }: DelistMarket): Decision {
  const market = state.marketOf(marketId);
  if (market === null) return refuse({ reason: "MARKET_UNKNOWN", marketId });
  const prices = new Prices(atMs);
  const refusal = checkTradable(market, prices);
  if (refusal !== null) return refuse(refusal);
  const draft = new Draft(state, prices);
  for (const slot of ordersOfMarket(state, market)) {
    if (state.orders.isPending(slot)) cancelPending(draft, slot, "delisted");
    else closePosition(draft, slot, closingFor("delisted"));
  }
  draft.emit({ type: "MarketSessionChanged", atMs, marketId, session: "delisted" });
  return accept(draft.events);
}
