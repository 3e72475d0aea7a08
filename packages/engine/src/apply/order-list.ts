// The list of live orders of each account, threaded through the order table.
import { i32, NONE } from "../state/columns.ts";
import type { State } from "../state/state.ts";

export function linkOrder({ accounts, orders }: State, slot: number): void {
  const account = i32(orders.account, slot);
  const next = accounts.firstOrder(account);
  orders.nextInAccount[slot] = next;
  orders.previousInAccount[slot] = NONE;
  if (next !== NONE) orders.previousInAccount[next] = slot;
  accounts.setFirstOrder(account, slot);
}

export function unlinkOrder({ accounts, orders }: State, slot: number): void {
  const next = i32(orders.nextInAccount, slot);
  const previous = i32(orders.previousInAccount, slot);
  if (previous === NONE) accounts.setFirstOrder(i32(orders.account, slot), next);
  else orders.nextInAccount[previous] = next;
  if (next !== NONE) orders.previousInAccount[next] = previous;
}
