// What goes onto the pages comes off them, row by row, whatever the lengths.

import fc from "fast-check";
import { expect, it } from "vitest";
import { RowTail } from "./row-tail.ts";

const PAGE_BYTES = 65_536;
const anyLength = fc.oneof(
  fc.nat(300),
  fc.nat(20_000),
  fc.constantFrom(PAGE_BYTES, PAGE_BYTES + 1),
);

it("rows come back as they were, in order", () => {
  fc.assert(
    fc.property(fc.array(anyLength), (lengths) => {
      const rows = lengths.map((length, at) => Buffer.alloc(length, at + 1));
      const tail = new RowTail();
      for (const row of rows) tail.add(row);
      const all = Buffer.concat(rows);
      expect([...tail.rows()].map((row) => row.length)).toEqual(lengths);
      expect(Buffer.concat([...tail.rows()]).equals(all)).toBe(true);
      expect(tail.byteLength).toBe(all.length);
      expect(tail.isEmpty).toBe(rows.length === 0);
    }),
  );
});

it("a row that the caller writes over later stays as it was", () => {
  const tail = new RowTail();
  const row = Uint8Array.of(1, 2, 3);
  tail.add(row);
  row.fill(9);
  expect([...tail.rows()]).toEqual([Uint8Array.of(1, 2, 3)]);
});

it("after clearing there is nothing, and what comes then is there alone", () => {
  const tail = new RowTail();
  tail.add(Uint8Array.of(1));
  tail.clear();
  expect([tail.isEmpty, tail.byteLength, [...tail.rows()]]).toEqual([true, 0, []]);
  tail.add(Uint8Array.of(2));
  expect([...tail.rows()]).toEqual([Uint8Array.of(2)]);
});
