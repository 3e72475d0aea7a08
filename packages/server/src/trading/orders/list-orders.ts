// Lists the caller's orders: live ones from the books, marked to the newest quotes, ended ones
// from the blotter; newest first, a page at a time.

import { type Language, type Order, orderPageToWire } from "@truetick/contract";
import {
  type CALLS,
  misplacedFilter,
  orderListFromFields,
  ROWS_PER_PAGE,
} from "@truetick/contract/calls";
import type { AccountId } from "@truetick/engine";
import { formatBalance, formatMoney, type Money, money } from "@truetick/money";
import { type Handler, isRefused, refuse } from "../../platform/handler.ts";
import { marketOf } from "../markets/market-directory.ts";
import { describeEnded, describeLive } from "./describe-order.ts";
import { type EndedFilter, readHistory, sumHistory } from "./order-history.ts";
import type { OrderParts } from "./orders.routes.ts";
import { readFilter } from "./read-filter.ts";

type Wanted = {
  readonly accountId: AccountId;
  readonly language: Language;
  /** Only what ended before this order did; null for all. */
  readonly before: number | null;
  readonly skip: number;
  readonly filter: EndedFilter;
};

type Found = { readonly orders: Order[]; readonly total: number; readonly profit: Money };

export function createListOrders(parts: OrderParts): Handler<typeof CALLS.listOrders> {
  return async (fields, { caller: { accountId }, language }) => {
    const misplaced = misplacedFilter(fields);
    if (misplaced !== null) return refuse("FIELD_INVALID", { field: misplaced });
    const { tab, page, before, filter: asked } = orderListFromFields(fields);
    const filter = readFilter(asked);
    if (isRefused(filter)) return filter;
    const skip = before === null ? (page - 1) * ROWS_PER_PAGE : 0;
    const wanted = { accountId, language, before, skip, filter };
    const account = await parts.read((books) => books.account(accountId));
    if (!account) return refuse("ACCOUNT_UNKNOWN");
    const found =
      tab === "history" ? await listEnded(parts, wanted) : await listLive(parts, wanted, tab);
    return orderPageToWire({
      orders: found.orders,
      total: found.total,
      profitTotal: formatMoney(found.profit),
      balance: formatBalance(account.balance),
    });
  };
}

async function listLive(
  parts: OrderParts,
  { accountId, language, skip }: Wanted,
  status: "pending" | "holding",
): Promise<Found> {
  const views = await parts.read((books) =>
    books.orders(accountId).filter((view) => view.status === status),
  );
  const page = views.reverse().slice(skip, skip + ROWS_PER_PAGE);
  return {
    orders: page.map((view) => {
      const market = marketOf(parts.directory, view.marketId);
      return describeLive(view, { market, language, financing: parts.financingOf(view.orderId) });
    }),
    total: views.length,
    profit: money(views.reduce((sum, view) => sum + view.profit, 0n)),
  };
}

async function listEnded(
  { database, directory }: OrderParts,
  { accountId, language, before, skip, filter }: Wanted,
): Promise<Found> {
  const [rows, sums] = await Promise.all([
    readHistory(database, { accountId, filter, before, skip, take: ROWS_PER_PAGE }),
    sumHistory(database, { accountId, filter }),
  ]);
  return {
    orders: rows.map((row) => {
      return describeEnded(row, { market: marketOf(directory, row.marketId), language });
    }),
    total: sums.count,
    profit: sums.profit,
  };
}
