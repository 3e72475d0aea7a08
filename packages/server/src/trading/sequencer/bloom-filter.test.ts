// What was added is never denied; what was not is rarely claimed.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { BloomFilter } from "./bloom-filter.ts";

const hashOf = (name: string) => createHash("sha256").update(name).digest("binary");

it("never denies a key that was added", () => {
  const filter = new BloomFilter(10_000);
  for (let key = 0; key < 5_000; key += 1) filter.add(hashOf(`key ${key}`));
  for (let key = 0; key < 5_000; key += 1) expect(filter.mayHave(hashOf(`key ${key}`))).toBe(true);
});

it("claims fewer than one in a thousand keys that were not", () => {
  const filter = new BloomFilter(1_000_000);
  for (let key = 0; key < 20_000; key += 1) filter.add(hashOf(`key ${key}`));
  let claimed = 0;
  for (let key = 0; key < 20_000; key += 1) {
    if (filter.mayHave(hashOf(`other ${key}`))) claimed += 1;
  }
  expect(claimed).toBeLessThan(20);
});
