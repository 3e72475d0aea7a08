// Words of every length to bytes and back, alone, in groups, and across the end of a slab.
import { InvariantBroken, money } from "@truetick/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.ts";

const EDGES = [7, 14, 21, 28, 35, 42, 49, 53].flatMap((bits) => [
  2 ** bits - 1,
  2 ** bits,
  2 ** bits + 1,
]);
const counts = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  fc.constantFrom(...EDGES.filter(Number.isSafeInteger)),
);

function read(bytes: Uint8Array, words: number): number[] {
  const reader = new ByteReader(bytes);
  const found = Array.from({ length: words }, () => reader.uint());
  expect(reader.isAtEnd).toBe(true);
  return found;
}

test("what was written is read, and larger words are never shorter (P14)", () => {
  const writer = new ByteWriter();
  fc.assert(
    fc.property(fc.array(counts, { maxLength: 40 }), counts, counts, (list, one, other) => {
      writer.begin();
      for (const count of list) writer.uint(count);
      expect(read(writer.finish(), list.length)).toEqual(list);
      writer.begin();
      writer.four(one, other, one, other);
      writer.two(other, one);
      expect(read(writer.finish(), 6)).toEqual([one, other, one, other, other, one]);
      const [short, long] = [Math.min(one, other), Math.max(one, other)].map((count) => {
        writer.begin();
        writer.uint(count);
        return writer.finish().length;
      });
      expect(short).toBeLessThanOrEqual(long ?? 0);
    }),
  );
});

test("an encoding that outgrows its slab is whole, and earlier ones stay as they were", () => {
  const writer = new ByteWriter();
  writer.begin();
  writer.two(5, 2 ** 50);
  const before = writer.finish();
  const list = Array.from({ length: 50_000 }, (_, at) => at * 7_777);
  writer.begin();
  for (const count of list) writer.uint(count);
  expect(read(writer.finish(), list.length)).toEqual(list);
  expect(read(before, 2)).toEqual([5, 2 ** 50]);
});

test("amounts of 64 bits keep their sign", () => {
  const writer = new ByteWriter();
  const edges = Array.from({ length: 63 }, (_, bits) => [
    2n ** BigInt(bits),
    -(2n ** BigInt(bits)),
  ]);
  const amounts = fc.oneof(
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }),
    fc.constantFrom(...edges.flat().flatMap((edge) => [edge - 1n, edge, edge + 1n])),
  );
  fc.assert(
    fc.property(amounts, (amount) => {
      writer.begin();
      writer.int64(amount);
      writer.uint(7);
      const reader = new ByteReader(writer.finish());
      expect(reader.money()).toBe(money(amount));
      expect(reader.uint()).toBe(7);
      expect(reader.isAtEnd).toBe(true);
    }),
  );
});

test("what is no count is not written, and what was cut off is not read", () => {
  const writer = new ByteWriter();
  for (const count of [-1, 0.5, 2 ** 53, Number.NaN, Infinity]) {
    writer.begin();
    expect(() => writer.uint(count)).toThrow(InvariantBroken);
  }
  writer.begin();
  writer.uint(2 ** 40);
  const bytes = writer.finish();
  expect(() => new ByteReader(bytes.subarray(0, 3)).uint()).toThrow(InvariantBroken);
  expect(() => new ByteReader(new Uint8Array([0])).uint()).toThrow(InvariantBroken);
});
