// H05: a browser that has seen a checkpoint notices when the past is changed, says from which row
// on, and is not alarmed by anything that is no such thing.

import { expect, test } from "vitest";
import { SamplePlatform, sampleKey } from "../testing/sample-witness.ts";
import type { Alarm } from "./alarm.ts";
import { checkRound, type Outcome } from "./check-round.ts";
import { settleRound } from "./settle-round.ts";
import { NOTHING_SEEN, type WitnessMemory } from "./witness-memory.ts";

const MINUTE_MS = 60_000;

/** A browser: it looks, and remembers. */
class Browser {
  memory: WitnessMemory = NOTHING_SEEN;
  nowMs = 0;
  canCheckSignatures = true;

  async look(platform: SamplePlatform): Promise<Outcome> {
    this.nowMs += MINUTE_MS;
    const { memory, nowMs, canCheckSignatures } = this;
    const parts = { memory, nowMs, canCheckSignatures, ask: platform.ask };
    const round = await checkRound({ ...parts, isFirst: memory.seen === 0 });
    this.memory = settleRound(memory, round, nowMs);
    return round.outcome;
  }

  get alarms(): readonly Pick<Alarm, "kind" | "log" | "firstBad" | "isExact">[] {
    return this.memory.alarms.map(({ kind, log, firstBad, isExact }) => ({
      kind,
      log,
      firstBad,
      isExact,
    }));
  }
}

/** Five minutes of two rows each, every one of them seen. */
async function watched(): Promise<{ platform: SamplePlatform; browser: Browser }> {
  const platform = new SamplePlatform();
  const browser = new Browser();
  for (let minute = 1; minute <= 5; minute += 1) {
    const rows = [`row ${2 * minute - 1}`, `row ${2 * minute}`];
    platform.publish({ "journal/0": rows, tape: [`piece ${minute}`] });
    expect(await browser.look(platform)).toBe("good");
  }
  return { platform, browser };
}

test("all is well: every checkpoint is seen once, and nothing is said", async () => {
  const { platform, browser } = await watched();
  expect(await browser.look(platform)).toBe("good");
  expect(browser.memory).toMatchObject({ seen: 5, alarms: [], checkedAtMs: 6 * MINUTE_MS });
  expect(browser.memory.checkpoints).toHaveLength(5);
});

test.each([
  ["changed", (rows: string[]) => rows.splice(6, 1, "row 7, better for the house")],
  ["deleted", (rows: string[]) => rows.splice(6, 1)],
  ["inserted", (rows: string[]) => rows.splice(6, 0, "a row that never was")],
])(
  "a row that was %s, with log and checkpoints made anew: from that minute on",
  async (_, change) => {
    const { platform, browser } = await watched();
    platform.rebuild((logs) => change(logs["journal/0"] ?? []));
    platform.publish({ "journal/0": ["row 11", "row 12"] });
    expect(await browser.look(platform)).toBe("bad");
    const bad = { kind: "rewritten", log: "journal/0", firstBad: 7, isExact: false };
    expect(browser.alarms).toEqual([bad]);
    expect(browser.memory.checkpoints, "what was believed stays the evidence").toHaveLength(5);
    // Whatever is said later, it is not taken back and not said twice.
    platform.publish({ "journal/0": ["row 13"] });
    await browser.look(platform);
    expect(browser.alarms).toEqual([bad]);
  },
);

test("the very newest minute changed under the same number is noticed", async () => {
  const { platform, browser } = await watched();
  platform.rebuild((logs) => logs["journal/0"]?.splice(9, 1, "another row 10"));
  await browser.look(platform);
  expect(browser.alarms).toEqual([
    { kind: "rewritten", log: "journal/0", firstBad: 9, isExact: false },
  ]);
});

test("a shorter log is noticed, and so is one that began anew", async () => {
  const { platform, browser } = await watched();
  platform.logs = { "journal/0": ["row 1", "row 2", "row 3", "row 4"], tape: ["piece 1"] };
  platform.checkpoints = [];
  platform.publish();
  await browser.look(platform);
  expect(browser.alarms).toEqual([
    { kind: "shortened", log: "journal/0", firstBad: 5, isExact: false },
    { kind: "shortened", log: "tape", firstBad: 2, isExact: false },
  ]);
});

