// npm run simulate -- --seed=42 --minutes=10   one seed: trading with crashes, then the price path
// npm run simulate -- --seeds=500              many seeds of trading
// Same seed, same hashes, in every process. When a promise is broken it says which, and the
// command that shows it again.

import { parseArgs } from "node:util";
import { type RunSettings, runSimulation } from "./run-simulation.ts";
import { runSeed, runSeeds, SeedBroken } from "./trading/run-seeds.ts";
import {
  describeFailure,
  describeReport,
  describeSeeds,
  describeTrading,
  readSeedCount,
  readSettings,
} from "./words.ts";

const EXIT_BROKEN = 1;
const EXIT_REFUSED = 2;

type Asked = { readonly settings: RunSettings; readonly seeds: number | null };

function read(): Asked | string {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { seed: text, minutes: text, seeds: text } });
    const seeds = readSeedCount(values);
    if (typeof seeds === "string") return seeds;
    const settings = readSettings(values);
    return typeof settings === "string" ? settings : { settings, seeds };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function runMany(count: number): Promise<void> {
  const startedAt = performance.now();
  const report = await runSeeds({ first: 1, count });
  console.log(describeSeeds(report, (performance.now() - startedAt) / 1_000));
}

async function runOne(settings: RunSettings): Promise<void> {
  const { seed } = settings;
  console.log(describeTrading(seed, await runSeed(seed)));
  console.log(describeReport(settings, await runSimulation(settings)));
}

async function main(): Promise<number> {
  const asked = read();
  if (typeof asked === "string") {
    console.error(asked);
    return EXIT_REFUSED;
  }
  try {
    await (asked.seeds === null ? runOne(asked.settings) : runMany(asked.seeds));
    return 0;
  } catch (error) {
    const isTold = error instanceof SeedBroken;
    console.error(isTold ? error.message : describeFailure(asked.settings, error));
    return EXIT_BROKEN;
  }
}

process.exitCode = await main();
