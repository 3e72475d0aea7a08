// When a commit begins: at once, unless every commit is told to others and a crowd is at the door.
import { setImmediate as nextTurn } from "node:timers/promises";
import { CHAIN_GENESIS } from "@truetick/proof";
import { expect, it } from "vitest";
import { CommitQueue } from "./commit-queue.ts";

/** Takes about as long as a disk, so that gathering for as long again is seen. */
const COMMIT_MS = 15;
const CROWD = 8;

/** Commands come before, during and right after the first commit; how many are in each? */
async function sizesOf(
  isGathering: boolean,
  [before, during, after]: readonly [number, number, number],
): Promise<number[]> {
  const sizes: number[] = [];
  const committed: (() => void)[] = [];
  let told = 0;
  const queue = new CommitQueue({
    shard: 0,
    isGathering,
    seal: () => undefined,
    commit: async (batch) => {
      sizes.push(batch.entries.length);
      await new Promise<void>((resolve) => committed.push(resolve));
      return batch.rows;
    },
    onDurable: ({ entries }) => {
      told += entries.length;
    },
    onFailure: (error) => {
      throw error;
    },
  });
  const add = (count: number) => {
    // What is in them does not matter to the queue.
    for (let at = 0; at < count; at += 1) queue.open.entries.push({} as never);
    queue.touch(count);
  };
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  queue.resume({ hash: CHAIN_GENESIS, epoch: 1 });
  add(before);
  await turns();
  add(during);
  await new Promise((resolve) => setTimeout(resolve, COMMIT_MS));
  committed.shift()?.();
  await turns();
  add(after);
  while (told < before + during + after) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    committed.shift()?.();
  }
  return sizes;
}

it("begins the next commit when the last is done", async () => {
  expect(await sizesOf(false, [CROWD, 1, 1])).toEqual([CROWD, 1, 1]);
});

it("gathers in a crowd for as long as the last commit took", async () => {
  expect(await sizesOf(true, [CROWD, 1, 1])).toEqual([CROWD, 2]);
});

it("does not let the few wait", async () => {
  expect(await sizesOf(true, [CROWD - 1, 1, 1])).toEqual([CROWD - 1, 1, 1]);
});

it("waits for nobody else once very many are there", async () => {
  expect(await sizesOf(true, [CROWD, 256, 1])).toEqual([CROWD, 256, 1]);
});
