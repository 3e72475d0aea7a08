// Holds docs/scale.md to the program that computes it: every table there is what `npm run bench --
// scale` prints, the model behaves as its words say, and the simulations are the same each time.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limitsOf, loadOf, planFor } from "../bench/scale/parts/capacity-model.ts";
import { simulateShards } from "../bench/scale/parts/simulate-shards.ts";
import { simulateTree } from "../bench/scale/parts/simulate-tree.ts";
import { tables } from "../bench/scale/parts/tables.ts";
import { placeTables } from "./place-tables.mjs";

const PAGE = readFileSync(join(import.meta.dirname, "../docs/scale.md"), "utf8");

test("every table of docs/scale.md is what the program prints", () => {
  expect(placeTables(PAGE, tables())).toBe(PAGE);
});

test("a page without a place for a table, or with a place for none, is an error", () => {
  const table = { name: "a", text: "| 1 |" };
  expect(placeTables("<!-- table: a -->\n<!-- end -->", [table])).toContain("| 1 |");
  expect(() => placeTables("nothing", [table])).toThrow("no place for a");
  expect(() => placeTables("<!-- table: b -->\n<!-- end -->", [table])).toThrow("called b");
});

test("a plan is within every limit that more processes mend, up to ten million accounts", () => {
  for (const accounts of [1_000, 50_000, 500_000, 5_000_000, 10_000_000]) {
    const load = loadOf(accounts);
    const over = limitsOf(load, planFor(load)).filter(({ used }) => used > 1.000_001);
    const mended = over.filter(({ name }) => !name.startsWith("memory of a gateway"));
    expect([accounts, mended]).toEqual([accounts, []]);
  }
});

test("ten million accounts are a million sockets", () => {
  expect(loadOf(10_000_000).sockets).toBe(1_000_000);
});

test("a shard with more than its core can do falls behind, and another shard mends it", () => {
  const late = simulateShards({ actsPerSecond: 50_000, shards: 1, seed: 1 });
  const well = simulateShards({ actsPerSecond: 50_000, shards: 4, seed: 1 });
  expect(late.busiestCoreShare).toBeGreaterThan(1);
  expect(late.p99Ms).toBeGreaterThan(1_000);
  expect(well.p99Ms).toBeLessThan(20);
  expect(simulateShards({ actsPerSecond: 50_000, shards: 4, seed: 1 })).toEqual(well);
});

test("a tree costs a hop, and a gateway's own sockets decide how old a price is", () => {
  const shape = { gateways: 64, socketsPerGateway: 2_000, seed: 1 };
  const flat = simulateTree({ ...shape, fanOut: 64 });
  const deep = simulateTree({ ...shape, fanOut: 8 });
  const crowded = simulateTree({ ...shape, fanOut: 64, socketsPerGateway: 8_000 });
  expect([flat.levels, deep.levels]).toEqual([1, 2]);
  expect(Math.abs(deep.p50Ms - flat.p50Ms)).toBeLessThan(2);
  expect(crowded.p99Ms).toBeGreaterThan(2 * flat.p99Ms);
});
