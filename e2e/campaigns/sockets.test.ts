// Everybody's prices at once: sockets that follow all markets of one gateway, and how old a price
// is when a client has read it (F19). Some hundred here; 10,000 with FULL=1, and 99 of 100 prices
// are younger than 250 ms. The clients of bench/fanout, in processes of their own.

import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Contender, startNode } from "../../bench/fanout/parts/contenders.ts";
import { type Crowd, openCrowd } from "../../bench/fanout/parts/crowd.ts";
import { describe, median, type Turn, takeTurn } from "../../bench/fanout/parts/measure.ts";

const FULL = process.env.FULL !== undefined;
const SOCKETS = FULL ? 10_000 : 300;
const MARKETS = 36;
const TICKS_PER_SECOND = 10;
const TURNS = FULL ? 5 : 1;
/** One for each socket, and room for everything else. */
const SPARE_FILES = 2_000;
/** A sample runs beside other things; the campaign does not. */
const AGE_P99_MAX_MS = FULL ? 250 : 3_000;
const TIMEOUT_MS = 300_000;

let product: Contender;
let crowd: Crowd;
beforeAll(async () => {
  const files = Number(spawnSync("sh", ["-c", "ulimit -n"]).stdout);
  if (files < SOCKETS + SPARE_FILES) {
    throw new Error(`${SOCKETS} sockets need ulimit -n of ${SOCKETS + SPARE_FILES}, not ${files}`);
  }
  crowd = openCrowd();
  product = await startNode("product", MARKETS);
}, TIMEOUT_MS);
afterAll(async () => {
  await product.stop();
  crowd.stop();
});

it(
  `F19: ${SOCKETS} sockets have their prices, 99 of 100 within ${AGE_P99_MAX_MS} ms`,
  async ({ task }) => {
    const { name, port } = product;
    await crowd.connect({ name, kind: "product", port, count: SOCKETS });
    const turns: Turn[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const plan = { crowd, rate: TICKS_PER_SECOND, isFirst: turn === 0 };
      turns.push(await takeTurn(plan, product));
      console.log(describe(turns[turn] as Turn));
    }
    const ageMs = (share: number) => median(turns.map(({ heard }) => heard.ageMs(share)));
    const figures = {
      campaign: "sockets",
      sockets: SOCKETS,
      markets: MARKETS,
      ticksPerSecond: TICKS_PER_SECOND,
      lost: turns.at(-1)?.heard.lost ?? SOCKETS,
      p50Ms: ageMs(0.5),
      p99Ms: ageMs(0.99),
      p99WorstMs: Math.max(...turns.map(({ heard }) => heard.ageMs(0.99))),
      updatesPerSecond: Math.round(median(turns.map((turn) => turn.perCpuSecond * turn.cpuShare))),
      serverCorePercent: Math.round(median(turns.map(({ cpuShare }) => cpuShare * 100))),
      serverMb: Math.round(product.rssBytes() / 1e6),
    };
    console.log(JSON.stringify(figures));
    expect(figures.lost).toBe(0);
    expect(figures.updatesPerSecond).toBeGreaterThan(SOCKETS);
    expect(figures.p99Ms).toBeLessThan(AGE_P99_MAX_MS);
    Object.assign(task.meta, { figures });
  },
  TIMEOUT_MS,
);
