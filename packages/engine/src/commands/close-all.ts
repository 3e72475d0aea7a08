// Closes every position of an account whose market is open and fresh, oldest first; the others
// stay as they are, and each is named with the reason. May cancel pending orders too.
// Refuses: ACCOUNT_UNKNOWN, NOTHING_TO_CLOSE.
import type { CloseAll } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import type { OrderLeftOpen } from "../event.ts";
import type { LeftReason, OrderId } from "../order.ts";
import { cancelPending } from "../rules/cancel-pending.ts";
import { checkTradable } from "../rules/check.ts";
import { closePosition, closingFor } from "../rules/close-position.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { f64, i32, NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function closeAll(state: State, command: CloseAll): Decision {
  const { accountId } = command;
  const account = state.accounts.slotOf(accountId);
  if (account === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId });
  const draft = new Draft(state, new Prices(command.atMs));
  const closing = closingFor(command.reason);
  const cancelReason = command.reason === "user" ? "user" : "copy-stopped";
  const left: OrderLeftOpen[] = [];
  for (const order of draft.liveOrders(account)) {
    const market = state.marketAt(i32(state.orders.market, order.slot));
    if (command.marketId !== null && market.terms.marketId !== command.marketId) continue;
    if (order.status === "pending") {
      if (command.isCancellingPending) cancelPending(draft, order.slot, cancelReason);
      continue;
    }
    const obstacle = checkTradable(market, draft.prices);
    if (obstacle === null) closePosition(draft, order.slot, closing);
    else left.push(leftOpen(state, order.slot, { reason: obstacle.reason, atMs: command.atMs }));
  }
  if (draft.events.length === 0) return refuse({ reason: "NOTHING_TO_CLOSE", accountId });
  for (const event of left) draft.emit(event);
  return accept(draft.events);
}

function leftOpen(
  state: State,
  slot: number,
  why: { readonly reason: LeftReason; readonly atMs: number },
): OrderLeftOpen {
  const { accounts, orders } = state;
  const account = i32(orders.account, slot);
  return {
    type: "OrderLeftOpen",
    orderId: f64(orders.orderId, slot) as OrderId,
    accountId: accounts.accountId(account),
    book: accounts.book(account),
    marketId: state.marketAt(i32(orders.market, slot)).terms.marketId,
    ...why,
  };
}
