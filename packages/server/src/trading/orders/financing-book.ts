// What overnight financing every open position has been charged so far, for lists and the live
// socket: read once at the start, kept by the journal's news. Composed by trading.ts, before the
// first cut is charged. Invariant: the sum of the table's rows of that order.

import type { OrderId } from "@truetick/engine";
import { type Money, money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";

export type FinancingBook = {
  /** Zero for one that was charged nothing, has ended, or never was. */
  readonly financingOf: (orderId: OrderId) => Money;
};

export async function openFinancingBook({
  database,
  subscribe,
}: {
  readonly database: Database;
  readonly subscribe: Sequencer["subscribe"];
}): Promise<FinancingBook> {
  const { rows } = await sql<{ order_id: bigint; amount: string }>`
    select f.order_id, sum(f.amount)::text as amount
    from trade_order o join financing f on f.order_id = o.order_id
    where o.ended_at_ms is null
    group by f.order_id`.execute(database);
  const sums = new Map(rows.map((row) => [Number(row.order_id), money(BigInt(row.amount))]));
  subscribe(({ events }) => {
    for (const event of events) {
      if (event.type === "FinancingCharged") {
        const before = sums.get(event.orderId) ?? ZERO_MONEY;
        sums.set(event.orderId, money(before + event.amount));
      } else if (event.type === "OrderClosed") sums.delete(event.orderId);
    }
  });
  return { financingOf: (orderId) => sums.get(orderId) ?? ZERO_MONEY };
}
