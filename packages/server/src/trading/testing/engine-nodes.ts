// Processes of several roles in one test process: engines, feeds and views on one bus and one real
// database, each behind a line of its own that can be cut. `kill` is a machine whose plug is pulled
// as others see it: nothing more leaves it, and its connections to the database are gone.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryBus } from "../../platform/bus/memory-bus.ts";
import { systemClock } from "../../platform/clock.ts";
import { openDatabase } from "../../platform/database.ts";
import { createLeaseKeeper } from "../../platform/lease/lease-keeper.ts";
import { settleShards } from "../../platform/lease/shard-count.ts";
import { createLog } from "../../platform/log.ts";
import { createNews } from "../../platform/news/news.ts";
import { type CutBus, createCutBus } from "../../testing/cut-bus.ts";
import { startDatabaseProxy } from "../../testing/database-proxy.ts";
import { createFaultyBus, type Faults, NO_FAULTS } from "../../testing/faulty-bus.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { SIMULATED_PLAN } from "../feed/feed-plan.ts";
import { type PriceFeedRole, startPriceFeed } from "../price-feed.ts";
import { startTradingEngine, type TradingEngine } from "../trading-engine.ts";
import type { TradingView } from "../trading-face.ts";
import type { TradingConfig } from "../trading-ground.ts";
import { startTradingView } from "../trading-view.ts";

const log = createLog(process.env.SHOW_LOG ? "info" : "fatal");

export type Node<Role> = Role & { readonly kill: () => void };

export type EngineNodes = {
  readonly storage: TestDatabase;
  readonly config: TradingConfig;
  /** That of somebody who only listens. */
  readonly bus: CutBus;
  readonly engine: () => Promise<Node<TradingEngine>>;
  readonly feed: () => Promise<Node<PriceFeedRole>>;
  readonly view: (heard?: Faults) => Promise<Node<TradingView>>;
  /** Stops everything, the killed ones too. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openEngineNodes(shards: number): Promise<EngineNodes> {
  const storage = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-nodes-"));
  const bus = createCutBus(createMemoryBus(log));
  const ends: (() => Promise<void>)[] = [];
  const config: TradingConfig = {
    mode: "sandbox",
    feed: SIMULATED_PLAN,
    oanda: null,
    simSeed: 7,
    hasRealSessions: false,
    tapeDays: 30,
    dataDir,
  };
  await settleShards(storage.database, shards);

  async function ground(heard: Faults) {
    const proxy = await startDatabaseProxy(storage.appUrl);
    const address = { url: proxy.url, role: null };
    const { database, close } = openDatabase(address, log);
    const own = createFaultyBus(bus, { said: NO_FAULTS, heard });
    const leases = createLeaseKeeper({ address, owner: `node ${ends.length}`, log });
    const news = createNews({ bus: own, log });
    const shared = { database, address, config, bus: own, leases, news, shards, log };
    const kill = () => {
      own.mute();
      proxy.shut();
      proxy.cut();
    };
    const end = async (stop: () => Promise<void>) => {
      proxy.open();
      await stop();
      await leases.stop();
      await close();
      await proxy.close();
    };
    return { shared: { ...shared, clock: systemClock }, kill, end };
  }

  async function start<Role extends { readonly stop: () => Promise<void> }>(
    play: (shared: Awaited<ReturnType<typeof ground>>["shared"]) => Promise<Role>,
    heard = NO_FAULTS,
  ): Promise<Node<Role>> {
    const { shared, kill, end } = await ground(heard);
    const role = await play(shared);
    ends.push(() => end(role.stop));
    return { ...role, kill };
  }

  return {
    storage,
    config,
    bus,
    engine: () => start(startTradingEngine),
    feed: () => start(startPriceFeed),
    view: (heard) => start(startTradingView, heard),
    stop: async () => {
      for (const end of ends.splice(0).toReversed()) await end();
    },
    close: async () => {
      for (const end of ends.splice(0).toReversed()) await end();
      await bus.stop();
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
