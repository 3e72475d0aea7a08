// Closes a position, or part of it, at the market. Refuses: ORDER_UNKNOWN (also for an order of
// another account, T56), ORDER_NOT_HOLDING, MARKET_CLOSED, MARKET_HALTED, MARKET_DELISTED,
// QUOTE_STALE, LOTS_ABOVE_ORDER, LOTS_OFF_STEP.
import type { Lots } from "@truetick/money";
import { lots as lotsOf } from "@truetick/money";
import type { CloseOrder } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { Refusal } from "../refusal.ts";
import { checkTradable } from "../rules/check.ts";
import {
  CLOSED_BY_USER,
  closeAlone,
  closePosition,
  closingFor,
  reducePosition,
} from "../rules/close-position.ts";
import { Draft } from "../rules/draft.ts";
import { findOrder } from "../rules/find-order.ts";
import { Prices } from "../rules/prices.ts";
import { f64, i32 } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";

export function closeOrder(state: State, command: CloseOrder): Decision {
  const slot = findOrder(state, command);
  if (typeof slot !== "number") return refuse(slot);
  const { orders } = state;
  if (!orders.isHolding(slot)) {
    return refuse({ reason: "ORDER_NOT_HOLDING", orderId: command.orderId });
  }
  const market = state.marketAt(i32(orders.market, slot));
  const prices = new Prices(command.atMs);
  const held = lotsOf(f64(orders.lots, slot));
  const refusal = checkTradable(market, prices) ?? checkPart(market, command.lots, held);
  if (refusal !== null) return refuse(refusal);
  const closing = command.reason === "user" ? CLOSED_BY_USER : closingFor(command.reason);
  const part = command.lots === held ? null : command.lots;
  const closed = part === null ? closeAlone(state, slot, prices, closing) : null;
  if (closed !== null) return accept([closed]);
  const draft = new Draft(state, prices);
  if (part === null) closePosition(draft, slot, closing);
  else reducePosition(draft, slot, part, closing);
  return accept(draft.events);
}

/** A part is a number of lot steps; the rest may be below the market's minimum. */
function checkPart(market: MarketSlot, lots: Lots | null, lotsHeld: Lots): Refusal | null {
  if (lots === null || lots === lotsHeld) return null;
  if (lots > lotsHeld) return { reason: "LOTS_ABOVE_ORDER", lots, lotsHeld };
  const { lotStep } = market.terms;
  if (lots > 0 && lots % lotStep === 0) return null;
  return { reason: "LOTS_OFF_STEP", lots, lotStep };
}
