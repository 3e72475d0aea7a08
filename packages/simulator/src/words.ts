// What a run is asked for and what it says at the end.

import type { RunSettings, SimulationReport } from "./run-simulation.ts";
import type { SeedsReport } from "./trading/run-seeds.ts";
import type { TradingReport } from "./trading/run-trading.ts";
import { BrokenPromise } from "./watch-quotes.ts";

const SEED_MAX = 2 ** 32 - 1;
const MINUTES_MAX = 7 * 24 * 60;
const MINUTES_DEFAULT = 10;
const SEEDS_MAX = 10_000_000;

type Given = {
  readonly seed?: string | undefined;
  readonly minutes?: string | undefined;
  readonly seeds?: string | undefined;
};

/** Null: not asked for many; otherwise how many, or a line that says what is wrong. */
export function readSeedCount({ seeds }: Given): number | string | null {
  if (seeds === undefined) return null;
  const count = Number(seeds);
  return isWhole(count, SEEDS_MAX) && count > 0 ? count : `--seeds is from 1 to ${SEEDS_MAX}`;
}

/** Answers the settings, or a line that says what is wrong with them. */
export function readSettings({ seed, minutes }: Given): RunSettings | string {
  const settings = {
    // A run without a seed tries a new one, and prints it.
    seed: seed === undefined ? Math.floor(Math.random() * SEED_MAX) : Number(seed),
    minutes: minutes === undefined ? MINUTES_DEFAULT : Number(minutes),
  };
  if (!isWhole(settings.seed, SEED_MAX)) return `--seed is a whole number up to ${SEED_MAX}`;
  if (!isWhole(settings.minutes, MINUTES_MAX)) return `--minutes is at most ${MINUTES_MAX}`;
  return settings;
}

function isWhole(number: number, max: number): boolean {
  return Number.isInteger(number) && number >= 0 && number <= max;
}

export function describeReport({ seed, minutes }: RunSettings, report: SimulationReport): string {
  const { quotes, planted, refused, sleeps, hash } = report;
  const reasons = [...refused].filter(([, count]) => count > 0).map((each) => each.join(" "));
  return [
    `seed ${seed}, ${minutes} minutes: ${quotes} quotes, ${sleeps} sleeps`,
    `planted ${planted} bad ticks; refused: ${reasons.join(", ")}`,
    `hash ${hash}`,
  ].join("\n");
}

export function describeTrading(seed: number, report: TradingReport): string {
  const { commands, answers, repeats, rows, crashes, failedCommits, hash } = report;
  return [
    `seed ${seed}, trading: ${commands} commands, ${answers} answers (${repeats} repeats),`,
    `${rows} journal rows, ${crashes} crashes, ${failedCommits} failed commits;`,
    `trading hash ${hash}`,
  ].join(" ");
}

export function describeSeeds(report: SeedsReport, seconds: number): string {
  const { seeds, commands, answers, rows, crashes, crashesInCommit, failedCommits } = report;
  return [
    `${seeds} seeds kept every promise: ${commands} commands, ${answers} answers, ${rows} rows,`,
    `${crashes} crashes (${crashesInCommit} inside a commit), ${failedCommits} failed commits,`,
    `${(seeds / seconds).toFixed(1)} seeds/s`,
  ].join(" ");
}

/** What went wrong, and the command that shows it again. */
export function describeFailure({ seed, minutes }: RunSettings, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const what = error instanceof BrokenPromise ? `Not kept: ${error.message}.` : stack;
  return `${what}\nnpm run simulate -- --seed=${seed} --minutes=${minutes}`;
}
