// The index against a Map, with ids of every size.

import { InvariantBroken } from "@truetick/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NONE } from "./columns.ts";
import { IdIndex } from "./id-index.ts";

test("finds what was added and nothing else", () => {
  const ids = fc.oneof(
    fc.integer({ min: 1, max: 2_000 }),
    fc.integer({ min: 1, max: 2 ** 53 - 1 }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(ids, { maxLength: 600, size: "max" }), ids, (list, other) => {
      const index = new IdIndex();
      list.forEach((id, slot) => {
        index.add(id, slot);
      });
      expect(list.map((id) => index.get(id))).toEqual(list.map((_, slot) => slot));
      if (!list.includes(other)) expect(index.get(other)).toBe(NONE);
    }),
    { numRuns: 50 },
  );
});

test("what is no id is never found, and cannot be added", () => {
  const index = new IdIndex();
  index.add(1, 0);
  for (const id of [0, -1, 1.5, Number.NaN, Infinity]) {
    expect(index.get(id)).toBe(NONE);
    expect(() => index.add(id, 1)).toThrow(InvariantBroken);
  }
});
