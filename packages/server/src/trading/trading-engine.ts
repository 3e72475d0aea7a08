// The engine role: claims a seat that is free and hosts its shards, shard 0 with the prices.
// Started by main.ts in processes that write journals for others; one without a seat is a
// standby. Invariant: what it hosts it holds by lease, and what it lost it lets go of before it
// claims again.

import type { Bus } from "../platform/bus/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { LeaseKeeper } from "../platform/lease/lease.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import type { LivePast } from "./exchange/lived-past.ts";
import { claimShards } from "./hosting/claim-shards.ts";
import { hostPriceShard } from "./hosting/host-prices.ts";
import { hostGivenShard } from "./hosting/host-shard.ts";
import type { SequencerFigures, SequencerStatus } from "./sequencer/sequencer.ts";
import { createSessionPlan, type SessionPlan } from "./sessions/session-plan.ts";
import { followTapeStream } from "./tape/follow-tape.ts";
import { openTradingGround, type TradingConfig, type TradingGround } from "./trading-ground.ts";

/** Where the tape is written. */
const TAPE_SHARD = 0;

type Needs = {
  readonly database: Database;
  readonly address: DatabaseAddress;
  readonly config: TradingConfig;
  readonly bus: Bus;
  readonly leases: LeaseKeeper;
  readonly news: News;
  readonly clock: Clock;
  readonly log: Log;
  /** Who lives through days that are over before the first price of a fresh sandbox. */
  readonly livePast?: LivePast | undefined;
};

export type ShardStatus = SequencerFigures & {
  readonly shard: number;
  readonly engine: SequencerStatus;
};

export type TradingEngine = {
  /** What it hosts now; a standby hosts nothing. */
  readonly shards: () => readonly ShardStatus[];
  readonly stop: () => Promise<void>;
};

export async function startTradingEngine(needs: Needs): Promise<TradingEngine> {
  const { bus, database, config, log } = needs;
  const ground = await openTradingGround({ ...needs, publishesSeeds: false });
  const tape = await followTapeStream({ bus, database, log });
  const host = { ...needs, ground, tape, sessionsOf: plansOf(ground), tapeDays: config.tapeDays };
  const claims = claimShards({
    ...needs,
    host: (held, shard, onOver) => {
      const hosting = { held, shard, onOver };
      return shard === TAPE_SHARD ? hostPriceShard(host, hosting) : hostGivenShard(host, hosting);
    },
  });
  return {
    shards: () =>
      [...claims.hosted()].map(([shard, { status, figures }]) => ({
        shard,
        engine: status(),
        ...figures(),
      })),
    stop: async () => {
      await claims.stop();
      tape.stop();
      await ground.feeds.stop();
    },
  };
}

/** One plan per shard, however often it comes and goes: markets tell each of their changes. */
function plansOf({ markets, times, live }: TradingGround): (shard: number) => SessionPlan {
  const plans = new Map<number, SessionPlan>();
  return (shard) => {
    const known = plans.get(shard);
    if (known) {
      known.lookAgain();
      return known;
    }
    const plan = createSessionPlan({ markets, times });
    live.follow(plan.lookAgain);
    plans.set(shard, plan);
    return plan;
  };
}
