// F29: memory runs out. The program runs with a small heap, something in it keeps ever more, and V8
// ends it in the middle of trading, wherever it was. The next start finds everything that was
// acknowledged, and the same clients go on by themselves. Ten times with FULL=1.

import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Load, startLoad } from "../cluster-load.ts";
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

const DEATHS = IS_FULL ? 10 : 1;
const TRADERS = 8;
const CALM_MS = 500;
const HEAP_MB = 192;
const LEAK = join(import.meta.dirname, "leaking-memory.mjs");
const SMALL = [`--max-old-space-size=${HEAP_MB}`, "--import", LEAK];

let platform: DrilledProgram;
let program: Program;
let load: Load;

beforeAll(async () => {
  platform = await newProgram();
  program = await platform.start(SMALL);
  load = await startLoad(platform.origin, TRADERS);
}, DRILL_TIMEOUT_MS);
afterAll(() => platform.close());

it(
  "F29: the program runs out of memory under load, and the next start goes on with everything",
  async () => {
    const backMs: number[] = [];
    for (let death = 0; death < DEATHS; death += 1) {
      await pause(CALM_MS);
      process.kill(program.pid, "SIGUSR2");
      while (isAlive(program.pid)) await pause(20);
      const { stderr } = await program.end("SIGTERM");
      expect(stderr).toContain("JavaScript heap out of memory");
      const diedAt = performance.now();
      program = await platform.start(SMALL);
      await untilAllAnswered(load, performance.now());
      backMs.push(performance.now() - diedAt);
    }
    await load.stop();
    const orders = await expectKept(platform.url, load);
    console.log(
      `F29: ${DEATHS} deaths of a heap of ${HEAP_MB} MB, all traded again within ` +
        `${Math.round(Math.max(...backMs))} ms; ${orders} orders, none lost, none twice`,
    );
    expect(orders).toBeGreaterThan(10);
    expect((await program.end("SIGTERM")).code).toBe(0);
  },
  DRILL_TIMEOUT_MS,
);
