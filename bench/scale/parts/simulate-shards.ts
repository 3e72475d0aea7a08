// A seeded simulation of the way of an order through its shard: acts arrive by chance, wait for
// the engine's one core, then for the commit that is under way, and are answered together when
// theirs is on disk. Supports what the model says of shards: time to an answer against load.

import { Chance } from "../../engine/measure/chance.ts";
import { costOf } from "./costs.ts";

export type ShardRun = {
  readonly shards: number;
  readonly busiestCoreShare: number;
  readonly meanBatch: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

const SECONDS = 3;
const OWNERS = 100_000;
/** Some people trade far more than others: one act in so many is one of the hundred busiest. */
const BUSY_ONE_IN = 5;
const BUSY_OWNERS = 100;
const GRAIN = 1_000_000;

export function simulateShards(options: {
  readonly actsPerSecond: number;
  readonly shards: number;
  readonly seed: number;
}): ShardRun {
  const arrivals = arrive(options);
  const engineMs = costOf("orderEngineUs") / 1_000;
  const waits: number[] = [];
  let busiest = 0;
  let commits = 0;
  for (const times of arrivals) {
    busiest = Math.max(busiest, (times.length * engineMs) / (SECONDS * 1_000));
    commits += runShard(times, engineMs, waits);
  }
  waits.sort((a, b) => a - b);
  return {
    shards: options.shards,
    busiestCoreShare: busiest,
    meanBatch: waits.length / commits,
    p50Ms: waits[Math.floor(waits.length * 0.5)] ?? 0,
    p99Ms: waits[Math.floor(waits.length * 0.99)] ?? 0,
  };
}

/** The moments, in milliseconds, at which each shard gets an act, in order. */
function arrive({
  actsPerSecond,
  shards,
  seed,
}: {
  readonly actsPerSecond: number;
  readonly shards: number;
  readonly seed: number;
}): number[][] {
  const chance = new Chance(seed);
  const byShard = Array.from({ length: shards }, (): number[] => []);
  let atMs = 0;
  for (;;) {
    atMs += (-Math.log((chance.below(GRAIN) + 1) / GRAIN) * 1_000) / actsPerSecond;
    if (atMs > SECONDS * 1_000) return byShard;
    const isBusy = chance.below(BUSY_ONE_IN) === 0;
    const owner = chance.below(isBusy ? BUSY_OWNERS : OWNERS);
    byShard[shardOf(owner, shards)]?.push(atMs);
  }
}

/** A multiplicative hash: what matters is that it is even and the same each time. */
function shardOf(owner: number, shards: number): number {
  return (Math.imul(owner + 1, 0x9e3779b1) >>> 0) % shards;
}

/** One engine, one commit at a time, the next batch collecting meanwhile. Answers how many. */
function runShard(times: readonly number[], engineMs: number, waits: number[]): number {
  const rowMs = costOf("orderDatabaseUs") / 1_000;
  const decided: number[] = [];
  let freeMs = 0;
  for (const atMs of times) {
    freeMs = Math.max(freeMs, atMs) + engineMs;
    decided.push(freeMs);
  }
  let first = 0;
  let commits = 0;
  let doneMs = 0;
  while (first < times.length) {
    const beginMs = Math.max(doneMs, decided[first] ?? 0);
    let next = first;
    while (next < decided.length && (decided[next] ?? 0) <= beginMs) next += 1;
    doneMs = beginMs + costOf("syncMs") + (next - first) * rowMs;
    for (let at = first; at < next; at += 1) waits.push(doneMs - (times[at] ?? 0));
    first = next;
    commits += 1;
  }
  return commits;
}
