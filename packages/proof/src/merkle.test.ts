// Paths that are made verify, whatever the sizes; whatever is changed about them does not. The
// vectors are those of RFC 6962's reference implementation.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromHex, toHex } from "./bytes.ts";
import {
  consistencyPath,
  emptyRoot,
  inclusionPath,
  isExtension,
  isIncluded,
  leafHash,
  readerOf,
  rootOf,
} from "./merkle.ts";

const bytesOf = (text: string) => fromHex(text) ?? new Uint8Array();
const VECTORS = [
  ["", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
  ["00", "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
  ["10", "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"],
  ["2021", "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"],
  ["3031", "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"],
  ["40414243", "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"],
  ["5051525354555657", "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"],
  [
    "606162636465666768696a6b6c6d6e6f",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ],
] as const;

const leavesOf = (count: number, seed = 0) =>
  Array.from({ length: count }, (_, at) =>
    leafHash(createHash("sha256").update(`${seed}/${at}`).digest()),
  );
const flip = (bytes: Uint8Array, bit: number) => {
  const copy = new Uint8Array(bytes);
  const at = Math.floor(bit / 8) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
};

describe("Merkle trees as RFC 6962 has them (P16, H04)", () => {
  it("has the roots of the reference, size by size", () => {
    const leaves = VECTORS.map(([data]) => leafHash(bytesOf(data)));
    for (const [at, [, root]] of VECTORS.entries()) {
      expect(toHex(rootOf(leaves.slice(0, at + 1)))).toBe(root);
    }
    expect(toHex(emptyRoot())).toBe(createHash("sha256").digest("hex"));
  });

  it("proves every leaf of every size up to 70, at its own place alone", () => {
    for (let size = 1; size <= 70; size += 1) {
      const leaves = leavesOf(size);
      const read = readerOf(leaves);
      const root = rootOf(leaves);
      for (const [index, leaf] of leaves.entries()) {
        const path = inclusionPath(index, size, read);
        expect(isIncluded({ leaf, index, size, path, root })).toBe(true);
        const elsewhere = (index + 1) % size;
        if (size > 1) {
          expect(isIncluded({ leaf, index: elsewhere, size, path, root })).toBe(false);
          expect(isIncluded({ leaf, index, size, path: path.slice(1), root })).toBe(false);
        }
        expect(isIncluded({ leaf, index, size, path: [...path, leaf], root })).toBe(false);
      }
    }
  });

  it("proves that every size up to 70 begins with every size below it", () => {
    const leaves = leavesOf(70);
    const read = readerOf(leaves);
    const roots = Array.from({ length: 71 }, (_, size) => rootOf(leaves.slice(0, size)));
    const rootAt = (size: number) => roots[size] ?? new Uint8Array();
    for (let to = 1; to <= 70; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const path = consistencyPath(from, to, read);
        const own = { from, to, fromRoot: rootAt(from), toRoot: rootAt(to), path };
        expect(isExtension(own)).toBe(true);
        expect(isExtension({ ...own, fromRoot: flip(own.fromRoot, from) })).toBe(false);
        expect(isExtension({ ...own, toRoot: flip(own.toRoot, to) })).toBe(false);
        if (from < to) {
          expect(isExtension({ ...own, from: from - 1 })).toBe(false);
          expect(isExtension({ ...own, path: path.slice(1) })).toBe(false);
        }
      }
    }
    expect(
      isExtension({ from: 0, to: 9, fromRoot: emptyRoot(), toRoot: rootAt(9), path: [] }),
    ).toBe(true);
  });

  it("fails for any flipped bit of leaf, path or root, and for a rewritten past", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        (size, place, bit, which) => {
          const index = place % size;
          const leaves = leavesOf(size, 7);
          const read = readerOf(leaves);
          const root = rootOf(leaves);
          const leaf = leaves[index] ?? root;
          const path = inclusionPath(index, size, read);
          const own = { leaf, index, size, path, root };
          expect(isIncluded(own)).toBe(true);
          expect(isIncluded({ ...own, leaf: flip(leaf, bit) })).toBe(false);
          expect(isIncluded({ ...own, root: flip(root, bit) })).toBe(false);
          const broken = path.map((hash, at) =>
            at === which % path.length ? flip(hash, bit) : hash,
          );
          if (path.length > 0) expect(isIncluded({ ...own, path: broken })).toBe(false);
          const rewritten = leaves.map((hash, at) => (at === index ? flip(hash, bit) : hash));
          const more = [...rewritten, ...leavesOf(1 + (which % 50), 8)];
          const extension = {
            from: size,
            to: more.length,
            fromRoot: root,
            toRoot: rootOf(more),
            path: consistencyPath(size, more.length, readerOf(more)),
          };
          expect(isExtension(extension)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});
