// The bench's own PostgreSQL: started by the supervisor that serves users, with a migrated
// database for the product and an empty one for the peer, in one cluster, so that both are
// measured on the same disk in the same run. Its write-ahead log has gone round once, as that of a
// server that has run for a day: new files of it are filled first, and commits wait meanwhile.
// `close` removes everything.

import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createLog,
  type Database,
  openDatabase,
  prepareDatabase,
  startPostgres,
} from "@truetick/server";
import pg from "pg";

export type Lab = {
  readonly productUrl: string;
  readonly ownerUrl: string;
  readonly peerUrl: string;
  readonly database: Database;
  /** Seconds of CPU that PostgreSQL and this process have used so far; null where unknown. */
  readonly cpuSeconds: () => number | null;
  readonly close: () => Promise<void>;
};

const MIGRATIONS = join(import.meta.dirname, "../../../packages/server/migrations");
const PASSABLE = 0o711;

export async function openLab(): Promise<Lab> {
  const dataDir = await mkdtemp(join(tmpdir(), "truetick-bench-"));
  await chmod(dataDir, PASSABLE);
  const log = createLog("error");
  const postgres = await startPostgres({
    dataDir,
    log,
    announce: () => undefined,
    onLost: (reason) => {
      throw reason;
    },
  });
  const { ownerUrl, appUrl } = postgres;
  await prepareDatabase({ ownerUrl, appUrl, migrationsDir: MIGRATIONS, log });
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("create database peer");
  await goRoundOnce(owner);
  await owner.end();
  const { database, close } = openDatabase({ url: appUrl, role: null }, log);
  return {
    productUrl: appUrl,
    ownerUrl,
    peerUrl: ownerUrl.replace(/\/truetick\?/, "/peer?"),
    database,
    cpuSeconds: () => cpuSecondsOf(postgres.pid()),
    close: async () => {
      await close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** As much as the settings let a checkpoint's share of the log grow to; its files are kept then. */
const LOG_MB = 1_024;
const MESSAGE_MB = 8;

async function goRoundOnce(owner: pg.Client): Promise<void> {
  for (let writtenMb = 0; writtenMb < LOG_MB; writtenMb += MESSAGE_MB) {
    const bytes = MESSAGE_MB * 1_000_000;
    await owner.query("select pg_logical_emit_message(false, 'bench', repeat(' ', $1))", [bytes]);
  }
  await owner.query("checkpoint");
}

const TICKS_PER_SECOND = 100;
const PARENT_FIELD = 1;
const USER_FIELD = 11;
const SYSTEM_FIELD = 12;

/** The server's children are its connections and its writers. */
function cpuSecondsOf(serverPid: number | null): number | null {
  if (process.platform !== "linux" || serverPid === null) return null;
  const { user, system } = process.cpuUsage();
  let seconds = (user + system) / 1e6;
  for (const entry of readdirSync("/proc")) {
    const fields = statOf(entry);
    const isServers = Number(entry) === serverPid || Number(fields?.[PARENT_FIELD]) === serverPid;
    if (!fields || !isServers) continue;
    seconds += (Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])) / TICKS_PER_SECOND;
  }
  return seconds;
}

/** The fields behind the name, which may itself hold spaces. */
function statOf(entry: string): string[] | null {
  if (!/^\d+$/.test(entry)) return null;
  try {
    const text = readFileSync(`/proc/${entry}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
