// The server: the only composition root. Reads the settings, takes the directory, binds the port,
// brings up PostgreSQL and the schema, then the areas, then opens the doors. Run built by
// scripts/start.mjs and from source by scripts/dev.mjs. Standard output is for people, standard
// error for logs.

import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { startCashier } from "./cashier/cashier.ts";
import { startCommunity } from "./community/community.ts";
import { createSimulatedTraders } from "./community/simulated/simulated-traders.ts";
import { type Config, readConfig } from "./config.ts";
import { startContent } from "./content/content.ts";
import { createContentDesk } from "./content/content-desk.ts";
import { createSupport } from "./content/support/support.ts";
import { createDesk } from "./desk/desk.ts";
import { createTradingDesk } from "./desk/trading-desk.ts";
import { type Gateway, startGateway } from "./gateway/gateway.ts";
import type { Readings } from "./gateway/http/metrics.ts";
import type { LiveSources } from "./gateway/socket/live-topics.ts";
import { createMembers } from "./members/members.ts";
import { createPushCarrier } from "./members/push/push-carrier.ts";
import { createPushIdentity, type PushIdentity } from "./members/push/push-identity.ts";
import { createPushDevices, PUSH_SEAL } from "./members/push/push-table.ts";
import type { SeededOperator } from "./members/staff/seed-operators.ts";
import { readBuildId } from "./platform/build-id.ts";
import { systemClock } from "./platform/clock.ts";
import { prepareDataDirectory } from "./platform/data-directory.ts";
import { checkDatabase, type Database, openDatabase } from "./platform/database.ts";
import { lockDirectory } from "./platform/directory-lock.ts";
import { createLog, type Log } from "./platform/log.ts";
import { createCashierChanges } from "./platform/member-changes.ts";
import { createNews, type News } from "./platform/news/news.ts";
import { createFileCarrier } from "./platform/outbox/file-carrier.ts";
import { createOutbox, type Outbox } from "./platform/outbox/outbox.ts";
import { createSmtpCarrier } from "./platform/outbox/smtp-carrier.ts";
import { createTwilioCarrier } from "./platform/outbox/twilio-carrier.ts";
import { portRefusal } from "./platform/port.ts";
import { startPostgres } from "./platform/postgres/supervisor.ts";
import { type PreparedDatabase, prepareDatabase } from "./platform/prepare-database.ts";
import { checkSealKey } from "./platform/secrets/check-seal-key.ts";
import { createSeal } from "./platform/secrets/seal.ts";
import { readSecrets, type Secrets } from "./platform/secrets/secrets.ts";
import { createShutdown, type Shutdown } from "./platform/shutdown.ts";
import { StartRefusal } from "./platform/start-refusal.ts";
import { createUploads } from "./platform/uploads/uploads.ts";
import { startProof } from "./proof/proof.ts";
import { createMarketFinder } from "./trading/markets/market-directory.ts";
import { startTrading, type Trading } from "./trading/trading.ts";

const EXIT_BROKEN = 1;
const EXIT_REFUSED = 2;

/** Beside this file both in src/ and, built, in dist/. */
const MIGRATIONS = join(import.meta.dirname, "../migrations");
const ENCODE_PROGRAM = join(import.meta.dirname, "../programs/encode-picture.mjs");
/** A thread's own file: its sources need a loader. */
const threadOf = (name: string) =>
  join(
    import.meta.dirname,
    import.meta.filename.endsWith(".ts") ? `../programs/${name}.mjs` : `${name}.js`,
  );
const WEB = join(import.meta.dirname, "../../web/dist");
const DESK = join(import.meta.dirname, "../../desk/dist");

type House = { readonly config: Config; readonly log: Log; readonly shutdown: Shutdown };

async function start(house: House): Promise<void> {
  const { config, shutdown } = house;
  const dataDir = await prepareDataDirectory(config.dataDir);
  const lock = await lockDirectory(dataDir);
  shutdown.add("lock", lock.release);
  const secrets = await readSecrets({ dataDir, given: config.givenSecrets });
  const gateway = await bindGateway(house);

  const ground = await startGround(house, { dataDir, secrets });
  const areas = await startAreas(house, ground);
  const { trading, members, content, support, community, changes, handlers, readings } = areas;
  const { database, connections, newestMigration } = ground;
  await gateway.attach({
    areas: handlers,
    findCaller: members.findCaller,
    findStaff: members.staff.findStaff,
    watchStaff: members.staff.sessions.watch,
    sessions: members.sessions,
    live: {
      ...liveSources(trading),
      changes,
      inbox: members.notices.inbox,
      copies: community.copies,
      support: support.news,
    },
    vitalSigns: async () => {
      const { quotesAccepted: _, quotesRefused: __, ...signs } = trading.status();
      const health = await checkDatabase(database, newestMigration);
      return { mode: config.mode, ...signs, ...health };
    },
    readings: {
      ...readingsOf(trading, connections),
      messagesWaiting: ground.messenger.waiting,
      messagesEnded: ground.messenger.ended,
      inboxLag: members.notices.journal.lag,
      alertsWaiting: members.notices.alerts.waiting,
      copyLag: community.copying.lag,
      ...readings,
    },
    appName: content.appName,
    webFolder: WEB,
    deskFolder: DESK,
  });
  // Last in, first out: no request reaches an area that is being stopped.
  shutdown.add("gateway", gateway.stop);
}

