// Cancels a pending order and gives back what it had reserved. Works whatever the market does.
// Refuses: ACCOUNT_UNKNOWN, ORDER_UNKNOWN, ORDER_NOT_PENDING (T58).
import type { CancelOrder } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { cancelPending } from "../rules/cancel-pending.ts";
import { Draft } from "../rules/draft.ts";
import { findOrder } from "../rules/find-order.ts";
import { Prices } from "../rules/prices.ts";
import type { State } from "../state/state.ts";

export function cancelOrder(state: State, command: CancelOrder): Decision {
  const slot = findOrder(state, command);
  if (typeof slot !== "number") return refuse(slot);
  if (!state.orders.isPending(slot)) {
    return refuse({ reason: "ORDER_NOT_PENDING", orderId: command.orderId });
  }
  const draft = new Draft(state, new Prices(command.atMs));
  cancelPending(draft, slot, "user");
  return accept(draft.events);
}
