// A run is its seed: the same hash in two processes, another for another seed (P02). And the run
// is worth something: what it watches for, it finds.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { sandboxMarkets } from "@truetick/server";
import { describe, expect, it } from "vitest";
import { createChance } from "./chance.ts";
import { runSimulation } from "./run-simulation.ts";
import { createQuoteWatch, insist } from "./watch-quotes.ts";
import { describeFailure, readSettings } from "./words.ts";

const run = promisify(execFile);
const MAIN = join(import.meta.dirname, "main.ts");

async function hashOf(...parameters: string[]): Promise<string | undefined> {
  const command = ["--import", "tsx", MAIN, ...parameters];
  const { stdout } = await run(process.execPath, command, { cwd: import.meta.dirname });
  return /^hash ([0-9a-f]{64})$/m.exec(stdout)?.[1];
}

describe("a seeded run", () => {
  it("gives the same hash in two processes and in this one (P02)", async () => {
    const first = await hashOf("--seed=5", "--minutes=3");
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf("--seed=5", "--minutes=3")).toBe(first);
    expect((await runSimulation({ seed: 5, minutes: 3 })).hash).toBe(first);
    expect((await runSimulation({ seed: 6, minutes: 3 })).hash).not.toBe(first);
  }, 60_000);

  it("survives broken ticks of every kind and long sleeps (F13, F15, F22)", async () => {
    const { quotes, planted, refused, sleeps } = await runSimulation({ seed: 3, minutes: 30 });
    expect(quotes).toBeGreaterThan(10_000);
    expect(planted).toBeGreaterThan(1_000);
    expect(sleeps).toBeGreaterThan(0);
    expect([...refused].filter(([, count]) => count === 0)).toEqual([]);
  }, 60_000);

  it("draws the same chances from the same seed", () => {
    const draw = (seed: number) =>
      Array.from({ length: 50 }, createChance(seed).below.bind(null, 1e9));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });
});

describe("the watch", () => {
  const [market] = sandboxMarkets();
  if (!market) throw new Error("no markets");
  const quote = { market, seq: 10, atMs: 1_000, bid: 115_800, ask: 115_807 };

  it.each([
    ["a missing number", { seq: 12 }, "follows"],
    ["a number twice", { seq: 10 }, "follows"],
    ["a time that goes back", { seq: 11, atMs: 999 }, "not older"],
    ["crossed sides", { seq: 11, bid: 115_808 }, "two-sided"],
    ["a zero", { seq: 11, bid: 0 }, "two-sided"],
  ])("finds %s (inv18)", (_what, wrong, words) => {
    const watch = createQuoteWatch();
    watch.see(quote);
    expect(() => watch.see({ ...quote, ...wrong })).toThrow(words);
  });

  it("has another hash when one point of one quote differs", () => {
    const links = [115_807, 115_808].map((ask) => {
      const watch = createQuoteWatch();
      watch.see({ ...quote, ask });
      return Buffer.from(watch.link()).toString("hex");
    });
    expect(links[0]).not.toBe(links[1]);
  });
});

describe("the words of a run", () => {
  it("name the command that shows a failure again", () => {
    let broken: unknown;
    try {
      insist(false, "the sun rises");
    } catch (error) {
      broken = error;
    }
    expect(describeFailure({ seed: 7, minutes: 2 }, broken)).toBe(
      "Not kept: the sun rises.\nnpm run simulate -- --seed=7 --minutes=2",
    );
  });

  it("refuse settings that are none", () => {
    expect(readSettings({ seed: "x" })).toContain("--seed");
    expect(readSettings({ seed: "1", minutes: "-1" })).toContain("--minutes");
    expect(readSettings({ seed: "1" })).toEqual({ seed: 1, minutes: 10 });
  });
});
