// What the trading area is to the areas above and to the gateway: its calls, the door to the
// engine, the prices to read. Put together here for a process that trades itself (trading.ts) and
// for one that follows others (trading-view.ts), so that nobody above can tell the difference.

import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { News } from "../platform/news/news.ts";
import { type AccountHandlers, createAccountHandlers } from "./account/account.routes.ts";
import { createCandleHandlers } from "./candles/candles.routes.ts";
import { createNewestCandles, type NewestCandles } from "./candles/newest-candles.ts";
import { createMarketChanger, type MarketChanger } from "./exchange/change-market.ts";
import { createPastPrice, type PastPrice } from "./exchange/lived-past.ts";
import type { PriceSimulator } from "./feed/simulator/price-simulator.ts";
import type { LiveMarkets } from "./markets/live-markets.ts";
import { createMarketDirectory, type MarketDirectory } from "./markets/market-directory.ts";
import { createMarketHandlers } from "./markets/markets.routes.ts";
import { createPopularHandlers, type PopularHandlers } from "./markets/popular-markets.ts";
import { createTermsHandlers, type TermsHandlers } from "./markets/terms.routes.ts";
import type { FinancingBook } from "./orders/financing-book.ts";
import { createOrderHandlers, type OrderHandlers } from "./orders/orders.routes.ts";
import type { PriceRoom } from "./price-room.ts";
import type { QuoteBoard } from "./quotes/quote-board.ts";
import type { GateReason, QuoteGate } from "./quotes/quote-gate.ts";
import type { QuoteIntake } from "./quotes/quote-intake.ts";
import type { SourceBook } from "./quotes/source-book.ts";
import { createSourceHandlers, type SourceHandlers } from "./quotes/sources.routes.ts";
import { createSeedHandlers, type SeedHandlers } from "./seeds/seeds.routes.ts";
import type {
  Sequencer,
  SequencerFace,
  SequencerFigures,
  SequencerStatus,
} from "./sequencer/sequencer.ts";
import type { MarketHalts } from "./sessions/market-halts.ts";
import { createTapeHandlers } from "./tape/tape.routes.ts";
import type { TradingGround } from "./trading-ground.ts";

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
  readonly sequencer: SequencerFace;
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

/** The same of a process that makes no quotes itself. */
export type TradingView = Omit<Trading, "quotes"> & {
  readonly quotes: Omit<Trading["quotes"], "subscribe">;
};

/** The prices as somebody reads them, made here or elsewhere. */
export type ShownRoom = Pick<PriceRoom, "board" | "book"> & {
  readonly sources: Pick<SourceBook, "readings" | "sourcesOf" | "ruleOf">;
  readonly gate: Pick<QuoteGate, "refused" | "refusedBySource">;
};

type FaceParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly news: News;
  readonly ground: TradingGround;
  readonly sequencer: Trading["sequencer"] & Pick<Sequencer, "status" | "figures">;
  readonly financingOf: FinancingBook["financingOf"];
  readonly halts: MarketHalts;
  readonly room: ShownRoom;
  readonly simulator: PriceSimulator | null;
  /** The money is play money. */
  readonly isSandbox: boolean;
  readonly isFeedFresh: () => boolean;
};

export function createTradingFace(parts: FaceParts): Omit<TradingView, "stop" | "followRows"> {
  const { database, clock, ground, financingOf, halts, room, simulator, sequencer } = parts;
  const { live, markets } = ground;
  const directory = createMarketDirectory(markets);
  return {
    handlers: createHandlers(parts, directory),
    sequencer: doorOf(sequencer),
    directory,
    financingOf,
    candles: createNewestCandles({ markets, book: room.book, clock }),
    pastPrice: simulator && createPastPrice(simulator),
    halts,
    markets: { ...live, ...createMarketChanger({ database, live, sequencer }) },
    ...readersOf(room, ground.feeds.isSimulated || parts.isSandbox),
    status: () => ({
      ...priceStatus(parts),
      markets: markets.length,
      engine: sequencer.status(),
      ...sequencer.figures(),
    }),
  };
}

function createHandlers(parts: FaceParts, directory: MarketDirectory): Trading["handlers"] {
  const { database, clock, news, ground, financingOf, halts, room, sequencer } = parts;
  const { live, markets, times } = ground;
  const { submit, read } = sequencer;
  return {
    ...createMarketHandlers({ live, board: room.board, halts }),
    ...createPopularHandlers({ database, clock }),
    ...createTermsHandlers({ live, read, halts, isOpen: times.isOpen, clock }),
    ...createCandleHandlers({ markets, book: room.book }),
    ...createTapeHandlers({ database, markets }),
    ...createSourceHandlers(markets, room.sources),
    ...createSeedHandlers(database),
    ...createOrderHandlers({ submit, read, database, directory, financingOf, clock, news }),
    ...createAccountHandlers({ read, database }),
  };
}

function readersOf(
  { board, gate, sources }: ShownRoom,
  isSimulated: boolean,
): Pick<TradingView, "quotes" | "sources"> {
  const { version, changedSince, updateOf, isStale, opensAtMs } = board;
  const { readings, sourcesOf, ruleOf } = sources;
  return {
    quotes: { isSimulated, version, changedSince, updateOf, isStale, opensAtMs },
    sources: { refused: gate.refusedBySource, readings, of: sourcesOf, ruleOf },
  };
}

function priceStatus({ room: { board, gate }, ground: { feeds }, isFeedFresh }: FaceParts) {
  return {
    feed: feeds.names,
    isSimulated: feeds.isSimulated,
    newestQuoteAgeMs: board.newestAgeMs(),
    isFeedFresh: isFeedFresh(),
    quotesAccepted: board.recorded(),
    quotesRefused: gate.refused(),
  };
}

/** What the areas may ask of the engine, and nothing else. */
function doorOf({
  submit,
  read,
  readHere,
  glance,
  subscribe,
  followTape,
  newestQuote,
  storeTape,
  writtenSeq,
}: Trading["sequencer"]): Trading["sequencer"] {
  const books = { read, readHere, glance, subscribe, writtenSeq };
  return { submit, ...books, followTape, newestQuote, storeTape };
}
