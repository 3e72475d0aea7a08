// Lets contenders work in turn, round after round, while their clients stay connected, and compares
// the medians of the rounds. Only processor time of the server counts; ratios within one run are
// what is judged.

import { setTimeout as sleep } from "node:timers/promises";
import type { Contender } from "./contenders.ts";
import type { Crowd, Heard } from "./crowd.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** As long as compilers, snapshots and the kernel's buffers need to settle. */
const WARM_UP_MS = 1_500;
/** What was said before has arrived, or is not for this turn. */
const SETTLE_MS = 300;

export type Turn = {
  readonly perCpuSecond: number;
  readonly cpuShare: number;
  readonly heard: Heard;
};

/** One contender's turn: ticks at this rate for a while, then silence. */
export async function takeTurn(
  { crowd, rate, isFirst }: { crowd: Crowd; rate: number; isFirst: boolean },
  contender: Contender,
): Promise<Turn> {
  contender.setRate(rate);
  await sleep(isFirst ? 2 * WARM_UP_MS : WARM_UP_MS);
  await crowd.begin(contender.name);
  const cpuBefore = contender.cpuSeconds();
  const startedAt = performance.now();
  await sleep(SECONDS * 1_000);
  const heard = await crowd.end(contender.name);
  const cpu = contender.cpuSeconds() - cpuBefore;
  const elapsedSec = (performance.now() - startedAt) / 1_000;
  contender.setRate(0);
  await sleep(SETTLE_MS);
  return { perCpuSecond: heard.updates / cpu, cpuShare: cpu / elapsedSec, heard };
}

/** A B C, A B C, …: every contender's turns. */
export async function takeTurns(
  { crowd, rate }: { crowd: Crowd; rate: number },
  contenders: readonly Contender[],
): Promise<Map<string, Turn[]>> {
  const turns = new Map(contenders.map(({ name }): [string, Turn[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) {
      const turn = await takeTurn({ crowd, rate, isFirst: round === 0 }, contender);
      turns.get(contender.name)?.push(turn);
      console.log(`      ${contender.name.padEnd(10)} ${describe(turn)}`);
    }
  }
  return turns;
}

export function describe({ perCpuSecond, cpuShare, heard }: Turn): string {
  const { updates, bytesPerUpdate, lost, ageMs } = heard;
  const figures = [
    `${(perCpuSecond / 1e6).toFixed(3)} M updates per CPU-s`,
    `${(updates / SECONDS / 1e3).toFixed(0)} k/s`,
    `${(cpuShare * 100).toFixed(0)} % of a core`,
    `${bytesPerUpdate.toFixed(0)} B each`,
    `p50 ${ageMs(0.5)} p99 ${ageMs(0.99)} ms`,
  ];
  return figures.join("  ") + (lost > 0 ? `  ${lost} clients lost` : "");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const failures: string[] = [];

/** Product over peer, round by round; below the floor the run fails. */
export function judge(
  goal: string,
  { product, peer, floor }: { product: readonly number[]; peer: readonly number[]; floor: number },
): void {
  const ratios = product.map((own, at) => own / (peer[at] ?? Number.NaN));
  const rounds = ratios.map((ratio) => ratio.toFixed(2)).join(" ");
  must(
    median(ratios) >= floor,
    `${goal}  ${median(ratios).toFixed(2)}x (floor ${floor}x)  rounds ${rounds}`,
  );
}

export function must(isTrue: boolean, what: string): void {
  console.log(`${isTrue ? "PASS" : "FAIL"}  ${what}`);
  if (!isTrue) failures.push(what);
}

export function finish(): void {
  if (failures.length > 0) console.error(`not reached: ${failures.length}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
