// The feed role put together: the sources of the settings, or the simulator, speaking on the bus
// when this process holds the lease. Started by main.ts. It promises and shows the seeds of made-up
// prices too (H14). Invariant: it knows markets and prices and nothing else (H01).

import type { Bus } from "../platform/bus/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { LeaseKeeper } from "../platform/lease/lease.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import { createSimFeed } from "./feed/sim-feed.ts";
import { createPriceSimulator } from "./feed/simulator/price-simulator.ts";
import type { Tick } from "./feed/tick.ts";
import { createFeedSpeaker, type FeedSpeaker } from "./feed-line/speak-feeds.ts";
import { SIMULATOR } from "./price-feeds.ts";
import { SteadyTime } from "./sequencer/steady-time.ts";
import { openTradingGround, type TradingConfig, type TradingGround } from "./trading-ground.ts";

type Needs = {
  readonly database: Database;
  readonly config: TradingConfig;
  readonly bus: Bus;
  readonly leases: LeaseKeeper;
  readonly news: News;
  readonly clock: Clock;
  readonly log: Log;
};

export type PriceFeedRole = {
  /** The sources' names. */
  readonly feed: string;
  /** False: another process speaks, and this one could. */
  readonly isSpeaking: () => boolean;
  readonly stop: () => Promise<void>;
};

export async function startPriceFeed(needs: Needs): Promise<PriceFeedRole> {
  const ground = await openTradingGround({ ...needs, publishesSeeds: true });
  const { feeds } = ground;
  const speaker = createFeedSpeaker(needs);
  feeds.start({ sinkOf: speaker.sinkOf, takeDue: simulatedBy(needs, ground, speaker) });
  return {
    feed: feeds.names,
    isSpeaking: speaker.isSpeaking,
    stop: async () => {
      await feeds.stop();
      await speaker.stop();
    },
  };
}

/** The simulator's ticks that have fallen due; a standby lets them go by. */
function simulatedBy(
  { clock }: Needs,
  { markets, times, feeds }: TradingGround,
  speaker: FeedSpeaker,
): () => Tick[] {
  if (feeds.seed === null) return () => [];
  const feed = createSimFeed({
    simulator: createPriceSimulator(feeds.seed),
    markets,
    isMarketOpen: times.isOpen,
    fromMs: clock.now(),
    onBeat: speaker.sinkOf(SIMULATOR).hear,
    onSkip: (untilMs) => speaker.skip(SIMULATOR, untilMs),
  });
  // A wall clock that steps back stops no price: they go on from where they were (F10).
  const time = new SteadyTime(clock);
  return () => feed.takeDue(time.now());
}
