// Finds an order of an account, or the orders of a market. An order of somebody else is as
// unknown as one that never was.
import type { AccountId } from "../account.ts";
import type { OrderId } from "../order.ts";
import type { Refusal } from "../refusal.ts";
import { f64, i32, NONE } from "../state/columns.ts";
import type { MarketSlot } from "../state/market-slot.ts";
import type { State } from "../state/state.ts";

/** The slot, or ACCOUNT_UNKNOWN or ORDER_UNKNOWN (T56). */
export function findOrder(
  state: State,
  { accountId, orderId }: { accountId: AccountId; orderId: OrderId },
): number | Refusal {
  const account = state.accounts.slotOf(accountId);
  if (account === NONE) return { reason: "ACCOUNT_UNKNOWN", accountId };
  const slot = state.orders.slotOf(orderId);
  if (slot === NONE || i32(state.orders.account, slot) !== account) {
    return { reason: "ORDER_UNKNOWN", orderId };
  }
  return slot;
}

/** Slots of all live orders of a market, oldest first. Scans the table: for rare commands. */
export function ordersOfMarket({ orders }: State, market: MarketSlot): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < orders.slotsEnd; slot += 1) {
    if (i32(orders.market, slot) === market.slot && orders.isLive(slot)) slots.push(slot);
  }
  return slots.sort((left, right) => f64(orders.orderId, left) - f64(orders.orderId, right));
}
