// F10: a whole run on a wall clock that steps an hour forward and back and by chance, while people
// trade. Nobody is logged out and nobody waits; no time on the tape or in the journal goes back,
// and nothing filled at a price that was old. PostgreSQL's clock stays, as another machine's would.
// Two hundred steps with FULL=1.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Load, longestPauseMs, startLoad } from "../cluster-load.ts";
import type { Program } from "../program.ts";
import {
  DRILL_TIMEOUT_MS,
  type DrilledProgram,
  IS_FULL,
  newProgram,
  pause,
  untilAllAnswered,
} from "./drilled-program.ts";
import { ask, expectKept } from "./restored-record.ts";

const HOUR_MS = 3_600_000;
const BY_CHANCE = IS_FULL ? 196 : 2;
const TRADERS = 6;
const WAIT_MAX_MS = 3_000;
const CALM_MS = 400;
const PRELOAD = join(import.meta.dirname, "stepped-clock.mjs");

let platform: DrilledProgram;
let program: Program;
let load: Load;
let file: string;

beforeAll(async () => {
  platform = await newProgram();
  file = join(platform.dataDir, "stepped-clock");
  stepTo(0);
  program = await platform.start(["--import", PRELOAD], { STEPPED_CLOCK: file });
  load = await startLoad(platform.origin, TRADERS);
}, DRILL_TIMEOUT_MS);
afterAll(() => platform.close());

const stepTo = (offMs: number) => writeFileSync(file, String(Math.round(offMs)));

/** Rows whose time is before that of a row with a smaller number. */
const BACKWARDS = `
  select 'tape' as what, count(*)::int as count from (
    select at_ms < lag(at_ms) over (partition by market_id order by seq) as is_back
    from tape_quote) tape where is_back
  union all select 'journal', count(*)::int from (
    select at_ms < lag(at_ms) over (partition by shard order by seq) as is_back
    from journal) journal where is_back`;

it(
  "F10: a whole run on a clock that steps: nobody waits, no time goes back, all is kept",
  async () => {
    const offs = [HOUR_MS, 0, -HOUR_MS, 0];
    for (let step = 0; step < BY_CHANCE; step += 1) offs.push((Math.random() * 2 - 1) * HOUR_MS);
    let longestMs = 0;
    for (const offMs of offs) {
      await pause(CALM_MS);
      const steppedAt = performance.now();
      stepTo(offMs);
      await pause(CALM_MS);
      await untilAllAnswered(load, steppedAt + CALM_MS / 2);
      longestMs = Math.max(longestMs, longestPauseMs(load.traders, steppedAt));
    }
    await load.stop();
    const orders = await expectKept(platform.url, load);
    const seen = await ask(platform.url, "select max(at_ms) - min(at_ms) as span from tape_quote");
    console.log(
      `F10: ${offs.length} steps, nobody waited longer than ${Math.round(longestMs)} ms; ` +
        `${orders} orders, none lost, none twice`,
    );
    expect(await ask(platform.url, BACKWARDS)).toEqual([
      { what: "tape", count: 0 },
      { what: "journal", count: 0 },
    ]);
    // The clock did step, and it was the server's.
    expect(Number(seen[0]?.span)).toBeGreaterThan(HOUR_MS / 2);
    expect(longestMs).toBeLessThan(WAIT_MAX_MS);
    expect((await program.end("SIGTERM")).code).toBe(0);
  },
  DRILL_TIMEOUT_MS,
);
