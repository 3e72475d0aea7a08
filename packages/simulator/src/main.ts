// npm run simulate -- --seed=42 --minutes=10
// Runs the price path from a seed and prints a hash: same seed, same hash, in every process. When
// a promise is broken it says which, and the command that shows it again.

import { parseArgs } from "node:util";
import { type RunSettings, runSimulation } from "./run-simulation.ts";
import { describeFailure, describeReport, readSettings } from "./words.ts";

const EXIT_BROKEN = 1;
const EXIT_REFUSED = 2;

function settingsOf(): RunSettings | string {
  try {
    const options = { seed: { type: "string" }, minutes: { type: "string" } } as const;
    return readSettings(parseArgs({ options }).values);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main(): Promise<number> {
  const settings = settingsOf();
  if (typeof settings === "string") {
    console.error(settings);
    return EXIT_REFUSED;
  }
  try {
    console.log(describeReport(settings, await runSimulation(settings)));
    return 0;
  } catch (error) {
    console.error(describeFailure(settings, error));
    return EXIT_BROKEN;
  }
}

process.exitCode = await main();
