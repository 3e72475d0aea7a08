// F07 and F22: PostgreSQL restarts, and the whole program stands still, again and again while
// people trade. They hear reasons that may be tried again and nothing else (a load breaks off at
// 999), are answered again at once, and nothing is lost, twice, or filled at an old price: inv11
// is among the invariants. Twenty times each with FULL=1.

import { HEARTBEAT_MS, PING, SOCKET_PATH, TOPIC_QUOTES } from "@truetick/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type Load, longestPauseMs, startLoad } from "../cluster-load.ts";
import type { Program } from "../program.ts";
import {
  DRILL_TIMEOUT_MS,
  type DrilledProgram,
  IS_FULL,
  isAlive,
  newProgram,
  pause,
  untilAllAnswered,
} from "./drilled-program.ts";
import { expectKept } from "./restored-record.ts";

const TRADERS = 8;
const RESTARTS = IS_FULL ? 20 : 2;
const STANDSTILLS = IS_FULL ? 20 : 1;
const CALM_MS = 500;
const STANDS_MS = 3_000;
const POOL_BACK_MAX_MS = 2_000;
const AWAKE_MAX_MS = 2_000;

let platform: DrilledProgram;
let program: Program;
let load: Load;

beforeAll(async () => {
  platform = await newProgram();
  program = await platform.start();
  load = await startLoad(platform.origin, TRADERS);
}, DRILL_TIMEOUT_MS);
afterAll(() => platform.close());

/** When PostgreSQL takes connections again. */
async function untilReached(): Promise<number> {
  for (;;) {
    const client = new pg.Client({ connectionString: platform.url });
    client.on("error", () => undefined);
    const isReached = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReached) return performance.now();
    await pause(10);
  }
}

it(
  "F07: PostgreSQL restarts under load, and everybody trades again at once",
  async () => {
    const backMs: number[] = [];
    const awayMs: number[] = [];
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await pause(CALM_MS + Math.random() * CALM_MS);
      const old = platform.postmaster();
      const toldAt = performance.now();
      // Fast, as an administrator restarts it; immediate, as a supervisor in a hurry.
      process.kill(old, restart % 2 === 0 ? "SIGINT" : "SIGQUIT");
      while (isAlive(old)) await pause(2);
      const reachedAt = await untilReached();
      awayMs.push(reachedAt - toldAt);
      backMs.push(await untilAllAnswered(load, reachedAt));
    }
    console.log(
      `F07: ${RESTARTS} restarts, PostgreSQL away for at most ${longest(awayMs)} ms; ` +
        `all traded again ${longest(backMs)} ms after it was back`,
    );
    expect(Math.max(...backMs)).toBeLessThan(POOL_BACK_MAX_MS);
  },
  DRILL_TIMEOUT_MS,
);

const longest = (times: readonly number[]) => Math.round(Math.max(...times));

/** Counts the quotes that a page would show, pings as a page does; it never has to come back. */
async function watchQuotes() {
  const heard = { frames: 0, ends: 0 };
  const socket = new WebSocket(platform.origin.replace("http", "ws") + SOCKET_PATH);
  socket.on("message", () => {
    heard.frames += 1;
  });
  socket.on("close", () => {
    heard.ends += 1;
  });
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "sub", params: TOPIC_QUOTES }));
  const pinging = setInterval(() => socket.send(PING), HEARTBEAT_MS);
  return {
    heard,
    close: () => {
      clearInterval(pinging);
      socket.terminate();
    },
  };
}

it(
  "F22: the program stands still for three seconds, and nothing fills on prices from before",
  async () => {
    const watcher = await watchQuotes();
    const waitedMs: number[] = [];
    for (let standstill = 0; standstill < STANDSTILLS; standstill += 1) {
      await pause(CALM_MS + Math.random() * CALM_MS);
      const stoodAt = performance.now();
      process.kill(program.pid, "SIGSTOP");
      await pause(STANDS_MS);
      const { frames } = watcher.heard;
      process.kill(program.pid, "SIGCONT");
      await untilAllAnswered(load, performance.now());
      waitedMs.push(longestPauseMs(load.traders, stoodAt) - STANDS_MS);
      while (watcher.heard.frames <= frames + 1 && watcher.heard.ends === 0) await pause(5);
    }
    const { ends } = watcher.heard;
    watcher.close();
    console.log(`F22: ${STANDSTILLS} times, answers came at most ${longest(waitedMs)} ms late`);
    expect(ends).toBe(0);
    expect(Math.max(...waitedMs)).toBeLessThan(AWAKE_MAX_MS);
  },
  DRILL_TIMEOUT_MS,
);

it(
  "F07, F22: afterwards everything that was acknowledged is stored, once, and the books add up",
  async () => {
    await load.stop();
    const orders = await expectKept(platform.url, load);
    expect(orders).toBeGreaterThan(20);
    expect((await program.end("SIGTERM")).code).toBe(0);
    console.log(`F07, F22: ${orders} orders, none lost, none twice`);
  },
  DRILL_TIMEOUT_MS,
);
