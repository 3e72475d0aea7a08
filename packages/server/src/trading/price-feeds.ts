// The feeds of this server, from its settings to the price room: which sources there are, whose
// word counts for which market, and how they are started and stopped. Put together by trading.ts.

import type { Config } from "../config.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import { StartRefusal } from "../platform/start-refusal.ts";
import type { Feed } from "./feed/feed.ts";
import { FeedPlanRefused, isSimulated } from "./feed/feed-plan.ts";
import { openFeeds } from "./feed/open-feeds.ts";
import { createPolledFeed } from "./feed/polled-feed.ts";
import { ReplayUnreadable } from "./feed/replay/replay-file.ts";
import type { TradedMarket } from "./markets/traded-market.ts";
import type { PriceRoom } from "./price-room.ts";
import type { SourcePlan } from "./quotes/source-book.ts";
import { keepPublishingSeeds } from "./seeds/publish-seeds.ts";
import { SteadyTime } from "./sequencer/steady-time.ts";
import { readSimSeed } from "./sim-seed.ts";

export type PriceFeeds = {
  /** The sources' names in the order of their priority. */
  readonly names: string;
  readonly plan: SourcePlan;
  /** Prices are made up or played back (H13). */
  readonly isSimulated: boolean;
  /** What prices are made up from; null where none are. */
  readonly seed: Uint8Array | null;
  readonly start: (room: FedRoom) => void;
  readonly stop: () => Promise<void>;
};

/** Where feeds say what they know, and where the simulator's ticks come from. */
export type FedRoom = Pick<PriceRoom, "sinkOf" | "takeDue">;

type Needs = {
  readonly config: Pick<Config, "feed" | "oanda" | "simSeed" | "dataDir">;
  readonly database: Database;
  readonly markets: readonly TradedMarket[];
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the seeds of made-up prices are promised and shown by this process. */
  readonly publishesSeeds?: boolean;
};

export const SIMULATOR = "sim";

export async function openPriceFeeds(needs: Needs): Promise<PriceFeeds> {
  const { config, markets, database, clock, log } = needs;
  const { sources, rule, rules } = config.feed;
  const isMadeUp = sources.some(({ kind }) => kind === "sim");
  const seed = isMadeUp ? await readSimSeed(config) : null;
  const { publishesSeeds = true } = needs;
  const stopSeeds =
    seed && publishesSeeds && (await keepPublishingSeeds({ database, master: seed, clock, log }));
  let feeds = await openAll(needs);
  const named = feeds.map(({ source: name, instruments }) => ({ name, instruments }));
  const plan: SourcePlan = {
    sources: isMadeUp ? [{ name: SIMULATOR, instruments: null }] : named,
    ruleOf: (code) => rules.get(code) ?? rule,
  };
  const names = plan.sources.map(({ name }) => name).join(",");
  if (!isMadeUp) tellUnserved(markets, plan, log);
  return {
    names,
    plan,
    isSimulated: isSimulated(config.feed),
    seed,
    start(room) {
      if (isMadeUp) feeds = [simulatorIn(room, needs)];
      for (const feed of feeds) feed.start(room.sinkOf(feed.source));
      log.info({ feed: names, markets: markets.length }, "prices are running");
    },
    stop: async () => {
      await Promise.all(feeds.map((feed) => feed.stop()));
      if (stopSeeds) await stopSeeds();
    },
  };
}

async function openAll({ config, markets, clock, log }: Needs): Promise<readonly Feed[]> {
  // A wall clock that steps back must not make what arrives look older than what came (F10).
  const time = new SteadyTime(clock);
  try {
    return await openFeeds(config.feed.sources, {
      markets,
      oanda: config.oanda,
      arrival: () => ({ wallMs: time.now(), steadyMs: clock.monotonic() }),
      chance: Math.random,
      logOf: (source) => log.child({ source }),
    });
  } catch (error) {
    if (!(error instanceof FeedPlanRefused) && !(error instanceof ReplayUnreadable)) throw error;
    throw new StartRefusal(`FEED ${error.message}`);
  }
}

/** Its signs of life are its own. */
function simulatorIn(room: FedRoom, { clock }: Needs): Feed {
  return createPolledFeed({
    source: SIMULATOR,
    instruments: new Map(),
    takeDue: room.takeDue,
    isAlive: () => false,
    now: clock.now,
  });
}

/** They stay on the list without a price, and whoever started the server should know. */
function tellUnserved(markets: readonly TradedMarket[], { sources }: SourcePlan, log: Log): void {
  const unserved = markets
    .map(({ code }) => code)
    .filter((code) => !sources.some(({ instruments }) => instruments?.has(code)));
  if (unserved.length > 0) log.warn({ markets: unserved }, "no source quotes these markets");
}
