// One order of the caller with all that is known of it: as it stands, the tape rows that filled it,
// the parts of it that were closed, and what its nights cost. Somebody else's is as unknown as one
// that never was (T56).

import { type Language, type OrderFill, orderFileToWire } from "@truetick/contract";
import { type CALLS, orderIdFromFields, ROWS_PER_PAGE } from "@truetick/contract/calls";
import { type AccountId, orderId } from "@truetick/engine";
import { formatPrice, price } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Handler, refuse } from "../../platform/handler.ts";
import { type KnownMarket, marketOf } from "../markets/market-directory.ts";
import { describeEnded, describeLive } from "./describe-order.ts";
import { readEnded, readParts } from "./order-history.ts";
import type { OrderParts } from "./orders.routes.ts";

type Own = { readonly orderId: number; readonly accountId: AccountId };

export function createGetOrder(parts: OrderParts): Handler<typeof CALLS.getOrder> {
  const { database, directory } = parts;
  return async (fields, { caller: { accountId }, language }) => {
    const own = { orderId: orderIdFromFields(fields), accountId };
    const order = await findOrder(parts, own, language);
    if (order === null) return refuse("ORDER_UNKNOWN");
    const market = marketOf(directory, Number(order.market.id));
    const [fills, closed, nights] = await Promise.all([
      readFills(database, { own, partOf: order.partOf, market }),
      readParts(database, { ...own, take: ROWS_PER_PAGE }),
      countNights(database, own.orderId),
    ]);
    return orderFileToWire({
      order,
      fills,
      parts: closed.map((row) => describeEnded(row, { market, language })),
      nights,
    });
  };
}

async function findOrder(parts: OrderParts, own: Own, language: Language) {
  const { read, database, directory, financingOf } = parts;
  const view = await read((books) => books.order(orderId(own.orderId)));
  if (view && view.accountId === own.accountId) {
    const market = marketOf(directory, view.marketId);
    return describeLive(view, { market, language, financing: financingOf(view.orderId) });
  }
  const row = await readEnded(database, own);
  return row && describeEnded(row, { market: marketOf(directory, row.marketId), language });
}

type FillRow = {
  kind: "open" | "close";
  at_ms: bigint;
  tape_seq: bigint;
  bid: bigint;
  ask: bigint;
  price: bigint;
  rule: string;
  level: bigint | null;
};

/** Opening, then closing. A part was opened with the order it was split from. */
async function readFills(
  database: Database,
  {
    own: { orderId: id, accountId },
    partOf,
    market: { pricePrecision },
  }: { readonly own: Own; readonly partOf: string | null; readonly market: KnownMarket },
): Promise<OrderFill[]> {
  const openedAs = partOf === null ? id : Number(partOf);
  const { rows } = await sql<FillRow>`
    select kind, at_ms, tape_seq, bid, ask, price, rule, level from fill
    where account_id = ${accountId}
      and ((order_id = ${openedAs} and kind = 'open') or (order_id = ${id} and kind = 'close'))
    order by journal_seq, kind desc`.execute(database);
  const shown = (points: bigint) => formatPrice(price(Number(points)), pricePrecision);
  return rows.map((row) => ({
    kind: row.kind,
    at: Number(row.at_ms) / 1_000,
    seq: Number(row.tape_seq),
    bid: shown(row.bid),
    ask: shown(row.ask),
    price: shown(row.price),
    rule: row.rule,
    level: row.level === null ? null : shown(row.level),
  }));
}

async function countNights(database: Database, id: number): Promise<number> {
  const { rows } = await sql<{ nights: bigint }>`
    select coalesce(sum(days), 0) as nights from financing where order_id = ${id}`.execute(
    database,
  );
  return Number(rows[0]?.nights ?? 0);
}
