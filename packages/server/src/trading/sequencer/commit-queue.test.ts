// When a commit begins: at once, unless every commit is told to others and a crowd is at the door;
// and when one is sent before the one before is answered.
import { setImmediate as nextTurn } from "node:timers/promises";
import { CHAIN_GENESIS } from "@truetick/proof";
import { describe, expect, it } from "vitest";
import { CommitQueue, type OpenBatch } from "./commit-queue.ts";

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

describe("what is sent ahead", () => {
  type Sent = { readonly batch: OpenBatch; readonly end: (error?: Error) => void };

  /** A queue whose commits wait to be ended. */
  function startQueue({ isGathering = false } = {}) {
    const sent: Sent[] = [];
    const told: number[] = [];
    const failures: unknown[] = [];
    const queue = new CommitQueue({
      shard: 0,
      isGathering,
      aheadRows: 10,
      seal: () => undefined,
      commit: (batch) =>
        new Promise((resolve, reject) => {
          const end = (error?: Error) => (error ? reject(error) : resolve(batch.rows));
          sent.push({ batch, end });
        }),
      onDurable: ({ entries }) => void told.push(entries.length),
      onFailure: (error) => void failures.push(error),
    });
    queue.resume({ hash: CHAIN_GENESIS, epoch: 1 });
    /** So many entries of one row each. */
    const add = async (rows: number) => {
      for (let at = 0; at < rows; at += 1) queue.open.entries.push({} as never);
      queue.touch(rows);
      await nextTurn();
      await nextTurn();
    };
    return { queue, sent, told, failures, add };
  }

  it("is worth a commit of its own, and is one at a time", async () => {
    const { sent, told, add } = startQueue();
    await add(1);
    await add(9);
    expect(sent.length).toBe(1);
    await add(1);
    expect(sent.map(({ batch }) => batch.entries.length)).toEqual([1, 10]);
    await add(20);
    expect(sent.length).toBe(2);
    sent[0]?.end();
    await nextTurn();
    expect(told).toEqual([1]);
    expect(sent.map(({ batch }) => batch.entries.length)).toEqual([1, 10, 20]);
  });

  it("never follows what has no row of the journal to be found by", async () => {
    const { queue, sent, add } = startQueue();
    queue.open.keys.push({} as never);
    await add(0);
    await add(20);
    expect(sent.length).toBe(1);
    sent[0]?.end();
    await nextTurn();
    expect(sent.length).toBe(2);
  });

  it("waits where commits are gathered", async () => {
    const { sent, add } = startQueue({ isGathering: true });
    await add(1);
    await add(20);
    expect(sent.length).toBe(1);
  });

  it("is given up once the one before is told, when it alone fails", async () => {
    const { sent, told, failures, add } = startQueue();
    await add(1);
    await add(10);
    sent[1]?.end(new Error("broken rows"));
    await nextTurn();
    expect([told, failures]).toEqual([[], []]);
    await add(20);
    sent[0]?.end();
    await nextTurn();
    expect([told, failures]).toEqual([[1], [new Error("broken rows")]]);
    expect(sent.length).toBe(2);
  });

  it("is given up with the one before, and its answer is not heard", async () => {
    const { queue, sent, told, failures, add } = startQueue();
    await add(1);
    await add(10);
    sent[0]?.end(new Error("lost"));
    await nextTurn();
    expect(failures).toEqual([new Error("lost")]);
    const { underWay, later } = queue.abandon();
    expect(underWay).toEqual(sent.map(({ batch }) => batch));
    expect(later.flatMap(({ entries }) => entries)).toEqual([]);
    sent[1]?.end();
    await nextTurn();
    expect([told, failures.length]).toEqual([[], 1]);
  });
});
