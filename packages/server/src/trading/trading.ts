// The trading area as main.ts starts it: markets from the database, the engine with its journal,
// simulated prices through the gate onto the tape, the board and into the candles, and the calls
// about all of these.

import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import { createNews, type News } from "../platform/news/news.ts";
import { type AccountHandlers, createAccountHandlers } from "./account/account.routes.ts";
import { openCandleStore } from "./candles/candle-store.ts";
import { createCandleHandlers } from "./candles/candles.routes.ts";
import { createNewestCandles, type NewestCandles } from "./candles/newest-candles.ts";
import { createMarketChanger, type MarketChanger } from "./exchange/change-market.ts";
import { createTapeEnd, keepHours } from "./exchange/exchange.ts";
import {
  createPastPrice,
  type LivePast,
  livePast,
  type PastPrice,
  readNewestMs,
} from "./exchange/lived-past.ts";
import { defineMarkets } from "./exchange/market-terms.ts";
import { createStartClock } from "./exchange/start-clock.ts";
import { createPriceSimulator, type PriceSimulator } from "./feed/simulator/price-simulator.ts";
import { createLiveMarkets, type LiveMarkets } from "./markets/live-markets.ts";
import { createMarketDirectory, type MarketDirectory } from "./markets/market-directory.ts";
import { createMarketHandlers } from "./markets/markets.routes.ts";
import { createPopularHandlers, type PopularHandlers } from "./markets/popular-markets.ts";
import { shareMarkets } from "./markets/share-markets.ts";
import { createTermsHandlers, type TermsHandlers } from "./markets/terms.routes.ts";
import {
  loadCategories,
  loadMarkets,
  seedMarkets,
  type TradedMarket,
} from "./markets/traded-market.ts";
import { type FinancingBook, openFinancingBook } from "./orders/financing-book.ts";
import { createOrderHandlers, type OrderHandlers } from "./orders/orders.routes.ts";
import { openPriceFeeds, type PriceFeeds } from "./price-feeds.ts";
import { createPriceRoom, type PriceRoom } from "./price-room.ts";
import type { QuoteBoard } from "./quotes/quote-board.ts";
import type { GateReason, QuoteGate } from "./quotes/quote-gate.ts";
import type { QuoteIntake } from "./quotes/quote-intake.ts";
import type { SourceBook } from "./quotes/source-book.ts";
import { createSourceHandlers, type SourceHandlers } from "./quotes/sources.routes.ts";
import { createSeedHandlers, type SeedHandlers } from "./seeds/seeds.routes.ts";
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
import { createSessionPlan, type SessionPlan } from "./sessions/session-plan.ts";
import { createTapeHandlers } from "./tape/tape.routes.ts";
import { startTapeKeeper } from "./tape/tape-keeper.ts";

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
  "listMarkets" | "listCategories" | "listCandles" | "listRecentCandles" | "listTape"
>;

export type Trading = {
  readonly handlers: MarketHandlers &
    PopularHandlers &
    TermsHandlers &
    SourceHandlers &
    SeedHandlers &
    OrderHandlers &
    AccountHandlers;
  /** The one door to the engine, for the areas above. */
  readonly sequencer: Pick<
    Sequencer,
    "submit" | "read" | "subscribe" | "followTape" | "newestQuote" | "storeTape"
  >;
  /** What is committed in this process, for the proof's keeper; null where others write it. */
  readonly followRows: Sequencer["followRows"] | null;
  readonly directory: MarketDirectory;
  /** What the nights of open positions have cost so far, for the live socket. */
  readonly financingOf: FinancingBook["financingOf"];
  /** The bars that are growing, for the live socket. */
  readonly candles: NewestCandles;
  /** Prices that are over; null where none are made up. */
  readonly pastPrice: PastPrice | null;
  /** Halting markets by hand, for the operator. */
  readonly halts: MarketHalts;
  /** The markets as they are traded now, and how announced changes of them take effect. */
  readonly markets: LiveMarkets & MarketChanger;
  readonly quotes: Pick<
    QuoteBoard,
    "version" | "changedSince" | "updateOf" | "isStale" | "opensAtMs"
  > &
    Pick<QuoteIntake, "subscribe"> & {
      /** Told to every reader: the prices are made up or played back, or the money is (H13). */
      readonly isSimulated: boolean;
    };
  readonly sources: {
    /** What was not believed of each source, by reason. */
    readonly refused: QuoteGate["refusedBySource"];
    readonly readings: SourceBook["readings"];
    readonly of: SourceBook["sourcesOf"];
    readonly ruleOf: SourceBook["ruleOf"];
  };
  readonly status: () => TradingStatus;
  readonly stop: () => Promise<void>;
};

type TradingConfig = Pick<
  Config,
  "mode" | "feed" | "oanda" | "simSeed" | "hasRealSessions" | "dataDir" | "tapeDays"
>;

const REFRESH_EVERY_MS = 500;

type Needs = {
  readonly database: Database;
  /** The journal has a connection of its own. */
  readonly address: DatabaseAddress;
  readonly config: TradingConfig;
  readonly clock: Clock;
  readonly log: Log;
  /** What other processes are told of markets and halts; without, there are none. */
  readonly news?: News | undefined;
  /** Who lives through days that are over before the first price; only where prices are made up. */
  readonly livePast?: LivePast | undefined;
};

