// What every process that trades or shows trading starts from: the markets as they are now, which
// sources quote them, and when they are open. Opened by trading.ts, trading-engine.ts and
// trading-view.ts. Nothing runs yet when it is there.

import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import { StartRefusal } from "../platform/start-refusal.ts";
import { createLiveMarkets, type LiveMarkets } from "./markets/live-markets.ts";
import { shareMarkets } from "./markets/share-markets.ts";
import {
  loadCategories,
  loadMarkets,
  seedMarkets,
  type TradedMarket,
} from "./markets/traded-market.ts";
import { openPriceFeeds, type PriceFeeds } from "./price-feeds.ts";
import { isPromisedOtherwise } from "./seeds/publish-seeds.ts";
import { createOpeningTimes, type OpeningTimes } from "./sessions/market-hours.ts";
import { createSessionCalendar } from "./sessions/session-calendar.ts";
import { loadSessionExceptions } from "./sessions/session-exceptions.ts";

export type TradingConfig = Pick<
  Config,
  "mode" | "feed" | "oanda" | "simSeed" | "hasRealSessions" | "dataDir" | "tapeDays"
>;

type Needs = {
  readonly database: Database;
  readonly config: TradingConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether the seeds of made-up prices are promised and shown by this process. */
  readonly publishesSeeds: boolean;
};

export type TradingGround = {
  readonly live: LiveMarkets;
  readonly markets: readonly TradedMarket[];
  readonly feeds: PriceFeeds;
  readonly hasRealSessions: boolean;
  readonly times: OpeningTimes;
};

export async function openTradingGround(needs: Needs): Promise<TradingGround> {
  const { database, config } = needs;
  if (config.mode === "sandbox") await seedMarkets(database);
  const own = createLiveMarkets(await loadMarkets(database), await loadCategories(database));
  const live = shareMarkets({ ...needs, live: own });
  const markets = live.all;
  const feeds = await openPriceFeeds({ ...needs, markets });
  if (!needs.publishesSeeds) await insistOnSeed(needs, feeds);
  const hasRealSessions = config.hasRealSessions || !feeds.isSimulated;
  const calendar = createSessionCalendar(await loadSessionExceptions(database));
  const times = createOpeningTimes({ hasRealSessions, calendar });
  return { live, markets, feeds, hasRealSessions, times };
}

/** Processes that share the work share the seed, or every chart would be another one. */
async function insistOnSeed({ database, clock }: Needs, { seed }: PriceFeeds): Promise<void> {
  if (seed === null || !(await isPromisedOtherwise({ database, master: seed, clock }))) return;
  throw new StartRefusal(
    "The seed of simulated prices is not the one that was promised: give every process the same " +
      "SIM_SEED, or the same file secrets/sim-seed.",
  );
}