type Kept = { readonly dataDir: string; readonly secrets: Secrets };

/** What every area stands on: the database, the outbox, the clock, the log. */
async function startGround(house: House, { dataDir, secrets }: Kept) {
  const { log, shutdown } = house;
  const { address, newestMigration } = await startDatabase(house, dataDir);
  const { database, connections, close } = openDatabase(address, log);
  shutdown.add("database", close);
  await checkSealKey(database, secrets.sealKey);
  const pushIdentity = createPushIdentity(secrets.pushKey, house.config.pushSubject);
  // This process is the whole platform: there is nobody else to tell.
  const news = createNews({ bus: null, log });
  const kept = { database, dataDir, secrets, pushIdentity };
  const messenger = await startOutbox(house, { ...kept, news });
  shutdown.add("outbox", messenger.stop);
  const shared = { database, messenger, pushIdentity, news, runsJobs: true, log };
  const place = { address, connections, newestMigration, dataDir, secrets };
  return { ...shared, ...place, clock: systemClock };
}

type Ground = Awaited<ReturnType<typeof startGround>>;

/** Trading, and in the sandbox the traders that a program plays. */
async function startTradingFloor({ config, shutdown }: House, ground: Ground): Promise<Trading> {
  const simulated = createSimulatedTraders({ ...ground, isOn: config.hasSimTraders });
  const starting = startTrading({ ...ground, config, livePast: simulated.livePast });
  // Told to stop in the middle of a fresh sandbox's past: that ends where it is, and whole.
  shutdown.add("trading", async () => {
    await simulated.stop();
    await (await starting.catch(() => null))?.stop();
  });
  const trading = await starting;
  await simulated.start(trading);
  return trading;
}

async function startAreas(house: House, ground: Ground) {
  const { config, shutdown } = house;
  const { messenger, secrets } = ground;
  const trading = await startTradingFloor(house, ground);
  const content = await startContent({
    ...config.content,
    ...ground,
    cookieKey: secrets.cookieKey,
    canSendSms: messenger.canSend("sms"),
  });
  const { sealKey } = secrets;
  const uploads = await createUploads({ ...ground, sealKey, encodeProgram: ENCODE_PROGRAM });
  shutdown.add("uploads", uploads.stop);
  const { sequencer, directory } = trading;
  const policy = content.platformSettings.read;
  const changes = createCashierChanges(ground.news);
  const people = { ...config, ...ground, sequencer, directory, policy, uploads, changes };
  const members = createMembers(people);
  shutdown.add("members", members.stop);
  announceOperators(await members.staff.seed(config.operators));
  const { letters } = members;
  const cashier = await startCashier({
    ...people,
    letters,
    findMarket: createMarketFinder(trading.markets.all),
    staff: members.staff,
    identity: members.identity,
    secondFactor: members.secondFactor,
  });
  shutdown.add("cashier", cashier.stop);
  const { proposals, queues } = members.staff;
  const desk = createDesk({
    ...ground,
    letters,
    sequencer,
    settings: content.platformSettings,
    proposals,
    queues,
    changes,
    letterFolder: config.mode === "sandbox" ? join(ground.dataDir, "outbox") : null,
  });
  const { inbox } = members.notices;
  const settings = content.platformSettings;
  const office = { ...config, ...ground, uploads, sequencer, settings, queues, letters, inbox };
  const contentDesk = createContentDesk(office);
  const support = createSupport(office);
  shutdown.add("support", support.stop);
  const tradingDesk = createTradingDesk({ ...ground, trading, register: proposals.register });
  const community = await startCommunity({
    ...ground,
    sequencer,
    directory,
    financingOf: trading.financingOf,
    inbox,
    isSimulated: trading.quotes.isSimulated,
  });
  shutdown.add("community", community.stop);
  const own = { config, shutdown, ground, trading, proposals };
  const proof = await startProof({ ...own, ...(await findPrograms()) });
  const areas = [members, cashier, community, content, contentDesk, support, desk];
  const ownHandlers = areas.map(({ handlers }) => handlers);
  const handlers = [...ownHandlers, tradingDesk, ...proof.handlers];
  const { readings } = proof;
  return { trading, members, content, support, community, changes, handlers, readings };
}

