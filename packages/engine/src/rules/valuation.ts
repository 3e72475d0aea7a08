// Exact value of an account inside a decision: the state's orders as the draft has left them.
import { assert, type Money, money, ZERO_MONEY } from "@truetick/money";
import { i32 } from "../state/columns.ts";
import type { Draft, OrderDraft } from "./draft.ts";
import { profitOf } from "./equity.ts";

/** A position with its profit at the quotes of this decision. */
export type ValuedPosition = { readonly order: OrderDraft; readonly profit: Money };

export type Valuation = {
  readonly equity: Money;
  readonly floating: Money;
  /** Oldest first. */
  readonly positions: readonly ValuedPosition[];
  readonly pending: readonly OrderDraft[];
};

/** Null when a position cannot be valued yet. */
export function valueAccount(draft: Draft, account: number): Valuation | null {
  const { orders } = draft.state;
  const positions: ValuedPosition[] = [];
  const pending: OrderDraft[] = [];
  let floating: bigint = ZERO_MONEY;
  let used: bigint = ZERO_MONEY;
  for (const order of draft.liveOrders(account)) {
    if (order.status === "pending") {
      pending.push(order);
      continue;
    }
    const market = draft.state.marketAt(i32(orders.market, order.slot));
    const size = {
      isSell: orders.isSell(order.slot),
      lots: order.lots,
      openPrice: order.openPrice,
    };
    const profit = profitOf(market, size, draft.prices);
    if (profit === null) return null;
    floating += profit;
    used += order.margin;
    positions.push({ order, profit });
  }
  const accountDraft = draft.account(account);
  assert(accountDraft.used === used, "Invariant: used is the sum of the margins held (inv09)");
  return {
    equity: money(accountDraft.cash + floating),
    floating: money(floating),
    positions,
    pending,
  };
}
