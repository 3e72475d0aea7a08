// What overnight financing every open position has been charged so far, for lists and the live
// socket: read once at the start, kept by the journal's news. Composed by trading.ts, before the
// first cut is charged. Invariant: the sum of the table's rows of that order.

import { type OrderId, orderId } from "@truetick/engine";
import { type Money, money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Committed, Sequencer } from "../sequencer/sequencer.ts";

export type FinancingBook = {
  /** Zero for one that was charged nothing, has ended, or never was. */
  readonly financingOf: (orderId: OrderId) => Money;
};

/** Charged by the rows of its shard's journal up to this one. */
type Charged = { readonly amount: Money; readonly seq: number };

const NOTHING: Charged = { amount: ZERO_MONEY, seq: 0 };

/** Who tells of commits may be behind what is read, or ahead of it: each row counts once. */
export async function openFinancingBook({
  database,
  subscribe,
}: {
  readonly database: Database;
  readonly subscribe: Sequencer["subscribe"];
}): Promise<FinancingBook> {
  const charged = new Map<OrderId, Charged>();
  const meanwhile: Committed[] = [];
  let take = (committed: Committed) => void meanwhile.push(committed);
  subscribe((committed) => take(committed));
  for (const [id, sum] of await readCharged(database)) charged.set(id, sum);
  take = ({ seq, events }) => {
    for (const event of events) {
      if (event.type === "FinancingCharged") {
        const before = charged.get(event.orderId) ?? NOTHING;
        if (seq <= before.seq) continue;
        charged.set(event.orderId, { amount: money(before.amount + event.amount), seq });
      } else if (event.type === "OrderClosed") charged.delete(event.orderId);
    }
  };
  for (const committed of meanwhile) take(committed);
  return { financingOf: (id) => (charged.get(id) ?? NOTHING).amount };
}

async function readCharged(database: Database): Promise<(readonly [id: OrderId, sum: Charged])[]> {
  const { rows } = await sql<{ order_id: bigint; amount: string; seq: bigint }>`
    select f.order_id, sum(f.amount)::text as amount, max(f.journal_seq) as seq
    from trade_order o join financing f on f.order_id = o.order_id
    where o.ended_at_ms is null
    group by f.order_id`.execute(database);
  return rows.map(({ order_id, amount, seq }) => [
    orderId(Number(order_id)),
    { amount: money(BigInt(amount)), seq: Number(seq) },
  ]);
}
