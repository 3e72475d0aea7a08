// The set against a Set, with ids of every size, and what its runs say.

import { InvariantBroken } from "@truetick/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { IdSet } from "./id-set.ts";

const near = fc.integer({ min: 0, max: 1_200 });
const anywhere = fc.integer({ min: 0, max: 2 ** 53 - 1 });

function setOf(ids: Iterable<number>): IdSet {
  const set = new IdSet();
  for (const id of ids) set.add(id);
  return set;
}

test("has what was added and nothing else, whatever the order", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(near, anywhere), { maxLength: 600 }), near, (ids, other) => {
      const set = setOf(ids);
      expect(ids.every((id) => set.has(id))).toBe(true);
      expect(set.has(other)).toBe(ids.includes(other));
    }),
    { numRuns: 100 },
  );
});

test("tells its ids as the fewest runs, in order, and takes them back", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(near, near, anywhere), { maxLength: 900 }), (ids) => {
      const runs = setOf(ids).runs();
      const told = runs.flatMap(({ first, length }) =>
        Array.from({ length }, (_, index) => first + index),
      );
      expect(told).toEqual([...new Set(ids)].sort((left, right) => left - right));
      runs.slice(1).forEach(({ first }, index) => {
        const before = runs[index];
        expect(first).toBeGreaterThan((before?.first ?? 0) + (before?.length ?? 0));
      });
      const again = new IdSet();
      for (const run of runs) again.addRun(run);
      expect(again.runs()).toEqual(runs);
    }),
    { numRuns: 100 },
  );
});

test("a million that follow each other are one run", () => {
  const set = new IdSet();
  set.addRun({ first: 7, length: 1_000_000 });
  expect(set.runs()).toEqual([{ first: 7, length: 1_000_000 }]);
  expect([6, 7, 1_000_006, 1_000_007].map((id) => set.has(id))).toEqual([false, true, true, false]);
});

test("what is no id is never found, and cannot be added", () => {
  const set = setOf([0, 1]);
  for (const id of [-1, 1.5, Number.NaN, Infinity, 2 ** 53]) {
    expect(set.has(id)).toBe(false);
    expect(() => set.add(id)).toThrow(InvariantBroken);
  }
});
