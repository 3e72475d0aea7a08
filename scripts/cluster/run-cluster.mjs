// @ts-check
// The whole platform on one machine in its roles: PostgreSQL, NATS, gateways behind a balancer,
// engines with one standing by, feeds, jobs. Loaded by cluster.mjs. Says what runs where, starts
// again what dies, and ends everything in its order when told to. Invariant: nothing that it
// started outlives it, however it ends.
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildApps } from "../build.mjs";
import { endWithNpm } from "../end-with-npm.mjs";
import { installPackages } from "../install.mjs";
import { ensureNats } from "../nats.mjs";
import { ROOT, runOrExit, StepFailure } from "../run-step.mjs";
import { startBalancer } from "./balancer.mjs";
import { keepRunning } from "./keep-running.mjs";
import { planMembers, portsAfter, SHARDS_DEFAULT } from "./plan.mjs";

/** @typedef {import("./keep-running.mjs").Kept} Kept */

const PORT_DEFAULT = 8080;
const READY_MAX_MS = 120_000;
const LOOK_AGAIN_MS = 100;
/** Every process has a pool and a few connections of its own. */
const CONNECTIONS_MAX = 250;
/** The server's word for settings that cannot be. */
const EXIT_REFUSED = 2;

const port = Number(process.env.PORT || PORT_DEFAULT);
const dataDir = resolve(process.env.DATA_DIR || "./data");

/** What runs, in the order in which it has to end. @type {(() => Promise<unknown>)[]} */
const running = [];
let isEnding = false;

/** @param {number} code */
async function end(code) {
  if (isEnding) return;
  isEnding = true;
  for (const stop of running) await stop().catch((error) => console.error(String(error)));
  process.exit(code);
}

/** Last started, first ended. @param {() => Promise<unknown>} stop */
function endsWith(stop) {
  running.unshift(stop);
}

/** @param {string} name @param {readonly string[]} parameters */
function scriptOf(name, parameters) {
  return {
    command: process.execPath,
    parameters: ["--max-semi-space-size=64", join(ROOT, "scripts/cluster", name), ...parameters],
  };
}

/** @returns {Promise<string>} its address */
async function startDatabase() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  /** @type {(address: string) => void} */
  let tell = () => undefined;
  /** @type {Promise<string>} */
  const ready = new Promise((resolve) => {
    tell = resolve;
  });
  const kept = keepRunning({
    name: "PostgreSQL",
    ...scriptOf("play-role.mjs", ["postgres.js", dataDir, String(CONNECTIONS_MAX)]),
    env: process.env,
    onLine: (line) => {
      if (line.startsWith("ready ")) tell(line.slice("ready ".length));
      else console.log(line);
    },
  });
  endsWith(kept.stop);
  return orEnd("PostgreSQL", kept, ready);
}

/** @param {() => Promise<number>} nextPort @returns {Promise<string>} its address */
async function startBus(nextPort) {
  if (process.env.NATS_URL) return process.env.NATS_URL;
  const program = await ensureNats((line) => console.log(line)).catch((error) => {
    throw new StepFailure(error.message);
  });
  const natsPort = await nextPort();
  const settings = ["--addr", "127.0.0.1", "--port", String(natsPort)];
  const pidFile = ["--pid", join(dataDir, "nats.pid")];
  const kept = keepRunning({
    name: "NATS",
    ...scriptOf("run-beside.mjs", [program, ...settings, ...pidFile, "--log", "/dev/null"]),
    env: process.env,
  });
  endsWith(kept.stop);
  await orEnd("NATS", kept, untilTaken(natsPort));
  return `nats://127.0.0.1:${natsPort}`;
}

/** @param {number} at */
async function untilTaken(at) {
  for (;;) {
    const isUp = await new Promise((resolve) => {
      const probe = connect({ port: at, host: "127.0.0.1" });
      probe.once("connect", () => resolve(true));
      probe.once("error", () => resolve(false));
      probe.once("close", () => probe.destroy());
      probe.once("connect", () => probe.end());
    });
    if (isUp) return;
    await sleep(LOOK_AGAIN_MS);
  }
}

/**
 * A part that ends before it was ready has said why; there is no use in starting it again.
 * @template T @param {string} name @param {Kept} kept @param {Promise<T>} ready
 */
async function orEnd(name, kept, ready) {
  const failed = kept.firstEnd.then(({ why }) => {
    throw new StepFailure(`${name} does not start (${why}), see above.`);
  });
  failed.catch(() => undefined);
  return await Promise.race([ready, failed]);
}

/**
 * @param {readonly import("./plan.mjs").Member[]} members
 * @param {{ databaseUrl: string, natsUrl: string }} ground
 */
function startMembers(members, { databaseUrl, natsUrl }) {
  const shared = {
    SHARDS: SHARDS_DEFAULT,
    PUBLIC_ORIGIN: `http://localhost:${port}`,
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    NATS_URL: natsUrl,
  };
  const kept = members.map(({ name, role, port: own }) => ({
    name,
    role,
    port: own,
    ...keepRunning({
      name,
      ...scriptOf("play-role.mjs", ["main.js"]),
      env: { ...shared, ROLES: role, PORT: String(own) },
      onLine: (line) => console.log(line),
    }),
  }));
  // Engines last: whoever is being stopped may still have something for them.
  const stopAll = (/** @type {boolean} */ areEngines) =>
    Promise.all(kept.filter(({ role }) => (role === "engine") === areEngines).map((k) => k.stop()));
  endsWith(() => stopAll(true));
  endsWith(() => stopAll(false));
  return kept;
}

async function raise() {
  const nextPort = portsAfter(port);
  const databaseUrl = await startDatabase();
  const natsUrl = await startBus(nextPort);
  const members = await planMembers(nextPort);
  const gateways = members.filter(({ role }) => role === "gateway");
  const balancer = await startBalancer({ port, targets: gateways }).catch((error) => {
    throw new StepFailure(`Port ${port} cannot be used: ${error.message}`);
  });
  const kept = startMembers(members, { databaseUrl, natsUrl });
  endsWith(balancer.stop);
  for (const { name, port: own, pid } of kept) {
    console.log(`${name.padEnd(12)} http://localhost:${own}  process ${pid()}`);
  }
  console.log(`${"NATS".padEnd(12)} ${natsUrl.replace(/\/\/.*@/, "//")}`);
  await Promise.race([untilRefused(kept), untilReady(balancer)]);
}

/**
 * A process that refuses to start will not think better of it; any other end is started over.
 * @param {readonly (Kept & { name: string })[]} kept @returns {Promise<never>}
 */
function untilRefused(kept) {
  return new Promise((_, reject) => {
    for (const { name, firstEnd } of kept) {
      void firstEnd.then(({ code }) => {
        if (code !== EXIT_REFUSED) return;
        reject(new StepFailure(`${name} refuses to start, see above.`));
      });
    }
  });
}

/** @param {import("./balancer.mjs").Balancer} balancer */
async function untilReady(balancer) {
  const endsAt = performance.now() + READY_MAX_MS;
  while (!balancer.isReady()) {
    if (performance.now() > endsAt) throw new StepFailure("No gateway became ready, see above.");
    await sleep(LOOK_AGAIN_MS);
  }
}

for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) {
  process.on(signal, () => void end(0));
}
await runOrExit(async () => {
  await installPackages();
  await buildApps();
});
endWithNpm();
try {
  await raise();
  console.log(`Trader app   http://localhost:${port}/`);
  console.log(`Back office  http://localhost:${port}/desk`);
} catch (error) {
  if (!isEnding) {
    console.error(error instanceof StepFailure ? error.message : error);
    await end(1);
  }
}
