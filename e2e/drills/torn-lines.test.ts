// F08 on a whole cluster: between its processes and PostgreSQL, and between them and NATS, lines
// are cut, stand half-open, lose the way back or are slow, each by chance and several at once,
// while people trade. No order is accepted that is not stored, none is stored that nobody was told
// of, and after every turn all trade again by themselves. Twelve turns with FULL=1. DRILL_SEED
// repeats a run.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findNats } from "../../scripts/nats.mjs";
import { createDice } from "../campaigns/dice.ts";
import { type Cluster, startCluster } from "../cluster.ts";
import { longestPauseMs, startLoad } from "../cluster-load.ts";
import { freePort, killAll, ROOT } from "../program.ts";
import { ownerAddress } from "../tamper.ts";
import { DRILL_TIMEOUT_MS, IS_FULL, pause, untilAllAnswered } from "./drilled-program.ts";
import { expectKept } from "./restored-record.ts";
import { FAULTS, startTornLines, type TornLines } from "./torn-lines.ts";

const SEED = Number(process.env.DRILL_SEED ?? Date.now() % 1_000_000);
const TURNS = IS_FULL ? 12 : 1;
const TRADERS = 8;
const TORN_MS_MIN = 2_000;
const TORN_MS_SPAN = 3_000;
const BACK_MAX_MS = 12_000;
const CONNECTIONS_MAX = "250";
const SOCKET = ".s.PGSQL.5432";

const nats = findNats();
if (nats === null) console.log("No nats-server: the drill of torn lines is skipped.");

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), "truetick-torn-")));
const children: ChildProcess[] = [];
let cluster: Cluster;
let lines: readonly TornLines[] = [];

/** Both behind lines of ours; what the cluster is told are the lines' addresses. */
async function startGround(): Promise<Record<string, string>> {
  const play = join(ROOT, "scripts/cluster/play-role.mjs");
  const parameters = [play, "postgres.js", dataDir, CONNECTIONS_MAX];
  const postgres = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(postgres);
  const url = await addressFrom(postgres);
  const [natsPort, linePort] = [await freePort(), await freePort()];
  const bus = ["--addr", "127.0.0.1", "--port", String(natsPort), "--log", "/dev/null"];
  children.push(spawn(nats ?? "", bus, { stdio: "ignore" }));
  const folder = join(dataDir, "line");
  mkdirSync(folder);
  const behind = decodeURIComponent(/[?&]host=([^&]+)/.exec(url)?.[1] ?? "");
  lines = [
    await startTornLines({ path: join(folder, SOCKET) }, { path: join(behind, SOCKET) }),
    await startTornLines({ port: linePort }, { port: natsPort, host: "127.0.0.1" }),
  ];
  return {
    LOG_LEVEL: "fatal",
    DATABASE_URL: url.replace(/([?&]host=)[^&]+/, `$1${encodeURIComponent(folder)}`),
    NATS_URL: `nats://127.0.0.1:${linePort}`,
  };
}

async function addressFrom(postgres: ChildProcess): Promise<string> {
  if (!postgres.stdout) throw new Error("Invariant: its words are heard");
  for await (const line of createInterface({ input: postgres.stdout })) {
    if (line.startsWith("ready ")) return line.slice("ready ".length);
  }
  throw new Error("PostgreSQL did not start");
}

beforeAll(async () => {
  if (nats === null) return;
  chmodSync(dataDir, 0o711);
  cluster = await startCluster(dataDir, await startGround());
}, DRILL_TIMEOUT_MS);
afterAll(async () => {
  await killAll();
  for (const line of lines) await line.close();
  for (const child of children) {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}, DRILL_TIMEOUT_MS);

/** What halts an engine is told with what failed; its seed brings it back. */
async function tellingWhy(act: () => Promise<void>): Promise<void> {
  console.log(`F08: DRILL_SEED=${SEED}`);
  try {
    await act();
  } catch (error) {
    console.log(cluster.stdout(), cluster.stderr());
    throw error;
  }
}

describe.runIf(nats !== null)("a cluster whose lines are torn", () => {
  it(
    "F08: half-open, deaf, slow and cut by chance, it loses nothing and all trade again",
    () => tellingWhy(tearAndTrade),
    DRILL_TIMEOUT_MS,
  );
});

async function tearAndTrade(): Promise<void> {
  const dice = createDice(SEED);
  const load = await startLoad(cluster.origin, TRADERS);
  const startedAt = performance.now();
  const backMs: number[] = [];
  const torn = { cut: 0, stall: 0, deaf: 0, slow: 0 };
  for (let turn = 0; turn < TURNS; turn += 1) {
    await pause(1_000);
    for (const line of lines) {
      const done = line.tear(dice);
      for (const fault of FAULTS) torn[fault] += done[fault];
    }
    await pause(TORN_MS_MIN + dice.below(TORN_MS_SPAN));
    for (const line of lines) line.mend();
    backMs.push(await untilAllAnswered(load, performance.now()));
  }
  await load.stop();
  const orders = await expectKept(ownerAddress(dataDir), load);
  const waitedMs = longestPauseMs(load.traders, startedAt);
  console.log(
    `F08: ${TURNS} turns, ${JSON.stringify(torn)}; all traded again within ` +
      `${Math.round(Math.max(...backMs))} ms, longest wait ${Math.round(waitedMs)} ms; ` +
      `${orders} orders, none lost, none twice`,
  );
  expect(Math.max(...backMs)).toBeLessThan(BACK_MAX_MS);
  expect((await cluster.end("SIGTERM")).code).toBe(0);
}
