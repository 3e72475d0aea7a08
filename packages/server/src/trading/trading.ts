// The trading area as main.ts starts it: markets from the database, simulated prices through the
// gate onto the board and into the candles, and the calls that read them.

import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import { createCandleHandlers } from "./candles/candles.routes.ts";
import { createMarketHandlers } from "./markets/markets.routes.ts";
import { loadCategories, loadMarkets, seedMarkets } from "./markets/traded-market.ts";
import { createPriceRoom } from "./price-room.ts";
import type { QuoteBoard } from "./quotes/quote-board.ts";
import type { GateReason } from "./quotes/quote-gate.ts";
import type { QuoteIntake } from "./quotes/quote-intake.ts";
import { readSimSeed } from "./sim-seed.ts";

export type TradingStatus = {
  readonly feed: string;
  readonly isSimulated: boolean;
  readonly markets: number;
  /** Null before the first quote. */
  readonly newestQuoteAgeMs: number | null;
  readonly isFeedFresh: boolean;
  readonly quotesAccepted: number;
  readonly quotesRefused: ReadonlyMap<GateReason, number>;
};

export type Trading = {
  readonly handlers: Handlers<
    "listMarkets" | "listCategories" | "listCandles" | "listRecentCandles"
  >;
  readonly quotes: Pick<QuoteBoard, "version" | "changedSince"> &
    Pick<QuoteIntake, "subscribe"> & {
      /** Told to every reader: these prices are made up (H13). */
      readonly isSimulated: boolean;
    };
  readonly status: () => TradingStatus;
  readonly stop: () => void;
};

const POLL_EVERY_MS = 50;
const REFRESH_EVERY_MS = 500;

export async function startTrading({
  database,
  config,
  clock,
  log,
}: {
  database: Database;
  config: Pick<Config, "mode" | "feed" | "simSeed" | "hasRealSessions" | "dataDir">;
  clock: Clock;
  log: Log;
}): Promise<Trading> {
  if (config.mode === "sandbox") await seedMarkets(database);
  const markets = await loadMarkets(database);
  const categoryIds = await loadCategories(database);
  const seed = await readSimSeed(config);
  const { hasRealSessions } = config;
  const { gate, board, book, intake, poll } = createPriceRoom({
    markets,
    seed,
    clock,
    hasRealSessions,
  });
  const polling = setInterval(poll, POLL_EVERY_MS);
  const refreshing = setInterval(board.refresh, REFRESH_EVERY_MS);
  log.info({ feed: config.feed, markets: markets.length }, "prices are running");
  return {
    handlers: {
      ...createMarketHandlers({ markets, categoryIds, board }),
      ...createCandleHandlers({ markets, book }),
    },
    quotes: {
      isSimulated: true,
      version: board.version,
      changedSince: board.changedSince,
      subscribe: intake.subscribe,
    },
    status: () => ({
      feed: config.feed,
      isSimulated: true,
      markets: markets.length,
      newestQuoteAgeMs: board.newestAgeMs(),
      isFeedFresh: !board.isSourceSilent(),
      quotesAccepted: board.recorded(),
      quotesRefused: gate.refused(),
    }),
    stop: () => {
      clearInterval(polling);
      clearInterval(refreshing);
    },
  };
}
