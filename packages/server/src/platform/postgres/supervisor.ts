// Runs a PostgreSQL of our own under DATA_DIR for as long as the server runs: makes it on the first
// start, ends what a killed server left behind, starts it, starts it again when it dies (F03), and
// stops it cleanly. Called by main.ts and the tests, which hold the lock of the directory.
// Invariants: reachable from this machine through one private socket only; one at a time.

import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { lockDirectory } from "../directory-lock.ts";
import type { Log } from "../log.ts";
import { APP_ROLE } from "../rights.ts";
import { StartRefusal } from "../start-refusal.ts";
import { prepareBinaries } from "./binaries.ts";
import { ensureCluster, OWNER_ROLE, writeAccessRules } from "./cluster.ts";
import { makeSocketFolder, placeCluster } from "./placement.ts";
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster.ts";
import { SOCKET_PORT } from "./settings.ts";
import { endStrays } from "./strays.ts";

export type Postgres = {
  /** As the owner of everything: for migrations. */
  readonly ownerUrl: string;
  /** As the application's role. */
  readonly appUrl: string;
  readonly clusterDir: string;
  /** Of the server process at this moment; null while it is being started again. */
  readonly pid: () => number | null;
  readonly stop: () => Promise<void>;
};

export type PostgresOptions = {
  readonly dataDir: string;
  /** Where several processes share it; else as many as one needs. */
  readonly connectionsMax?: number;
  readonly log: Log;
  /** Tells the person at the terminal something worth knowing. */
  readonly announce: (line: string) => void;
  /** Called when it died and could not be brought back. */
  readonly onLost: (reason: Error) => void;
};

const DATABASE = "truetick";
/** A killed PostgreSQL's memory lingers until its last backend is gone: seconds, not minutes. */
const START_RETRY_MAX_MS = 20_000;
const RETRY_AFTER_MS = 200;

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, connectionsMax, log, announce } = options;
  const placement = await placeCluster(dataDir, announce);
  const binaries = await prepareBinaries(placement, announce);
  await ensureCluster(placement, binaries);
  // DATA_DIR may be a copy whose `postgres` links to the original's cluster.
  const lock = await lockDirectory(placement.clusterDir);
  const socketDir = await makeSocketFolder(placement);
  const run = { placement, binaries, socketDir, connectionsMax, log };
  const supervised = await supervise(run, options);
  await ensureDatabase(urlOf({ socketDir, user: OWNER_ROLE, database: "postgres" }));
  return {
    ownerUrl: urlOf({ socketDir, user: OWNER_ROLE, database: DATABASE }),
    appUrl: urlOf({ socketDir, user: APP_ROLE, database: DATABASE }),
    clusterDir: placement.clusterDir,
    pid: supervised.pid,
    stop: async () => {
      await supervised.stop();
      await rm(socketDir, { recursive: true, force: true });
      await lock.release();
    },
  };
}

async function supervise(
  run: PostmasterOptions,
  { log, onLost }: PostgresOptions,
): Promise<Pick<Postgres, "pid" | "stop">> {
  let isStopping = false;
  let current: Postmaster | null = null;
  let restarting: Promise<void> = Promise.resolve();

  async function start(): Promise<void> {
    const started = await startWithRetries(run, () => isStopping);
    if (started === null) return;
    current = started;
    void started.gone.then(() => {
      current = null;
      if (!isStopping) restarting = restart();
    });
  }

  async function restart(): Promise<void> {
    log.error("PostgreSQL died; starting it again");
    try {
      await sleep(RETRY_AFTER_MS);
      await start();
      if (!isStopping) log.warn("PostgreSQL is back");
    } catch (error) {
      onLost(error instanceof Error ? error : new Error(String(error)));
    }
  }

  await start();
  return {
    pid: () => current?.pid ?? null,
    stop: async () => {
      isStopping = true;
      await restarting;
      await current?.stop();
    },
  };
}

/** Null when we were told to stop while trying. */
async function startWithRetries(
  run: PostmasterOptions,
  isStopping: () => boolean,
): Promise<Postmaster | null> {
  const { clusterDir } = run.placement;
  const givesUpAt = performance.now() + START_RETRY_MAX_MS;
  for (;;) {
    if (isStopping()) return null;
    await endStrays(clusterDir, run.log);
    await writeAccessRules(run.placement);
    const started = await startPostmaster(run);
    if (!("complaint" in started)) return started;
    const { complaint } = started;
    if (performance.now() > givesUpAt) {
      throw new StartRefusal(`PostgreSQL does not start in ${clusterDir}: ${complaint}.`);
    }
    run.log.warn({ complaint }, "PostgreSQL did not start; trying again");
    await sleep(RETRY_AFTER_MS);
  }
}

/** At every start: the first one may have been killed right after the cluster was made. */
async function ensureDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** The address of a database behind the socket; `sslmode` shields it from the environment's. */
export function urlOf({
  socketDir,
  user,
  database,
}: {
  readonly socketDir: string;
  readonly user: string;
  readonly database: string;
}): string {
  const query = new URLSearchParams({
    host: socketDir,
    port: String(SOCKET_PORT),
    user,
    sslmode: "disable",
  });
  return `postgresql:///${database}?${query}`;
}
