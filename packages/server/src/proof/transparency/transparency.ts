// The transparency part of proof as main.ts starts it: the public figures, raw quotes, and the
// arrivals of orders that some of the figures are counted from.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { TradingView } from "../../trading/trading-face.ts";
import { createFigureBook } from "./figure-book.ts";
import { type OrderArrivals, startOrderArrivals } from "./order-arrivals.ts";
import { createRawQuoteHandlers } from "./raw-quotes.routes.ts";
import { createTransparencyHandlers } from "./transparency.routes.ts";

export type Transparency = {
  readonly handlers: Handlers<
    "getTransparency" | "getLosingShare" | "downloadFigureRows" | "listRawQuotes"
  >;
  /** Notes the arrival of each order on its way to these handlers. */
  readonly watchOrders: OrderArrivals["watch"];
  readonly stop: () => Promise<void>;
};

export function startTransparency(parts: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly trading: Pick<TradingView, "sequencer" | "markets" | "quotes" | "sources">;
}): Transparency {
  const { database, trading } = parts;
  const { sequencer, markets, quotes, sources } = trading;
  const arrivals = startOrderArrivals({ ...parts, sequencer });
  const { isSimulated } = quotes;
  return {
    handlers: {
      ...createTransparencyHandlers({ book: createFigureBook(parts), isSimulated }),
      ...createRawQuoteHandlers({ database, markets: markets.all, sourcesOf: sources.of }),
    },
    watchOrders: arrivals.watch,
    stop: arrivals.stop,
  };
}
