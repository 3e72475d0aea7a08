// Cancels pending orders whose time has come, oldest first. Every quote does so first of all; this
// command is for times without quotes. Never refuses.
import type { ExpireOrders } from "../command.ts";
import { accept, type Decision } from "../decision.ts";
import { cancelPending } from "../rules/cancel-pending.ts";
import { Draft } from "../rules/draft.ts";
import { Prices } from "../rules/prices.ts";
import { f64 } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function expireOrders(state: State, command: ExpireOrders): Decision {
  const draft = new Draft(state, new Prices(command.atMs));
  expirePending(draft);
  return accept(draft.events);
}

export function expirePending(draft: Draft): void {
  const { expiry, orders } = draft.state;
  if (!expiry.isReached(draft.atMs)) return;
  const lapsed: number[] = [];
  expiry.collect(draft.atMs, lapsed);
  lapsed.sort((left, right) => f64(orders.orderId, left) - f64(orders.orderId, right));
  for (const slot of lapsed) cancelPending(draft, slot, "expired");
}