/** Which program runs, and the threads that it starts for the proof. */
async function findPrograms() {
  return {
    build: await readBuildId(import.meta.dirname, manifest.version),
    keeperProgram: threadOf("keeper-thread"),
    verifyProgram: threadOf("verify-thread"),
  };
}

/** For whoever is at the terminal, once; the log never sees it. */
function announceOperators(seeded: readonly SeededOperator[]): void {
  if (seeded.length === 0) return;
  console.log("The first operators of the back office; their passwords are not shown again:");
  for (const { email, drawnPassword } of seeded) {
    console.log(`  ${email}  ${drawnPassword ?? "(password as given)"}`);
  }
}

/**
 * Providers where they are set up; else, in the sandbox, files that a person can read. Browsers are
 * reached by their own services everywhere.
 */
async function startOutbox(
  { config, log }: House,
  parts: {
    readonly database: Database;
    readonly dataDir: string;
    readonly secrets: Pick<Secrets, "sealKey">;
    readonly pushIdentity: PushIdentity;
    readonly news: News;
  },
): Promise<Outbox> {
  const { smtp, twilio, mode } = config;
  const folder = join(parts.dataDir, "outbox");
  const files = (channel: "email" | "sms") =>
    mode === "sandbox" ? createFileCarrier({ folder, channel }) : null;
  const email = smtp ? createSmtpCarrier(smtp) : await files("email");
  const sms = twilio ? createTwilioCarrier(twilio) : await files("sms");
  const { database, news, pushIdentity: identity } = parts;
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
    runsJobs: true,
  });
}

/** What /metrics shows of the parts. */
function readingsOf(
  { status, sources }: Trading,
  databaseConnections: Readings["databaseConnections"],
) {
  return {
    quotesAccepted: () => status().quotesAccepted,
    quotesRefused: sources.refused,
    priceSources: sources.readings,
    isTrading: () => status().engine === "trading",
    queuedRows: () => status().queuedRows,
    heldQuotes: () => status().heldQuotes,
    journalSeq: () => status().journalSeq,
    databaseConnections,
  };
}

/** What the live socket tells of, and whether its prices are made up (H13). */
function liveSources({
  quotes,
  candles,
  sequencer,
  directory,
  financingOf,
}: Trading): Omit<LiveSources, "changes" | "inbox" | "copies" | "support"> {
  const { isSimulated } = quotes;
  const { read, subscribe } = sequencer;
  return {
    quotes,
    candles: { isSimulated, ...candles },
    accounts: { isSimulated, directory, financingOf, read, subscribe },
  };
}

/** Early, so that an occupied port is one line at once; until `attach` it answers "starting". */
async function bindGateway({ config, log, shutdown }: House): Promise<Gateway> {
  const { port, mode, publicOrigin, trustedProxies, isDevelopment } = config;
  try {
    const gateway = await startGateway({
      port,
      mode,
      publicOrigin,
      trustedProxies,
      checksAnswers: isDevelopment,
      version: manifest.version,
      log,
      clock: systemClock,
    });
    shutdown.add("gateway", gateway.stop);
    return gateway;
  } catch (error) {
    throw portRefusal(port, error);
  }
}

async function startDatabase(
  { config, log, shutdown }: House,
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
      void shutdown.run().then(() => process.exit(EXIT_BROKEN));
    },
  });
  shutdown.add("postgres", stop);
  return prepareDatabase({ ...options, ownerUrl, appUrl });
}

function endOnSignals({ log, shutdown }: House): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      log.info({ signal }, "stopping");
      void shutdown.run().then(() => process.exit(0));
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
  const config = readConfig();
  const log = createLog(config.logLevel);
  const shutdown = createShutdown(log);
  const house = { config, log, shutdown };
  endOnSignals(house);
  try {
    await start(house);
  } catch (error) {
    // Told to stop in the middle of it: what broke is what was being stopped.
    if (shutdown.isRunning()) return;
    await shutdown.run();
    throw error;
  }
  console.log(`Trader app   ${config.publicOrigin}/`);
  console.log(`Back office  ${config.publicOrigin}/desk`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(error.message);
  process.exit(EXIT_REFUSED);
}
