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
import { createTapeEnd, keepHours } from "./exchange/exchange.ts";
import { defineMarkets } from "./exchange/market-terms.ts";
import { createMarketDirectory } from "./markets/market-directory.ts";
import { createMarketHandlers } from "./markets/markets.routes.ts";
import {
  loadCategories,
  loadMarkets,
  seedMarkets,
  type TradedMarket,
} from "./markets/traded-market.ts";
import { createOrderHandlers, type OrderHandlers } from "./orders/orders.routes.ts";
import { createPriceRoom } from "./price-room.ts";
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
import { createOpeningTimes } from "./sessions/market-hours.ts";
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
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
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

const POLL_EVERY_MS = 50;
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
  config: Pick<Config, "mode" | "feed" | "simSeed" | "hasRealSessions" | "dataDir">;
  clock: Clock;
  log: Log;
}): Promise<Trading> {
  if (config.mode === "sandbox") await seedMarkets(database);
  const markets = await loadMarkets(database);
  const categoryIds = await loadCategories(database);
  const seed = await readSimSeed(config);
  const { hasRealSessions } = config;
  const calendar = createSessionCalendar(await loadSessionExceptions(database));
  const times = createOpeningTimes({ hasRealSessions, calendar });
  const sessions = createSessionPlan({ markets, times });
  const sequencer = await startSequencer({ address, database, clock, log, sessions });
  await defineMarkets(sequencer, markets);
  const halts = await openMarketHalts({ database, sequencer });
  const tape = createTapeEnd({ sequencer, log });
  const isHalted = ({ id }: TradedMarket) => halts.reasonOf(id) !== null;
  const room = createPriceRoom({ markets, seed, clock, hasRealSessions, times, isHalted, tape });
  const { gate, board, book, intake, poll } = room;
  // Sessions and missed cuts come first: no price acts in a market that has closed meanwhile, and
  // nothing that opens from now on pays for a night before it.
  const stopHours = await keepHours({ sequencer, markets, board, clock, log });
  room.quoteLast();
  const { submit, read } = sequencer;
  const directory = createMarketDirectory(markets);
  const polling = setInterval(poll, POLL_EVERY_MS);
  const refreshing = setInterval(board.refresh, REFRESH_EVERY_MS);
  log.info({ feed: config.feed, markets: markets.length }, "prices are running");
  return {
    handlers: {
      ...createMarketHandlers({ markets, categoryIds, board, halts }),
      ...createCandleHandlers({ markets, book }),
      ...createOrderHandlers({ submit, read, database, directory, clock }),
      ...createAccountHandlers({ submit, read, database, clock }),
    },
    sequencer: { submit, read },
    halts,
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
      engine: sequencer.status(),
      ...sequencer.figures(),
    }),
    stop: async () => {
      clearInterval(polling);
      clearInterval(refreshing);
      await stopHours();
      await sequencer.stop();
    },
  };
}
