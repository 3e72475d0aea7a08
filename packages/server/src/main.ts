// The server: the only composition root. Reads the settings and becomes what they say: one process
// that plays every role (below), or some of the roles beside others (main-roles.ts). Run built by
// scripts/start.mjs and from source by scripts/dev.mjs. Standard output is for people, standard
// error for logs.

import "./platform/compiler.ts";
import { createSimulatedTraders } from "./community/simulated/simulated-traders.ts";
import { readConfig } from "./config.ts";
import { startAreas } from "./main-areas.ts";
import { bindGateway, openDoors } from "./main-doors.ts";
import {
  EXIT_BROKEN,
  EXIT_OVERTAKEN,
  type Ground,
  type House,
  startGround,
  startStore,
} from "./main-ground.ts";
import { startRoles } from "./main-roles.ts";
import { prepareDataDirectory } from "./platform/data-directory.ts";
import { lockDirectory } from "./platform/directory-lock.ts";
import { settleShards } from "./platform/lease/shard-count.ts";
import { createLog } from "./platform/log.ts";
import { createNews } from "./platform/news/news.ts";
import { readSecrets } from "./platform/secrets/secrets.ts";
import { createShutdown } from "./platform/shutdown.ts";
import { StartRefusal } from "./platform/start-refusal.ts";
import { startTrading, type Trading } from "./trading/trading.ts";

const EXIT_REFUSED = 2;

/**
 * Takes the directory, binds the port, brings up PostgreSQL and the schema, then the areas, then
 * opens the doors.
 */
async function startAlone(house: House): Promise<void> {
  const { config, log, shutdown } = house;
  const dataDir = await prepareDataDirectory(config.dataDir);
  const lock = await lockDirectory(dataDir);
  shutdown.add("lock", lock.release);
  const secrets = await readSecrets({ dataDir, given: config.givenSecrets });
  // This process is the whole platform: there is nobody else to tell.
  const news = createNews({ bus: null, log });
  const gateway = await bindGateway(house, news);
  const store = await startStore(house, { dataDir, secrets });
  await settleShards(store.database, 1);
  const ground = await startGround(house, store, { news, runsJobs: true });
  const trading = await startTradingFloor(house, ground);
  const areas = await startAreas(house, ground, trading);
  await openDoors(house, gateway, { ground, trading, areas });
  console.log(`Trader app   ${config.publicOrigin}/`);
  console.log(`Back office  ${config.publicOrigin}/desk`);
}

/** Trading, and in the sandbox the traders that a program plays. */
async function startTradingFloor(house: House, ground: Ground): Promise<Trading> {
  const { config, shutdown, leave } = house;
  const onOvertaken = () => leave(EXIT_OVERTAKEN);
  const simulated = createSimulatedTraders({ ...ground, isOn: config.hasSimTraders });
  const { livePast } = simulated;
  const starting = startTrading({ ...ground, config, livePast, onOvertaken });
  // Told to stop in the middle of a fresh sandbox's past: that ends where it is, and whole.
  shutdown.add("trading", async () => {
    await simulated.stop();
    await (await starting.catch(() => null))?.stop();
  });
  const trading = await starting;
  await simulated.start(trading);
  return trading;
}

function createHouse(): House {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const shutdown = createShutdown(log);
  const leave = (code: number) => void shutdown.run().then(() => process.exit(code));
  return { config, log, shutdown, leave };
}

function endOnSignals({ log, leave }: House): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      leave(0);
    });
  }
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (err) => {
      log.fatal({ err, event }, "a bug: stopping");
      process.exit(EXIT_BROKEN);
    });
  }
}

async function main(): Promise<void> {
  const house = createHouse();
  const { shutdown } = house;
  endOnSignals(house);
  try {
    const { cluster } = house.config;
    await (cluster === null ? startAlone(house) : startRoles(house, cluster));
  } catch (error) {
    // Told to stop in the middle of it: what broke is what was being stopped.
    if (shutdown.isRunning()) return;
    await shutdown.run();
    throw error;
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exit(EXIT_REFUSED);
}
