// Cancels a pending order and gives back what it had reserved. Works whatever the market does.
// Refuses: ACCOUNT_UNKNOWN, ORDER_UNKNOWN, ORDER_NOT_PENDING (T58).
import type { CancelOrder } from "../command.ts";
import { accept, type Decision, refuse } from "../decision.ts";
import { cancelledEvent } from "../rules/cancel-pending.ts";
import { findOrder } from "../rules/find-order.ts";
import type { State } from "../state/state.ts";

export function cancelOrder(state: State, command: CancelOrder): Decision {
  const slot = findOrder(state, command);
  if (typeof slot !== "number") return refuse(slot);
  if (!state.orders.isPending(slot)) {
    return refuse({ reason: "ORDER_NOT_PENDING", orderId: command.orderId });
  }
  return accept([cancelledEvent(state, slot, { atMs: command.atMs, reason: "user", seq: null })]);
}
