// The pending orders that a stop-out cancelled, as they had been placed, so that the engine can be
// given the same account again.

import {
  accountId,
  marketId,
  type OrderCancelled,
  type OrderPlaced,
  orderId,
} from "@truetick/engine";
import { lots, price } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { AskedOrder } from "./find-order.ts";

type PendingRow = {
  order_id: bigint;
  market_id: number;
  side: "buy" | "sell";
  lots: bigint;
  leverage: number;
  asked_price: bigint;
  pending_kind: "limit" | "stop" | null;
};

/** The pending orders that were cancelled, as they had been placed. */
export async function readPending(
  database: Database,
  { accountId: account, book }: AskedOrder,
  cancelled: readonly OrderCancelled[],
): Promise<readonly OrderPlaced[]> {
  if (cancelled.length === 0) return [];
  const ids = cancelled.map((event) => event.orderId as number);
  const { rows } = await sql<PendingRow>`
    select order_id, market_id, side, lots, leverage, asked_price, pending_kind from trade_order
    where order_id = any(${ids}::bigint[]) order by order_id`.execute(database);
  return rows.map((row) => {
    const event = cancelled.find((one) => one.orderId === Number(row.order_id));
    if (!event) throw new Error("Invariant: only what was asked for is read");
    return {
      type: "OrderPlaced",
      atMs: 0,
      orderId: orderId(Number(row.order_id)),
      accountId: accountId(account),
      book,
      marketId: marketId(row.market_id),
      side: row.side,
      lots: lots(Number(row.lots)),
      leverage: row.leverage,
      target: price(Number(row.asked_price)),
      pendingKind: row.pending_kind ?? "limit",
      stopLoss: null,
      takeProfit: null,
      trailingDistance: null,
      expiresAtMs: null,
      margin: event.margin,
      fee: event.fee,
      seq: 1,
      termsVersion: 1,
    };
  });
}
