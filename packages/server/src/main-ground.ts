// What every area of a process stands on: the data directory's secrets, the database, what other
// processes are told, the outbox. Put together for main.ts, whatever roles the process plays.

import { join } from "node:path";
import type { Config } from "./config.ts";
import { createPushCarrier } from "./members/push/push-carrier.ts";
import { createPushIdentity, type PushIdentity } from "./members/push/push-identity.ts";
import { createPushDevices, PUSH_SEAL } from "./members/push/push-table.ts";
import { systemClock } from "./platform/clock.ts";
import { type Database, openDatabase } from "./platform/database.ts";
import type { Log } from "./platform/log.ts";
import type { News } from "./platform/news/news.ts";
import { createFileCarrier } from "./platform/outbox/file-carrier.ts";
import { createOutbox, type Outbox } from "./platform/outbox/outbox.ts";
import { createSmtpCarrier } from "./platform/outbox/smtp-carrier.ts";
import { createTwilioCarrier } from "./platform/outbox/twilio-carrier.ts";
import { startPostgres } from "./platform/postgres/supervisor.ts";
import { type PreparedDatabase, prepareDatabase } from "./platform/prepare-database.ts";
import { checkSealKey } from "./platform/secrets/check-seal-key.ts";
import { createSeal } from "./platform/secrets/seal.ts";
import type { Secrets } from "./platform/secrets/secrets.ts";
import type { Shutdown } from "./platform/shutdown.ts";

export type House = {
  readonly config: Config;
  readonly log: Log;
  readonly shutdown: Shutdown;
  /** Stops everything and ends the process with that code. */
  readonly leave: (code: number) => void;
};

/** What the process has before the database is there. */
type Folder = { readonly dataDir: string; readonly secrets: Secrets };

type Told = {
  readonly news: News;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
};

/** A bug, or something that we cannot go on without. */
export const EXIT_BROKEN = 1;
/** Another process does now what this one did. Whoever supervises us starts us as a standby. */
export const EXIT_OVERTAKEN = 3;

/** Beside this file both in src/ and, built, in dist/. */
const MIGRATIONS = join(import.meta.dirname, "../migrations");

/** The database, fit to serve, and a pool of connections to it. */
export async function startStore(house: House, { dataDir, secrets }: Folder) {
  const { log, shutdown } = house;
  const { address, newestMigration } = await startDatabase(house, dataDir);
  const { database, connections, close } = openDatabase(address, log);
  shutdown.add("database", close);
  await checkSealKey(database, secrets.sealKey);
  return { dataDir, secrets, address, database, connections, newestMigration, log };
}

export type Store = Awaited<ReturnType<typeof startStore>>;

/** What the areas need beside the database. */
export async function startGround(house: House, store: Store, told: Told) {
  const pushIdentity = createPushIdentity(store.secrets.pushKey, house.config.pushSubject);
  const messenger = await startOutbox(house, { ...store, ...told, pushIdentity });
  house.shutdown.add("outbox", messenger.stop);
  return { ...store, ...told, messenger, pushIdentity, clock: systemClock };
}

export type Ground = Awaited<ReturnType<typeof startGround>>;

/**
 * Providers where they are set up; else, in the sandbox, files that a person can read. Browsers are
 * reached by their own services everywhere.
 */
async function startOutbox(
  { config, log }: House,
  parts: Folder & Told & { readonly database: Database; readonly pushIdentity: PushIdentity },
): Promise<Outbox> {
  const { smtp, twilio, mode } = config;
  const folder = join(parts.dataDir, "outbox");
  const files = (channel: "email" | "sms") =>
    mode === "sandbox" ? createFileCarrier({ folder, channel }) : null;
  const email = smtp ? createSmtpCarrier(smtp) : await files("email");
  const sms = twilio ? createTwilioCarrier(twilio) : await files("sms");
  const { database, news, runsJobs, pushIdentity: identity } = parts;
  const { sealKey } = parts.secrets;
  const clock = systemClock;
  const devices = createPushDevices({ database, clock, seal: createSeal(sealKey, PUSH_SEAL) });
  const push = createPushCarrier({ devices, identity, ownHosts: config.pushHosts, clock });
  return createOutbox({
    database,
    seal: createSeal(sealKey, "outbox"),
    carriers: { ...(email && { email }), ...(sms && { sms }), push },
    clock,
    log,
    news,
    runsJobs,
  });
}

async function startDatabase(
  { config, log, shutdown, leave }: House,
  dataDir: string,
): Promise<PreparedDatabase> {
  const options = { migrationsDir: MIGRATIONS, log };
  const { databaseUrl } = config;
  if (databaseUrl) return prepareDatabase({ ...options, ownerUrl: databaseUrl, appUrl: null });
  const { ownerUrl, appUrl, stop } = await startPostgres({
    dataDir,
    log,
    announce: (line) => console.log(line),
    onLost: (err) => {
      log.fatal({ err }, "PostgreSQL is lost");
      leave(EXIT_BROKEN);
    },
  });
  shutdown.add("postgres", stop);
  return prepareDatabase({ ...options, ownerUrl, appUrl });
}
