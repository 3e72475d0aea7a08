// Pages shift while one reads: nothing is shown twice, and the end is found.

import { expect, test } from "vitest";
import { EMPTY_LIST, hasMore, takeAnew, takeFailure, takeNext } from "./page-list.ts";

const page = (ids: readonly number[], total: number) => ({
  rows: ids.map((id) => ({ id: String(id) })),
  total,
});
const idsOf = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) =>
  rows.map(({ id }) => Number(id));

test("a row that slid onto the next page is kept once", () => {
  const list = takeNext(takeAnew([page([9, 8, 7], 5)]), page([7, 6, 5], 6));
  expect(idsOf(list)).toEqual([9, 8, 7, 6, 5]);
  expect(list.pages).toBe(2);
  expect(hasMore(list)).toBe(true);
});

test("a page without anything is the end", () => {
  const list = takeNext(takeAnew([page([2, 1], 9)]), page([], 9));
  expect(hasMore(list)).toBe(false);
});

test("only a list that never came has failed", () => {
  const failure = { kind: "unreachable", code: "NETWORK" } as const;
  expect(takeFailure(EMPTY_LIST, failure).phase).toBe("failed");
  const shown = takeFailure(takeAnew([page([1], 1)]), failure);
  expect([shown.phase, shown.failure]).toEqual(["ready", failure]);
});
