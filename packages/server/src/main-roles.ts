// A process that plays some of the roles, put together for main.ts: what they share (directory,
// bus, database, leases), then each role on its own, as if it were alone. Invariant: nothing that
// a role tells another goes past the bus, also when both are played here.

import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { createSimulatedTraders } from "./community/simulated/simulated-traders.ts";
import type { Cluster } from "./config-cluster.ts";
import type { Figure, Readings } from "./gateway/http/metrics.ts";
import { readBuild, startAreas } from "./main-areas.ts";
import { bindGateway, bindVitalPort, openDoors, readingsOf } from "./main-doors.ts";
import { EXIT_OVERTAKEN, type House, type Store, startGround, startStore } from "./main-ground.ts";
import type { Bus } from "./platform/bus/bus.ts";
import { connectNatsBus } from "./platform/bus/nats-bus.ts";
import { systemClock } from "./platform/clock.ts";
import { prepareDataDirectory } from "./platform/data-directory.ts";
import { checkDatabase } from "./platform/database.ts";
import { JOBS_LEASE, type LeaseKeeper } from "./platform/lease/lease.ts";
import { createLeaseKeeper } from "./platform/lease/lease-keeper.ts";
import { readOwnersBuild } from "./platform/lease/owners-build.ts";
import { settleShards } from "./platform/lease/shard-count.ts";
import { createNews } from "./platform/news/news.ts";
import type { Role } from "./platform/role.ts";
import { readSecrets } from "./platform/secrets/secrets.ts";
import { startPriceFeed } from "./trading/price-feed.ts";
import { startTradingEngine } from "./trading/trading-engine.ts";
import { startTradingView } from "./trading/trading-view.ts";

const NAME_BYTES = 3;

type Stage = {
  readonly cluster: Cluster;
  readonly bus: Bus;
  readonly leases: LeaseKeeper;
  readonly store: Store;
  /** Of the program that we are. */
  readonly build: string;
};

/** What a role says of itself. */
type Played = {
  readonly signs: () => { readonly isReady: boolean } & Readonly<Record<string, unknown>>;
  readonly figures: readonly Figure[];
};

export async function startRoles(house: House, cluster: Cluster): Promise<void> {
  const { config, log, shutdown } = house;
  const { roles, natsUrl: url, natsPrefix: prefix } = cluster;
  const owner = `${roles.join("+")}@${hostname()}/${process.pid}/${randomName()}`;
  const dataDir = await prepareDataDirectory(config.dataDir);
  const secrets = await readSecrets({ dataDir, given: config.givenSecrets });
  const bus = await connectNatsBus({ url, prefix, name: owner, log });
  shutdown.add("bus", bus.stop);
  const openPort = await bindPort(house, { roles, bus });
  const store = await startStore(house, { dataDir, secrets });
  await settleShards(store.database, cluster.shards);
  const build = await readBuild();
  const lastsMs = cluster.leaseSec * 1_000;
  const leases = createLeaseKeeper({ address: store.address, owner, build, lastsMs, log });
  shutdown.add("leases", leases.stop);
  await openPort({ cluster, bus, leases, store, build });
  log.info({ roles, build }, "playing");
}

function randomName(): string {
  return randomBytes(NAME_BYTES).toString("hex");
}

/** Early, so that an occupied port is one line at once. Answers how to go on from there. */
async function bindPort(
  house: House,
  { roles, bus }: { readonly roles: readonly Role[]; readonly bus: Bus },
): Promise<(stage: Stage) => Promise<void>> {
  if (roles.includes("gateway")) {
    const news = createNews({ bus, log: house.log });
    const gateway = await bindGateway(house, news);
    return async (stage) => {
      const others = await playBehind(house, stage, () => undefined);
      const ground = await startGround(house, stage.store, { news, runsJobs: false });
      const onUnreadable = (shard: number) => void leaveToNewer(house, stage, shard);
      const view = { ...house, ...ground, ...stage, ...stage.cluster, onUnreadable };
      const trading = await startTradingView(view);
      house.shutdown.add("trading", trading.stop);
      const areas = await startAreas(house, ground, trading);
      const figures = [busFigure(bus), ...others.flatMap((played) => played.figures)];
      await openDoors(house, gateway, { ground, trading, areas, figures });
    };
  }
  const vital = await bindVitalPort(house);
  return async (stage) => {
    const played = await playBehind(house, stage, vital.watch);
    const { database, newestMigration } = stage.store;
    vital.attach({
      signs: async () => {
        const health = await checkDatabase(database, newestMigration);
        const said = played.map(({ signs }) => signs());
        const isBusUp = bus.isUp();
        const isWell = health.isDatabaseReachable && health.areMigrationsCurrent && isBusUp;
        const isReady = isWell && said.every((one) => one.isReady);
        return { roles, ...health, isBusUp, ...Object.assign({}, ...said), isReady };
      },
      figures: [busFigure(bus), ...played.flatMap(({ figures }) => figures)],
    });
  };
}

/** The roles that people never see. */
function playBehind(
  house: House,
  stage: Stage,
  watch: (readings: Readings) => void,
): Promise<readonly Played[]> {
  const play: Record<Exclude<Role, "gateway">, (own: House) => Promise<Played>> = {
    engine: (own) => playEngine(own, stage),
    feed: (own) => playFeed(own, stage),
    jobs: async (own) => playJobs(own, stage, watch),
  };
  const behind = stage.cluster.roles.filter((role) => role !== "gateway");
  return Promise.all(behind.map((role) => play[role](withNames(house, role))));
}

