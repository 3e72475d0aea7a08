// Takes a pending order off and gives back what it had reserved.
import { assert, type Money, money } from "@truetick/money";
import type { OrderCancelled } from "../event.ts";
import type { CancelReason, OrderId } from "../order.ts";
import { f64, i32, i64 } from "../state/columns.ts";
import type { State } from "../state/state.ts";
import type { Draft } from "./draft.ts";

/** `seq` is the quote that triggered it, when one did. */
export function cancelPending(
  draft: Draft,
  slot: number,
  reason: CancelReason,
  seq: number | null = null,
): void {
  const { state, atMs } = draft;
  const order = draft.order(slot);
  assert(order.status === "pending", "Invariant: only a pending order is cancelled (P15)");
  const account = draft.account(i32(state.orders.account, slot));
  account.reserved = money(account.reserved - order.margin - order.fee);
  order.status = "gone";
  draft.emit(cancelledEvent(state, slot, { atMs, reason, seq }));
}

/** What a pending order has reserved never changes within a decision, so the state tells it. */
export function cancelledEvent(
  state: State,
  slot: number,
  why: { atMs: number; reason: CancelReason; seq: number | null },
): OrderCancelled {
  const { accounts, orders } = state;
  const account = i32(orders.account, slot);
  return {
    type: "OrderCancelled",
    atMs: why.atMs,
    orderId: f64(orders.orderId, slot) as OrderId,
    accountId: accounts.accountId(account),
    book: accounts.book(account),
    marketId: state.marketAt(i32(orders.market, slot)).terms.marketId,
    reason: why.reason,
    margin: reservedOf(orders.margin, slot),
    fee: reservedOf(orders.fee, slot),
    seq: why.seq,
  };
}

function reservedOf(column: BigInt64Array, slot: number): Money {
  return money(i64(column, slot));
}
