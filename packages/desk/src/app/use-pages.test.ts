// Lists by cursor: reading again reads as much as was on the screen, no less and not for ever.
// @vitest-environment node

import { expect, test } from "vitest";
import { readPages } from "./use-pages.ts";

const PAGES: Readonly<Record<string, { rows: number[]; next: string }>> = {
  "": { rows: [1, 2], next: "b" },
  b: { rows: [3, 4], next: "c" },
  c: { rows: [5], next: "" },
};

const ask = async (cursor: string) => {
  const value = PAGES[cursor];
  return value
    ? ({ isOk: true, value } as const)
    : ({ isOk: false, failure: { kind: "cancelled" } } as const);
};

test.each([
  [0, [1, 2], "b"],
  [2, [1, 2], "b"],
  [3, [1, 2, 3, 4], "c"],
  [99, [1, 2, 3, 4, 5], ""],
])("at least %d rows, or all there are", async (rowsMin, rows, next) => {
  const answer = await readPages(ask, { from: "", rowsMin });
  expect(answer).toEqual({ isOk: true, value: { rows, next } });
});

test("one page that fails is no list at all", async () => {
  expect(await readPages(ask, { from: "lost", rowsMin: 9 })).toMatchObject({ isOk: false });
});
