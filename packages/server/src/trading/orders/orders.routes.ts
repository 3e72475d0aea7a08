// The calls about orders, each in a file of its own. The account is always the session's; what a
// call changes it changes through the sequencer and in no other way.

import type { AttemptLimit } from "../../platform/attempt-limit.ts";
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import type { News } from "../../platform/news/news.ts";
import type { MarketDirectory } from "../markets/market-directory.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";
import {
  createAmendOrder,
  createCancelOrder,
  createSetStops,
  createSetTrailing,
} from "./change-order.ts";
import { createCloseAll, createCloseOrder } from "./close-order.ts";
import { createDownloadOrders } from "./download-orders.ts";
import type { FinancingBook } from "./financing-book.ts";
import { createGetOrder } from "./get-order.ts";
import { createListOrders } from "./list-orders.ts";
import { createPlaceOrder } from "./place-order.ts";
import { createPreviewOrder } from "./preview-order.ts";

export type OrderParts = {
  readonly submit: Sequencer["submit"];
  readonly read: Sequencer["read"];
  readonly database: Database;
  readonly directory: MarketDirectory;
  readonly financingOf: FinancingBook["financingOf"];
  readonly edits: AttemptLimit;
};

const MINUTE_MS = 60_000;
const EDITS_PER_MINUTE_MAX = 300;

export type OrderHandlers = Handlers<
  | "placeOrder"
  | "previewOrder"
  | "listOrders"
  | "getOrder"
  | "downloadOrders"
  | "closeOrder"
  | "closeAllOrders"
  | "cancelOrder"
  | "setStops"
  | "setTrailingStop"
  | "amendOrder"
>;

export function createOrderHandlers(
  needs: Omit<OrderParts, "edits"> & {
    readonly clock: Pick<Clock, "monotonic">;
    /** Whose counts of edits are one with ours. */
    readonly news?: News;
  },
): OrderHandlers {
  const { clock, news } = needs;
  const edits = createAttemptLimit({
    clock,
    attemptsMax: EDITS_PER_MINUTE_MAX,
    windowMs: MINUTE_MS,
    ...(news && { shared: { news, name: "edits" } }),
  });
  const parts: OrderParts = { ...needs, edits };
  return {
    placeOrder: createPlaceOrder(parts),
    previewOrder: createPreviewOrder(parts),
    listOrders: createListOrders(parts),
    getOrder: createGetOrder(parts),
    downloadOrders: createDownloadOrders(parts),
    closeOrder: createCloseOrder(parts),
    closeAllOrders: createCloseAll(parts),
    cancelOrder: createCancelOrder(parts),
    setStops: createSetStops(parts),
    setTrailingStop: createSetTrailing(parts),
    amendOrder: createAmendOrder(parts),
  };
}