export async function startTrading(needs: Needs): Promise<Trading> {
  const { database, config, clock, log } = needs;
  if (config.mode === "sandbox") await seedMarkets(database);
  const own = createLiveMarkets(await loadMarkets(database), await loadCategories(database));
  const news = needs.news ?? createNews({ bus: null, log });
  const live = shareMarkets({ live: own, database, news, log });
  const markets = live.all;
  const feeds = await openPriceFeeds({ config, markets, database, clock, log });
  const { seed } = feeds;
  const hasRealSessions = config.hasRealSessions || !feeds.isSimulated;
  const times = await loadOpeningTimes(database, hasRealSessions);
  const sessions = createSessionPlan({ markets, times });
  live.follow(sessions.lookAgain);
  const simulator = seed && createPriceSimulator(seed);
  const engine = { feeds, markets, times, sessions, simulator };
  const sequencer = await startEngine(needs, engine);
  await defineMarkets(sequencer, markets);
  const { financingOf } = await openFinancingBook({ database, subscribe: sequencer.subscribe });
  const halts = await openMarketHalts({ database, sequencer, log, news, hasEngine: true });
  const tape = createTapeEnd({ sequencer, log });
  const isHalted = ({ id }: TradedMarket) => halts.reasonOf(id) !== null;
  const candles = await openCandleStore({ database, markets });
  const setting = { markets, seed, clock, hasRealSessions, times, isHalted, tape, candles };
  const room = createPriceRoom({ ...setting, plan: feeds.plan });
  const { board, book, intake, sources } = room;
  const keeping = { database, markets, clock, log, newestSeq: tape.lastSeq };
  const kept = { keepsAll: needsRawTape(sources), keepDays: config.tapeDays };
  const tapeKeeper = await startTapeKeeper({ ...keeping, ...kept, sealCandles: candles.seal });
  tapeKeeper.follow(intake);
  // Sessions and missed cuts come first: no price acts in a market that has closed meanwhile, and
  // nothing that opens from now on pays for a night before it.
  const stopHours = await keepHours({ sequencer, markets, board, clock, log });
  room.quoteLast();
  const { submit, read, subscribe, followTape, newestQuote, storeTape } = sequencer;
  const directory = createMarketDirectory(markets);
  const handlers = {
    ...createMarketHandlers({ live, board, halts }),
    ...createPopularHandlers({ database, clock }),
    ...createTermsHandlers({ live, read, halts, isOpen: times.isOpen, clock }),
    ...createPriceHandlers({ database, markets, room }),
    ...createOrderHandlers({ submit, read, database, directory, financingOf, clock, news }),
    ...createAccountHandlers({ submit, read, database, clock, news }),
  };
  feeds.start(room);
  const refreshing = setInterval(room.refresh, REFRESH_EVERY_MS);
  return {
    handlers,
    sequencer: { submit, read, subscribe, followTape, newestQuote, storeTape },
    followRows: sequencer.followRows,
    directory,
    financingOf,
    candles: createNewestCandles({ markets, book, clock }),
    pastPrice: simulator && createPastPrice(simulator),
    halts,
    markets: { ...live, ...createMarketChanger({ database, live, sequencer }) },
    ...readersOf(room, feeds.isSimulated || config.mode === "sandbox"),
    status: () => ({
      ...priceStatus(room, feeds),
      markets: markets.length,
      engine: sequencer.status(),
      ...sequencer.figures(),
    }),
    stop: async () => {
      clearInterval(refreshing);
      await feeds.stop();
      await tapeKeeper.stop();
      await stopHours();
      await sequencer.stop();
    },
  };
}

type EngineParts = {
  readonly feeds: PriceFeeds;
  readonly markets: readonly TradedMarket[];
  readonly times: OpeningTimes;
  readonly sessions: SessionPlan;
  readonly simulator: PriceSimulator | null;
};

/** The engine at the journal's end, or, in a fresh sandbox, at the end of what it lived through. */
async function startEngine(
  { address, database, clock: realClock, log, livePast: live }: Needs,
  { feeds, markets, times, sessions, simulator }: EngineParts,
): Promise<Sequencer> {
  const clock = createStartClock(realClock);
  const newestMs = await readNewestMs(database);
  const sequencer = await startSequencer({ address, database, clock, log, sessions });
  if (!simulator || !live) return sequencer;
  try {
    await livePast({ database, sequencer, markets, simulator, times, clock, newestMs }, live);
    return sequencer;
  } catch (error) {
    await feeds.stop();
    await sequencer.stop();
    throw error;
  }
}

async function loadOpeningTimes(
  database: Database,
  hasRealSessions: boolean,
): Promise<OpeningTimes> {
  const calendar = createSessionCalendar(await loadSessionExceptions(database));
  return createOpeningTimes({ hasRealSessions, calendar });
}

/** Where a quote is not simply what one source said, what was said is kept beside it. */
function needsRawTape({ sourcesOf }: SourceBook): (market: TradedMarket) => boolean {
  return ({ code, markupPoints }) => markupPoints > 0 || sourcesOf(code).length > 1;
}

function createPriceHandlers({
  database,
  markets,
  room,
}: {
  database: Database;
  markets: readonly TradedMarket[];
  room: PriceRoom;
}) {
  return {
    ...createCandleHandlers({ markets, book: room.book }),
    ...createTapeHandlers({ database, markets }),
    ...createSourceHandlers(markets, room.sources),
    ...createSeedHandlers(database),
  };
}

function readersOf(
  { board, intake, gate, sources }: PriceRoom,
  isSimulated: boolean,
): Pick<Trading, "quotes" | "sources"> {
  const { version, changedSince, updateOf, isStale, opensAtMs } = board;
  const { readings, sourcesOf, ruleOf } = sources;
  const read = { version, changedSince, updateOf, isStale, opensAtMs };
  return {
    quotes: { isSimulated, ...read, subscribe: intake.subscribe },
    sources: { refused: gate.refusedBySource, readings, of: sourcesOf, ruleOf },
  };
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
