// The heap against a plain list: same tops, same answers, whatever is put in, moved and removed.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../testing/random-run.ts";
import { Positions, PriceHeap } from "./price-heap.ts";

const steps = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(60), fc.integer({ min: -50, max: 50 })),
  { maxLength: 200 },
);

test("fires exactly what a scan of the list would fire, after any changes", () => {
  fc.assert(
    fc.property(steps, (list) => {
      const heap = new PriceHeap(new Positions());
      const plain = new Map<number, number>();
      for (const [kind, entry, key] of list) {
        if (kind < 5) {
          heap.set(entry, key);
          plain.set(entry, key);
        } else if (kind < 7 && plain.has(entry)) {
          heap.remove(entry);
          plain.delete(entry);
        } else if (kind === 7) {
          const gone = [...plain.keys()].filter((one) => one % 3 === entry % 3);
          heap.removeMany(gone);
          for (const one of gone) plain.delete(one);
        } else if (kind > 7 && plain.has(entry) && !plain.has(entry + 1)) {
          heap.rename(entry, entry + 1);
          plain.set(entry + 1, plain.get(entry) ?? Number.NaN);
          plain.delete(entry);
        }
        const found: number[] = [];
        heap.collect(key, found);
        const scanned = [...plain].filter(([, at]) => at <= key).map(([one]) => one);
        expect(found.sort(byNumber)).toEqual(scanned.sort(byNumber));
        expect(heap.isReached(key)).toBe(scanned.length > 0);
        expect(heap.size).toBe(plain.size);
        expect(heap.has(entry)).toBe(plain.has(entry));
      }
    }),
    runs(200),
  );
});

test("bulk removal leaves the same heap as removing one by one", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }),
      fc.nat(5),
      (keys, mod) => {
        const heap = new PriceHeap(new Positions());
        keys.forEach((key, entry) => {
          heap.set(entry, key);
        });
        const gone = keys.map((_, entry) => entry).filter((entry) => entry % 6 <= mod);
        heap.removeMany(gone);
        const left: number[] = [];
        heap.collect(Infinity, left);
        const kept = keys.map((_, entry) => entry).filter((entry) => entry % 6 > mod);
        expect(left.sort(byNumber)).toEqual(kept);
        for (const entry of kept) heap.set(entry, -1);
        for (const entry of kept) heap.remove(entry);
        expect(heap.size).toBe(0);
      },
    ),
    runs(100),
  );
});

function byNumber(left: number, right: number): number {
  return left - right;
}
