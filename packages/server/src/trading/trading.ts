// The trading area of a process that is alone, as main.ts starts it: markets from the database, the
// engine with its journal, prices from their sources through the gate onto the tape, the board and
// into the candles. Beside others the same pieces are spread over roles: trading-engine.ts,
// trading-view.ts and price-feed.ts.

import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { createNews, type News } from "../platform/news/news.ts";
import { openCandleStore } from "./candles/candle-store.ts";
import { createTapeEnd, keepHours } from "./exchange/exchange.ts";
import { type LivePast, livePast, readNewestMs } from "./exchange/lived-past.ts";
import { defineMarkets } from "./exchange/market-terms.ts";
import { createStartClock } from "./exchange/start-clock.ts";
import { createPriceSimulator, type PriceSimulator } from "./feed/simulator/price-simulator.ts";
import { openFinancingBook } from "./orders/financing-book.ts";
import { createPriceRoom } from "./price-room.ts";
import { needsRawTape } from "./quotes/source-book.ts";
import { type StartedSequencer, startSequencer } from "./sequencer/sequencer.ts";
import { heldBy, openMarketHalts } from "./sessions/market-halts.ts";
import { createSessionPlan, type SessionPlan } from "./sessions/session-plan.ts";
import { startTapeKeeper } from "./tape/tape-keeper.ts";
import { createTradingFace, type Trading } from "./trading-face.ts";
import { openTradingGround, type TradingConfig, type TradingGround } from "./trading-ground.ts";

export type { Trading } from "./trading-face.ts";

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
  /** Another process writes the journal now: this one has stopped trading for good. */
  readonly onOvertaken?: () => void;
};

export async function startTrading(needs: Needs): Promise<Trading> {
  const { database, config, clock, log } = needs;
  const news = needs.news ?? createNews({ bus: null, log });
  const ground = await openTradingGround({ ...needs, news, publishesSeeds: true });
  const { live, markets, feeds, times, hasRealSessions } = ground;
  const { seed } = feeds;
  const sessions = createSessionPlan({ markets, times });
  live.follow(sessions.lookAgain);
  const simulator = seed && createPriceSimulator(seed);
  const sequencer = await startEngine(needs, { ...ground, sessions, simulator });
  await defineMarkets(sequencer, markets);
  const { financingOf } = await openFinancingBook({ database, subscribe: sequencer.subscribe });
  const halts = await openMarketHalts({ database, sequencer, log, news, hasEngine: true });
  const tape = createTapeEnd({ sequencer, log });
  const held = heldBy(halts);
  const candles = await openCandleStore({ database, markets });
  const setting = { markets, seed, clock, hasRealSessions, times, held, tape, candles };
  const room = createPriceRoom({ ...setting, plan: feeds.plan });
  const { board, intake, sources } = room;
  halts.follow(board.refresh);
  const { epoch } = sequencer;
  const keeping = { database, epoch, markets, clock, log, newestSeq: tape.lastSeq };
  const kept = { keepsAll: needsRawTape(sources), keepDays: config.tapeDays };
  const tapeKeeper = await startTapeKeeper({
    ...keeping,
    ...kept,
    sealCandles: () => candles.seal(epoch),
  });
  tapeKeeper.follow(intake);
  // Sessions and missed cuts come first: no price acts in a market that has closed meanwhile, and
  // nothing that opens from now on pays for a night before it.
  const stopHours = await keepHours({ sequencer, markets, board, clock, log });
  room.quoteLast();
  const isSandbox = config.mode === "sandbox";
  const isFeedFresh = () => !board.isSourceSilent();
  const shown = { financingOf, halts, room, simulator, isSandbox, isFeedFresh };
  const face = createTradingFace({ database, clock, news, ground, sequencer, ...shown });
  feeds.start(room);
  const refreshing = setInterval(room.refresh, REFRESH_EVERY_MS);
  return {
    ...face,
    followRows: sequencer.followRows,
    quotes: { ...face.quotes, subscribe: intake.subscribe },
    stop: async () => {
      clearInterval(refreshing);
      await halts.stop();
      await feeds.stop();
      await tapeKeeper.stop();
      await stopHours();
      await sequencer.stop();
    },
  };
}

type EngineParts = TradingGround & {
  readonly sessions: SessionPlan;
  readonly simulator: PriceSimulator | null;
};

/** The engine at the journal's end, or, in a fresh sandbox, at the end of what it lived through. */
async function startEngine(
  { address, database, clock: realClock, log, livePast: live, onOvertaken }: Needs,
  { feeds, markets, times, sessions, simulator }: EngineParts,
): Promise<StartedSequencer> {
  const clock = createStartClock(realClock);
  const newestMs = await readNewestMs(database);
  const writing = { address, database, clock, log, sessions };
  const onFenced = onOvertaken ?? (() => undefined);
  const sequencer = await startSequencer({ ...writing, onFenced });
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
