// Only long lists are cut into chunks; those far from the view become gaps of their height.

import { expect, test } from "vitest";
import { chunksOf, gapsOf } from "./use-chunks.ts";

test("a list of a hundred is whole, a longer one comes in chunks of twenty", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => at);
  expect(chunksOf(rows(100))).toHaveLength(1);
  const chunks = chunksOf(rows(101));
  expect(chunks).toHaveLength(6);
  expect(chunks.flat()).toEqual(rows(101));
});

test("what is near is drawn, what is far keeps its height, what holds the focus stays", () => {
  const tops = [-5_000, -3_000, -1_000, 1_000, 3_000, 5_000, 5_600];
  const view = { top: 0, bottom: 900 };
  expect([...gapsOf(tops, view, -1)]).toEqual([
    [0, 2_000],
    [4, 2_000],
    [5, 600],
  ]);
  expect([...gapsOf(tops, view, 5).keys()]).toEqual([0, 4]);
});
