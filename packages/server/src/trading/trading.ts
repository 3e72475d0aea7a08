// The trading area as main.ts starts it: markets from the database, the engine with its journal,
// simulated prices through the gate onto the tape, the board and into the candles, and the calls
// about all of these.

import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import { type AccountHandlers, createAccountHandlers } from "./account/account.routes.ts";
import { createCandleHandlers } from "./candles/candles.routes.ts";
import { createNewestCandles, type NewestCandles } from "./candles/newest-candles.ts";
import { createTapeEnd, keepHours } from "./exchange/exchange.ts";
import { defineMarkets } from "./exchange/market-terms.ts";
import { createMarketDirectory, type MarketDirectory } from "./markets/market-directory.ts";
import { createMarketHandlers } from "./markets/markets.routes.ts";
import {
  loadCategories,
  loadMarkets,
  seedMarkets,
  type TradedMarket,
} from "./markets/traded-market.ts";
import { createOrderHandlers, type OrderHandlers } from "./orders/orders.routes.ts";
import { openPriceFeeds, type PriceFeeds } from "./price-feeds.ts";
import { createPriceRoom, type PriceRoom } from "./price-room.ts";
import type { QuoteBoard } from "./quotes/quote-board.ts";
import type { GateReason } from "./quotes/quote-gate.ts";
import type { QuoteIntake } from "./quotes/quote-intake.ts";
import {
  type Sequencer,
  type SequencerFigures,
  type SequencerStatus,
  startSequencer,
} from "./sequencer/sequencer.ts";
import { type MarketHalts, openMarketHalts } from "./sessions/market-halts.ts";
import { createOpeningTimes, type OpeningTimes } from "./sessions/market-hours.ts";
import { createSessionCalendar } from "./sessions/session-calendar.ts";
import { loadSessionExceptions } from "./sessions/session-exceptions.ts";
import { createSessionPlan } from "./sessions/session-plan.ts";
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
  /** Only "trading" takes orders. */
  readonly engine: SequencerStatus;
} & SequencerFigures;

type MarketHandlers = Handlers<
  "listMarkets" | "listCategories" | "listCandles" | "listRecentCandles"
>;

export type Trading = {
  readonly handlers: MarketHandlers & OrderHandlers & AccountHandlers;
  /** The one door to the engine, for the areas above. */
  readonly sequencer: Pick<Sequencer, "submit" | "read" | "subscribe">;
  readonly directory: MarketDirectory;
  /** The bars that are growing, for the live socket. */
  readonly candles: NewestCandles;
  /** Halting markets by hand, for the operator. */
  readonly halts: MarketHalts;
  readonly quotes: Pick<QuoteBoard, "version" | "changedSince"> &
    Pick<QuoteIntake, "subscribe"> & {
      /** Told to every reader: these prices are made up (H13). */
      readonly isSimulated: boolean;
    };
  readonly status: () => TradingStatus;
  readonly stop: () => Promise<void>;
};

const REFRESH_EVERY_MS = 500;

export async function startTrading({
  database,
  address,
  config,
  clock,
  log,
}: {
  database: Database;
  /** The journal has a connection of its own. */
  address: DatabaseAddress;
  config: Pick<Config, "mode" | "feed" | "oanda" | "simSeed" | "hasRealSessions" | "dataDir">;
  clock: Clock;
  log: Log;
}): Promise<Trading> {
  if (config.mode === "sandbox") await seedMarkets(database);
  const markets = await loadMarkets(database);
  const categoryIds = await loadCategories(database);
  const feeds = await openPriceFeeds({ config, markets, clock, log });
  const seed = feeds.isMadeUp ? await readSimSeed(config) : null;
  const hasRealSessions = config.hasRealSessions || !feeds.isSimulated;
  const times = await loadOpeningTimes(database, hasRealSessions);
  const sessions = createSessionPlan({ markets, times });
  const sequencer = await startSequencer({ address, database, clock, log, sessions });
  await defineMarkets(sequencer, markets);
  const halts = await openMarketHalts({ database, sequencer });
  const tape = createTapeEnd({ sequencer, log });
  const isHalted = ({ id }: TradedMarket) => halts.reasonOf(id) !== null;
  const setting = { markets, seed, clock, hasRealSessions, times, isHalted, tape };
  const room = createPriceRoom({ ...setting, plan: feeds.plan });
  const { board, book, intake } = room;
  // Sessions and missed cuts come first: no price acts in a market that has closed meanwhile, and
  // nothing that opens from now on pays for a night before it.
  const stopHours = await keepHours({ sequencer, markets, board, clock, log });
  room.quoteLast();
  const { submit, read, subscribe } = sequencer;
  const directory = createMarketDirectory(markets);
  feeds.start(room);
  const refreshing = setInterval(room.refresh, REFRESH_EVERY_MS);
  log.info({ feed: feeds.names, markets: markets.length }, "prices are running");
  const handlers = {
    ...createMarketHandlers({ markets, categoryIds, board, halts }),
    ...createCandleHandlers({ markets, book }),
    ...createOrderHandlers({ submit, read, database, directory, clock }),
    ...createAccountHandlers({ submit, read, database, clock }),
  };
  const { version, changedSince } = board;
  const { isSimulated } = feeds;
  return {
    handlers,
    sequencer: { submit, read, subscribe },
    directory,
    candles: createNewestCandles({ markets, book }),
    halts,
    quotes: { isSimulated, version, changedSince, subscribe: intake.subscribe },
    status: () => ({
      ...priceStatus(room, feeds),
      markets: markets.length,
      engine: sequencer.status(),
      ...sequencer.figures(),
    }),
    stop: async () => {
      clearInterval(refreshing);
      await feeds.stop();
      await stopHours();
      await sequencer.stop();
    },
  };
}

async function loadOpeningTimes(
  database: Database,
  hasRealSessions: boolean,
): Promise<OpeningTimes> {
  const calendar = createSessionCalendar(await loadSessionExceptions(database));
  return createOpeningTimes({ hasRealSessions, calendar });
}

function priceStatus({ board, gate }: PriceRoom, { names, isSimulated }: PriceFeeds) {
  return {
    feed: names,
    isSimulated,
    newestQuoteAgeMs: board.newestAgeMs(),
    isFeedFresh: !board.isSourceSilent(),
    quotesAccepted: board.recorded(),
    quotesRefused: gate.refused(),
  };
}
