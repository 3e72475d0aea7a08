// Closes every position of an account whose market is open and fresh, oldest first; the others
// stay as they are. May cancel pending orders too. Refuses: ACCOUNT_UNKNOWN, NOTHING_TO_CLOSE.
import type { CloseAll } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { cancelPending } from "../rules/cancel-pending.ts";
import { closePosition, closingFor } from "../rules/close-position.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { i32, NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function closeAll(state: State, command: CloseAll): Decision {
  const { accountId } = command;
  const account = state.accounts.slotOf(accountId);
  if (account === NONE) return refuse({ reason: "ACCOUNT_UNKNOWN", accountId });
  const draft = new Draft(state, new Prices(command.atMs));
  const closing = closingFor(command.reason);
  const cancelReason = command.reason === "user" ? "user" : "copy-stopped";
  for (const order of draft.liveOrders(account)) {
    const market = state.marketAt(i32(state.orders.market, order.slot));
    if (command.marketId !== null && market.terms.marketId !== command.marketId) continue;
    if (order.status === "pending") {
      if (command.isCancellingPending) cancelPending(draft, order.slot, cancelReason);
    } else if (draft.prices.isTradable(market)) {
      closePosition(draft, order.slot, closing);
    }
  }
  if (draft.events.length === 0) return refuse({ reason: "NOTHING_TO_CLOSE", accountId });
  return accept(draft.events);
}
