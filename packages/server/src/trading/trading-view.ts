// The trading area of a process that writes no shard: gateways and jobs. Commands go to the shards'
// owners, reads look at replicas, prices follow the tape. Started by main.ts; answers the same as
// trading.ts, so that the areas above are the same in every role.

import type { Bus } from "../platform/bus/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import { createPriceSimulator } from "./feed/simulator/price-simulator.ts";
import { followPriceRoom } from "./followed-room.ts";
import { openFinancingBook } from "./orders/financing-book.ts";
import { heldBy, openMarketHalts } from "./sessions/market-halts.ts";
import { createRemoteSequencer } from "./shards/remote-sequencer.ts";
import { followTapeStream } from "./tape/follow-tape.ts";
import { createTradingFace, type TradingView } from "./trading-face.ts";
import { openTradingGround, type TradingConfig } from "./trading-ground.ts";

type Needs = {
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly config: TradingConfig;
  readonly bus: Bus;
  readonly news: News;
  /** How many shards there are. */
  readonly shards: number;
  readonly clock: Clock;
  readonly log: Log;
  /** A shard's journal has a row that this build cannot read. */
  readonly onUnreadable?: (shard: number) => void;
};

export async function startTradingView(needs: Needs): Promise<TradingView> {
  const { database, config, clock, log, news, bus } = needs;
  const ground = await openTradingGround({ ...needs, publishesSeeds: false });
  const { feeds, markets } = ground;
  const tape = await followTapeStream({ bus, database, log });
  const sequencer = await createRemoteSequencer({ ...needs, tape });
  const { financingOf } = await openFinancingBook({ database, subscribe: sequencer.subscribe });
  const halts = await openMarketHalts({ database, sequencer, log, news, hasEngine: false });
  const held = heldBy(halts);
  const { seed, plan } = feeds;
  const room = await followPriceRoom({ ...needs, ...ground, tape, seed, plan, held });
  halts.follow(room.board.refresh);
  const face = createTradingFace({
    database,
    clock,
    news,
    ground: { ...ground, markets },
    sequencer,
    financingOf,
    halts,
    room,
    simulator: seed && createPriceSimulator(seed),
    isSandbox: config.mode === "sandbox",
    isFeedFresh: () => room.sources.readings().some(({ isSilent }) => !isSilent),
  });
  return {
    ...face,
    followRows: null,
    stop: async () => {
      room.stop();
      await sequencer.stop();
      tape.stop();
      await feeds.stop();
    },
  };
}