/** Two roles in one process have parts of the same name, each to be stopped. */
function withNames(house: House, role: Role): House {
  const { shutdown } = house;
  const add: typeof shutdown.add = (part, stop) => shutdown.add(`${role} ${part}`, stop);
  return { ...house, shutdown: { ...shutdown, add } };
}

async function playEngine({ config, log, shutdown }: House, stage: Stage): Promise<Played> {
  const { bus, store, leases, cluster } = stage;
  const clock = systemClock;
  const simulated = createSimulatedTraders({ ...store, clock, isOn: config.hasSimTraders });
  const engine = await startTradingEngine({
    ...store,
    bus,
    leases,
    config,
    clock,
    news: createNews({ bus, log }),
    livePast: simulated.livePast,
  });
  shutdown.add("trading", async () => {
    await simulated.stop();
    await engine.stop();
  });
  const isTrading = () => engine.shards().every((shard) => shard.engine === "trading");
  const sum = (of: "queuedRows" | "heldQuotes") =>
    engine.shards().reduce((total, shard) => total + shard[of], 0);
  return {
    signs: () => ({ isReady: isTrading(), shards: engine.shards().map(({ shard }) => shard) }),
    figures: [
      figure("shards", "Shards that there are", () => cluster.shards),
      figure("shards_owned", "Shards that this engine owns", () => engine.shards().length),
      figure("engine_trading", "1 while orders are taken", () => Number(isTrading())),
      figure("journal_queued_rows", "Rows that wait for the disk", () => sum("queuedRows")),
      figure("engine_held_quotes", "Quotes not yet decided on", () => sum("heldQuotes")),
    ],
  };
}

async function playFeed({ config, log, shutdown }: House, stage: Stage): Promise<Played> {
  const { bus, store, leases } = stage;
  const news = createNews({ bus, log });
  const feed = await startPriceFeed({ ...store, bus, leases, config, news, clock: systemClock });
  shutdown.add("feed", feed.stop);
  const { isSpeaking } = feed;
  return {
    signs: () => ({ isReady: true, feed: feed.feed, isSpeaking: isSpeaking() }),
    figures: [figure("feed_speaking", "1 in the feed that speaks", () => Number(isSpeaking()))],
  };
}

/** Waits for its turn behind our back: nobody else has to. */
function playJobs(house: House, stage: Stage, watch: (readings: Readings) => void): Played {
  const stopping = new AbortController();
  const turn = takeJobs(house, stage, { signal: stopping.signal, watch });
  let isRunning = false;
  turn.then(
    (hasTurn) => {
      isRunning = hasTurn;
    },
    (err) => {
      if (house.shutdown.isRunning()) return;
      house.log.fatal({ err }, "the jobs cannot run");
      house.leave(1);
    },
  );
  house.shutdown.add("turn", async () => stopping.abort());
  return {
    signs: () => ({ isReady: true, isRunning }),
    figures: [figure("jobs_running", "1 where the jobs run", () => Number(isRunning))],
  };
}

type Turn = { readonly signal: AbortSignal; readonly watch: (readings: Readings) => void };

/** False when we were told to stop before our turn came. */
async function takeJobs(house: House, stage: Stage, { signal, watch }: Turn): Promise<boolean> {
  const { config, log, shutdown } = house;
  const { bus, leases, store, cluster } = stage;
  const lease = await leases.waitFor(JOBS_LEASE, signal).catch((error) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (lease === null) return false;
  leases.onLost(lease, () => {
    log.error("another process runs the jobs now: stopping");
    house.leave(EXIT_OVERTAKEN);
  });
  const ground = await startGround(house, store, {
    news: createNews({ bus, log }),
    runsJobs: true,
  });
  const onUnreadable = (shard: number) => void leaveToNewer(house, stage, shard);
  const view = { ...ground, bus, config, shards: cluster.shards, onUnreadable };
  const trading = await startTradingView(view);
  shutdown.add("trading", trading.stop);
  const areas = await startAreas(house, ground, trading);
  const simulated = createSimulatedTraders({ ...ground, isOn: config.hasSimTraders });
  shutdown.add("simulated", simulated.stop);
  await simulated.start(trading);
  watch(readingsOf({ ground, trading, areas }));
  log.info({ epoch: lease.epoch }, "the jobs run here");
  return true;
}

/**
 * An engine of another build writes what this one cannot read (F24): whoever supervises us starts
 * the build in force by now. Where the build is ours the row is damaged, and we say "halted".
 */
async function leaveToNewer({ log, leave }: House, stage: Stage, shard: number): Promise<void> {
  const { store, build } = stage;
  const owner = await readOwnersBuild(store.database, shard).catch(() => null);
  if (owner === null || owner === build) return;
  log.error({ shard, build, owner }, "a newer build writes what this one cannot read: stopping");
  leave(EXIT_OVERTAKEN);
}

function figure(name: string, help: string, value: () => number): Figure {
  return { name: `truetick_${name}`, help, value };
}

function busFigure(bus: Bus): Figure {
  return figure("bus_up", "1 while the line to the bus is up", () => Number(bus.isUp()));
}