test("H04: a journal that begins is no alarm, and from then on one that is gone is", async () => {
  const { platform, browser } = await watched();
  platform.logs["journal/1"] = [];
  platform.publish({ "journal/0": ["row 11"], "journal/1": ["row 1", "row 2"] });
  expect(await browser.look(platform)).toBe("good");
  platform.publish({ "journal/1": ["row 3"] });
  expect(await browser.look(platform)).toBe("good");
  delete platform.logs["journal/1"];
  platform.publish({ "journal/0": ["row 12"] });
  expect(await browser.look(platform)).toBe("bad");
  expect(browser.alarms).toEqual([
    { kind: "shortened", log: "journal/1", firstBad: 1, isExact: false },
  ]);
});

test("an older answer is no alarm while the later one is still there", async () => {
  const { platform, browser } = await watched();
  const { checkpoint } = platform.ask;
  const late = { ...platform.ask, checkpoint: (number: number | null) => checkpoint(number ?? 3) };
  const { memory, nowMs } = browser;
  const round = await checkRound({
    memory,
    nowMs,
    ask: late,
    isFirst: false,
    canCheckSignatures: true,
  });
  expect(round).toMatchObject({ outcome: "good", fresh: null });
});

test("no line is no alarm, however long it lasts", async () => {
  const { platform, browser } = await watched();
  platform.silence = "line";
  for (let minute = 0; minute < 60; minute += 1) {
    expect(await browser.look(platform)).toBe("unreachable");
  }
  expect(browser.memory.alarms).toEqual([]);
});

test("a server that answers and proves nothing is one after a quarter of an hour", async () => {
  const { platform, browser } = await watched();
  platform.isProving = false;
  platform.publish({ "journal/0": ["row 11"] });
  for (let minute = 0; minute < 15; minute += 1) {
    expect(await browser.look(platform)).toBe("unproved");
    expect(browser.memory.alarms).toEqual([]);
  }
  await browser.look(platform);
  expect(browser.alarms).toEqual([{ kind: "withheld", log: null, firstBad: null, isExact: false }]);
  const healthy = await watched();
  healthy.platform.isProving = false;
  healthy.platform.publish({ "journal/0": ["row 11"] });
  await healthy.browser.look(healthy.platform);
  healthy.platform.isProving = true;
  await healthy.browser.look(healthy.platform);
  expect(healthy.browser.memory.unprovedSinceMs, "a short silence is forgotten").toBeNull();
});

test("the verifier's own finding names the row exactly, and the watch goes on", async () => {
  const { platform, browser } = await watched();
  const tape = { log: "tape", market: "EURUSD", seq: 8812 };
  const firstBad = { ...tape, what: "changed", detail: "another price" } as const;
  platform.verdict = { isWhole: false, firstBad, allBad: [firstBad] };
  platform.publish({ tape: ["piece 6"] });
  await browser.look(platform);
  expect(browser.alarms).toEqual([{ kind: "verdict", log: "tape", firstBad: 8812, isExact: true }]);
  expect(browser.memory.checkpoints).toHaveLength(6);
});

test("H06: a new key is believed when a known one vouches for it, else not", async () => {
  const { platform, browser } = await watched();
  platform.keys.push(sampleKey(platform.keys[0]));
  platform.publish({ "journal/0": ["row 11"] });
  expect(await browser.look(platform)).toBe("good");
  expect(browser.memory.keys).toHaveLength(2);
  platform.keys.push(sampleKey());
  platform.publish({ "journal/0": ["row 12"] });
  await browser.look(platform);
  expect(browser.alarms).toEqual([{ kind: "key", log: null, firstBad: null, isExact: false }]);
});

test("a signature that does not fit is noticed where signatures can be checked", async () => {
  const { platform, browser } = await watched();
  platform.publish({ "journal/0": ["row 11"] });
  const last = platform.checkpoints.at(-1);
  if (!last) throw new Error("no checkpoint");
  const signature = last.signature.replace(/^../, (byte) => (byte === "00" ? "01" : "00"));
  platform.checkpoints.splice(-1, 1, { ...last, signature });
  await browser.look(platform);
  expect(browser.alarms).toMatchObject([{ kind: "signature" }]);
  const blind = new Browser();
  blind.canCheckSignatures = false;
  expect(await blind.look(platform), "elsewhere it watches the logs alone").toBe("good");
});

test("H06: a known key that was changed, or is gone from the list, is noticed", async () => {
  const { platform, browser } = await watched();
  platform.keys = [sampleKey()];
  platform.publish({ "journal/0": ["row 11"] });
  await browser.look(platform);
  expect(browser.alarms).toMatchObject([{ kind: "key" }]);
});
