// The ended orders of the caller as a file: those asked for, all of them, row by row, so that fifty
// thousand cost no more memory than a page. Invariant: its profits sum to what the list says.

import type { Language } from "@truetick/contract";
import { type CALLS, historyFilterFromFields } from "@truetick/contract/calls";
import type { AccountId } from "@truetick/engine";
import { csvHeading, csvLine, csvMoment } from "../../platform/csv.ts";
import { answerStream, type Handler, isRefused } from "../../platform/handler.ts";
import { marketOf } from "../markets/market-directory.ts";
import { describeEnded } from "./describe-order.ts";
import { type EndedFilter, type EndedOrder, readHistory, sumHistory } from "./order-history.ts";
import type { OrderParts } from "./orders.routes.ts";
import { readFilter } from "./read-filter.ts";

/** Read at once: enough to be quick, too few to hold anybody up. */
const ROWS_PER_READ = 1_000;

const COLUMNS = [
  "ended_utc",
  "order",
  "part_of",
  "market",
  "side",
  "lots",
  "leverage",
  "status",
  "reason",
  "reason_text",
  "placed_utc",
  "opened_utc",
  "asked_price",
  "open_price",
  "close_price",
  "stop_loss",
  "take_profit",
  "open_tape_row",
  "close_tape_row",
  "margin",
  "fee",
  "financing",
  "profit",
] as const;

type Parts = Pick<OrderParts, "database" | "directory">;

export function createDownloadOrders(
  parts: Parts,
  rowsPerRead = ROWS_PER_READ,
): Handler<typeof CALLS.downloadOrders> {
  return async (fields, { caller: { accountId }, language }) => {
    const filter = readFilter(historyFilterFromFields(fields));
    if (isRefused(filter)) return filter;
    const { count } = await sumHistory(parts.database, { accountId, filter });
    return answerStream({
      type: "text/csv; charset=utf-8",
      fileName: "orders.csv",
      // Its heading is a row too.
      total: count + 1,
      rows: csvRows(parts, { accountId, filter, language, rowsPerRead }),
    });
  };
}

async function* csvRows(
  { database, directory }: Parts,
  wanted: {
    readonly accountId: AccountId;
    readonly filter: EndedFilter;
    readonly language: Language;
    readonly rowsPerRead: number;
  },
): AsyncGenerator<string> {
  yield csvHeading(COLUMNS);
  const { rowsPerRead: take } = wanted;
  let before: number | null = null;
  for (;;) {
    const page = { ...wanted, before, skip: 0, take };
    const rows: EndedOrder[] = await readHistory(database, page);
    for (const row of rows) {
      const market = marketOf(directory, row.marketId);
      yield csvLine(cellsOf(row, describeEnded(row, { market, language: wanted.language })));
    }
    const last = rows.at(-1);
    if (!last || rows.length < take) break;
    before = last.orderId;
  }
}

function cellsOf(row: EndedOrder, order: ReturnType<typeof describeEnded>): string[] {
  const moment = (atMs: number | null) => (atMs === null ? "" : csvMoment(atMs));
  const cells: Record<(typeof COLUMNS)[number], string | number | null> = {
    ended_utc: moment(row.endedAtMs),
    order: order.id,
    part_of: order.partOf,
    market: order.market.displayCode,
    side: order.side,
    lots: order.lots,
    leverage: order.leverage,
    status: order.status,
    reason: order.endReason,
    reason_text: order.endReasonText,
    placed_utc: moment(row.placedAtMs),
    opened_utc: moment(row.openedAtMs),
    asked_price: order.askedPrice,
    open_price: order.openPrice,
    close_price: order.closingPrice,
    stop_loss: order.stopLoss,
    take_profit: order.takeProfit,
    open_tape_row: order.openSeq,
    close_tape_row: order.closeSeq,
    margin: order.margin,
    fee: order.fee,
    financing: order.financing,
    profit: order.status === "closed" ? order.profit : null,
  };
  return COLUMNS.map((column) => String(cells[column] ?? ""));
}
