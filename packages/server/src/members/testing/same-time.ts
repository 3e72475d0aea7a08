// Whether two acts take the same time, for tests of what time may tell (T14): both are timed in
// turn, and Welch's t of the two samples must be small. A busy machine hiccups, so the slowest
// tenth is left out, and only three rounds that all differ in the same direction count.

import { expect } from "vitest";

const ROUNDS = 3;
/** Chance gives more once in ten thousand rounds. */
const T_MAX = 4;

export type TimedAct = () => Promise<void>;

export async function expectSameTime({
  first,
  second,
  pairs,
  between = async () => undefined,
}: {
  readonly first: TimedAct;
  readonly second: TimedAct;
  readonly pairs: number;
  /** Done after each pair, untimed. */
  readonly between?: () => Promise<void>;
}): Promise<void> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let pair = 0; pair < pairs; pair += 1) {
      times[0].push(await timed(first));
      times[1].push(await timed(second));
      await between();
    }
    const t = welch(...times);
    if (Math.abs(t) < T_MAX) return;
    found.push(t);
  }
  expect(found.every((t) => t > 0) || found.every((t) => t < 0), `t = ${found}`).toBe(false);
}

async function timed(act: TimedAct): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

function welch(first: readonly number[], second: readonly number[]): number {
  const [a, b] = [spread(first), spread(second)];
  return (a.mean - b.mean) / Math.sqrt(a.error + b.error);
}

function spread(times: readonly number[]): { readonly mean: number; readonly error: number } {
  const kept = [...times].sort((a, b) => a - b).slice(0, Math.ceil(times.length * 0.9));
  const mean = kept.reduce((sum, ms) => sum + ms, 0) / kept.length;
  const squares = kept.reduce((sum, ms) => sum + (ms - mean) ** 2, 0);
  return { mean, error: squares / (kept.length - 1) / kept.length };
}
