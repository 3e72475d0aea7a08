// The witness over time: it looks as often as the platform signs, several windows share one memory,
// and an alarm that any of them wrote stands in all.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryStorage } from "../testing/memory-storage.ts";
import { SamplePlatform } from "../testing/sample-witness.ts";
import type { Alarm } from "./alarm.ts";
import { createWitness, rhythmOf } from "./witness.ts";
import { MEMORY_NAME, NOTHING_SEEN, readMemory } from "./witness-memory.ts";

beforeEach(() => vi.useFakeTimers({ now: 600_000 }));
afterEach(() => vi.useRealTimers());

function windowOf(platform: SamplePlatform, storage = memoryStorage()) {
  let isHidden = false;
  const found: Alarm[] = [];
  const witness = createWitness({
    storage,
    ask: platform.ask,
    canCheckSignatures: async () => true,
    checkSample: async () => found,
    isHidden: () => isHidden,
  });
  const hide = (next: boolean) => {
    isHidden = next;
  };
  return { witness, storage, hide, found };
}

test("looks at once, then with every checkpoint; a hidden window rests", async () => {
  const platform = new SamplePlatform();
  platform.publish({ tape: ["piece 1"] });
  const { witness, hide } = windowOf(platform);
  const stop = witness.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(witness.get()).toMatchObject({ outcome: "good", memory: { seen: 1 } });
  platform.publish({ tape: ["piece 2"] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(witness.get().memory.seen).toBe(2);
  platform.publish({ tape: ["piece 3"] });
  hide(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(witness.get().memory.seen).toBe(2);
  hide(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(witness.get().memory.seen).toBe(3);
  stop();
  platform.publish({ tape: ["piece 4"] });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(witness.get().memory.seen).toBe(3);
});

test("before a rhythm is known it looks soon, and then less and less often", async () => {
  const platform = new SamplePlatform();
  platform.publish({ tape: ["piece 1"] });
  let looks = 0;
  const { checkpoint } = platform.ask;
  const ask = {
    ...platform.ask,
    checkpoint: (number: number | null) => {
      looks += 1;
      return checkpoint(number);
    },
  };
  const { witness } = windowOf({ ask } as SamplePlatform);
  const stop = witness.start();
  const looksAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return looks;
  };
  expect(await looksAfter(100)).toBe(1);
  expect(await looksAfter(5_000)).toBe(2);
  expect(await looksAfter(10_000)).toBe(3);
  expect(await looksAfter(20_000)).toBe(4);
  expect(await looksAfter(40_000)).toBe(5);
  expect(await looksAfter(60_000)).toBe(6);
  expect(await looksAfter(60_000)).toBe(7);
  stop();
});

test("two windows count a checkpoint once, and an alarm of one stands in the other", async () => {
  const platform = new SamplePlatform();
  platform.publish({ tape: ["piece 1"] });
  const one = windowOf(platform);
  const other = windowOf(platform, one.storage);
  await Promise.all([one.witness.check(), other.witness.check()]);
  expect(readMemory(one.storage).seen).toBe(1);
  const stop = other.witness.start();
  platform.rebuild((logs) => logs.tape?.splice(0, 1, "another piece"));
  platform.publish({ tape: ["piece 2"] });
  await one.witness.check();
  expect(one.witness.get().memory.alarms).toMatchObject([{ kind: "rewritten", log: "tape" }]);
  one.storage.writeElsewhere(MEMORY_NAME, one.storage.read(MEMORY_NAME));
  expect(other.witness.get().memory.alarms).toEqual(one.witness.get().memory.alarms);
  stop();
});

test("what a sample shows is written down and not taken back", async () => {
  const platform = new SamplePlatform();
  platform.publish({ tape: ["piece 1"] });
  const { witness, found } = windowOf(platform);
  const nothing = { log: "tape", market: "EURUSD", seen: null, now: null, detail: "" };
  found.push({ ...nothing, kind: "piece", foundAtMs: 1, firstBad: 7, isExact: false });
  await witness.check();
  found.length = 0;
  await witness.check();
  expect(witness.get().memory.alarms).toMatchObject([{ kind: "piece", firstBad: 7 }]);
});

test("a memory that cannot be read is begun anew", () => {
  const storage = memoryStorage({ [MEMORY_NAME]: "{not json" });
  expect(readMemory(storage)).toEqual(NOTHING_SEEN);
});

test.each([
  ["two seconds apart", [0, 2_000], 5_000],
  ["a minute apart", [0, 60_000, 120_000], 60_000],
  ["after a night", [0, 36_000_000], 60_000],
  ["ten seconds apart with a night between them", [0, 10_000, 36_000_000], 10_000],
])("the rhythm of checkpoints %s", (_, times, rhythmMs) => {
  const checkpoints = times.map((atMs) => ({ text: "", signature: "", atMs }));
  expect(rhythmOf({ ...NOTHING_SEEN, checkpoints })).toBe(rhythmMs);
});
