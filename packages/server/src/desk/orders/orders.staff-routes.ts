// The calls of the desk about orders: a list, and one with its evidence. Reading only (H01).

import { deskOrdersFromFields } from "@truetick/contract/calls";
import { DESK_ROWS_PER_PAGE, deskOrderFileToWire, deskOrderToWire } from "@truetick/contract/desk";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import { describeFill, describeMovement, describeOrder } from "./describe-orders.ts";
import { readFills, readOrderMovements } from "./read-evidence.ts";
import { type LiveOrders, readOrder, readOrders, readParts } from "./read-orders.ts";

export type OrderDeskHandlers = Handlers<"listDeskOrders" | "getDeskOrder">;

type Needs = {
  readonly database: Database;
  readonly sequencer: LiveOrders;
  readonly directory: MarketDirectory;
};

export function createOrderDesk({ database, sequencer, directory }: Needs): OrderDeskHandlers {
  return {
    async listDeskOrders(fields) {
      const wanted = deskOrdersFromFields(fields);
      const rows = await readOrders({ database, sequencer }, wanted, DESK_ROWS_PER_PAGE + 1);
      const page = rows.slice(0, DESK_ROWS_PER_PAGE);
      const last = page.at(-1);
      const hasMore = rows.length > page.length && last !== undefined;
      return {
        data: page.map((row) => deskOrderToWire(describeOrder(row, directory))),
        next: hasMore ? String(last.order_id) : "",
      };
    },
    async getDeskOrder({ id }) {
      const row = await readOrder(database, Number(id));
      if (row === null) return refuse("ORDER_UNKNOWN");
      const fills = await readFills(database, row);
      const [opened] = fills;
      const [movements, parts] = await Promise.all([
        readOrderMovements(database, row, fills),
        opened === undefined ? [] : readParts(database, row, opened.journal_seq),
      ]);
      return deskOrderFileToWire({
        order: describeOrder(row, directory),
        fills: fills.map((fill) => describeFill(fill, row, directory)),
        movements: movements.map(describeMovement),
        parts: parts.map((part) => describeOrder(part, directory)),
      });
    },
  };
}
