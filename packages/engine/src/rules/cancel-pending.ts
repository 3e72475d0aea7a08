// Takes a pending order off and gives back what it had reserved.
import { assert, money } from "@truetick/money";
import type { CancelReason, OrderId } from "../order.ts";
import { f64, i32 } from "../state/columns.ts";
import type { Draft } from "./draft.ts";

/** `seq` is the quote that triggered it, when one did. */
export function cancelPending(
  draft: Draft,
  slot: number,
  reason: CancelReason,
  seq: number | null = null,
): void {
  const order = draft.order(slot);
  assert(order.status === "pending", "Invariant: only a pending order is cancelled (P15)");
  const { orders } = draft.state;
  const account = draft.account(i32(orders.account, slot));
  account.reserved = money(account.reserved - order.margin - order.fee);
  order.status = "gone";
  draft.emit({
    type: "OrderCancelled",
    atMs: draft.atMs,
    orderId: f64(orders.orderId, slot) as OrderId,
    accountId: account.accountId,
    book: account.book,
    marketId: draft.state.marketAt(i32(orders.market, slot)).terms.marketId,
    reason,
    margin: order.margin,
    fee: order.fee,
    seq,
  });
}
