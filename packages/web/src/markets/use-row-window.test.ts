// Past a hundred rows only those in view are drawn, and always at least one.
// @vitest-environment node

import { expect, test } from "vitest";
import { rowsInView } from "./use-row-window.ts";

test.each([
  [
    { hidden: 0, count: 500 },
    { from: 0, to: 36 },
  ],
  [
    { hidden: 6_000, count: 500 },
    { from: 84, to: 136 },
  ],
  [
    { hidden: 29_000, count: 500 },
    { from: 467, to: 500 },
  ],
  [
    { hidden: -200, count: 500 },
    { from: 0, to: 33 },
  ],
  [
    { hidden: 900_000, count: 500 },
    { from: 499, to: 500 },
  ],
  [
    { hidden: 0, count: 101 },
    { from: 0, to: 36 },
  ],
])("%o draws %o", ({ hidden, count }, expected) => {
  expect(rowsInView({ hidden, count, view: 1_200, rowHeight: 60 })).toEqual(expected);
});
