// The sum tree: its root is the sum of its leaves, every leaf is proved, and whatever is changed is
// caught (H16): amounts, owners, places, single bits, negative amounts, sums that would wrap.

import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findLiabilityFault,
  joinSums,
  type LiabilityProof,
  liabilityLeaf,
  ownerCommitment,
  readSum,
  type SumNode,
  sumPath,
  sumRoot,
  writeSum,
} from "./liability-tree.ts";

const SUM_MAX = 2n ** 128n - 1n;
const saltOf = (owner: number) => new Uint8Array(16).fill(owner + 1);
const uidOf = (owner: number) => String(100_000_000 + owner);

type Tree = { readonly amounts: readonly bigint[]; readonly leaves: readonly SumNode[] };

function treeOf(amounts: readonly bigint[]): Tree {
  const leaves = amounts.map((amount, owner) =>
    liabilityLeaf(ownerCommitment(saltOf(owner), uidOf(owner)), amount),
  );
  return { amounts, leaves };
}

function proofOf({ amounts, leaves }: Tree, owner: number): LiabilityProof {
  const { hash: root, sum } = sumRoot(leaves);
  return {
    head: { root, sum, leaves: leaves.length },
    uid: uidOf(owner),
    salt: saltOf(owner),
    amount: amounts[owner] ?? 0n,
    index: owner,
    path: sumPath(leaves, owner),
  };
}

const amount = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
const trees = fc
  .integer({ min: 0, max: 5 })
  .chain((depth) => fc.array(amount, { minLength: 2 ** depth, maxLength: 2 ** depth }));
const places = fc.nat({ max: 31 });

describe("the tree of what is owed", () => {
  it("H16: has the sum of its leaves at the root, and proves each of them", () => {
    fc.assert(
      fc.property(trees, (amounts) => {
        const tree = treeOf(amounts);
        const { sum } = sumRoot(tree.leaves);
        expect(sum).toBe(amounts.reduce((total, each) => total + each, 0n));
        for (const owner of amounts.keys()) {
          expect(findLiabilityFault(proofOf(tree, owner))).toBeNull();
        }
      }),
    );
  });

  it("is what another program computes from its description", () => {
    const sha = (...parts: (string | Uint8Array)[]) => {
      const hash = createHash("sha256");
      for (const part of parts) hash.update(part);
      return hash.digest();
    };
    const wide = (value: bigint) => Buffer.from(value.toString(16).padStart(32, "0"), "hex");
    const leaf = (owner: number, value: bigint) =>
      sha(
        "truetick.liability-leaf.v1\0",
        sha("truetick.liability-owner.v1\0", saltOf(owner), uidOf(owner)),
        wide(value),
      );
    const big = 2n ** 70n + 5n;
    const root = sha(
      "truetick.liability-node.v1\0",
      ...[leaf(0, 7n), wide(7n), leaf(1, big), wide(big)],
    );
    const made = sumRoot(treeOf([7n, big]).leaves);
    expect(Buffer.from(made.hash).toString("hex")).toBe(root.toString("hex"));
    expect(made.sum).toBe(7n + big);
  });

  it("H16: a flipped bit anywhere in a proof is caught", () => {
    const flipped = (bytes: Uint8Array, bit: number) => {
      const other = Uint8Array.from(bytes);
      const at = Math.floor(bit / 8) % other.length;
      other[at] = (other[at] ?? 0) ^ (1 << (bit % 8));
      return other;
    };
    fc.assert(
      fc.property(trees, places, fc.nat(), fc.nat(), (amounts, place, bit, which) => {
        const proof = proofOf(treeOf(amounts), place % amounts.length);
        const { head, path } = proof;
        const beside = path.length === 0 ? 0 : which % path.length;
        const withBeside = (change: (node: SumNode) => SumNode) =>
          path.map((node, at) => (at === beside ? change(node) : node));
        const narrow = BigInt(bit % 128);
        const spoiled: LiabilityProof[] = [
          { ...proof, head: { ...head, root: flipped(head.root, bit) } },
          { ...proof, head: { ...head, sum: head.sum ^ (1n << narrow) } },
          { ...proof, salt: flipped(proof.salt, bit) },
          { ...proof, amount: proof.amount ^ (1n << narrow) },
          { ...proof, uid: `${proof.uid.slice(0, -1)}x` },
        ];
        if (path.length > 0) {
          spoiled.push(
            { ...proof, index: proof.index ^ (1 << beside) },
            { ...proof, path: path.slice(1) },
            { ...proof, head: { ...head, leaves: head.leaves * 2 } },
            { ...proof, path: withBeside(({ hash, sum }) => ({ hash: flipped(hash, bit), sum })) },
            {
              ...proof,
              path: withBeside(({ hash, sum }) => ({ hash, sum: sum ^ (1n << narrow) })),
            },
          );
        }
        for (const each of spoiled) expect(findLiabilityFault(each)).not.toBeNull();
      }),
    );
  });

  it("H16: an owner made smaller, swapped or left out is told by the own leaf", () => {
    fc.assert(
      fc.property(trees, places, fc.boolean(), (amounts, place, isLeftOut) => {
        const owner = place % amounts.length;
        const owed = (amounts[owner] ?? 0n) + 1n;
        const honest = amounts.map((each, at) => (at === owner ? owed : each));
        const shrunk = honest.map((each, at) =>
          at === owner ? (isLeftOut ? 0n : each - 1n) : each,
        );
        const proof = proofOf(treeOf(shrunk), owner);
        expect(findLiabilityFault({ ...proof, amount: owed })).toBe("root");
        if (amounts.length === 1) return;
        const other = (owner + 1) % amounts.length;
        const borrowed = proofOf(treeOf(honest), other);
        expect(findLiabilityFault({ ...borrowed, uid: uidOf(owner) })).toBe("root");
      }),
    );
  });

  it("H16: a negative amount hides nothing: not in a leaf, not beside the way", () => {
    expect(() => liabilityLeaf(new Uint8Array(32), -1n)).toThrow("neither negative");
    const proof = proofOf(treeOf([5n, 6n]), 0);
    expect(findLiabilityFault({ ...proof, amount: -5n })).toBe("amount");
    const [beside] = proof.path;
    const path = [{ hash: beside?.hash ?? new Uint8Array(32), sum: -6n }];
    expect(findLiabilityFault({ ...proof, path })).toBe("amount");
    expect(findLiabilityFault({ ...proof, head: { ...proof.head, sum: -1n } })).toBe("amount");
  });

  it("H16: no sum wraps around", () => {
    const [large, one] = [liabilityLeaf(new Uint8Array(32), SUM_MAX), treeOf([1n]).leaves[0]];
    if (!one) throw new Error("Invariant: there is a leaf");
    expect(() => joinSums(large, one)).toThrow("no sum passes");
    expect(() => liabilityLeaf(new Uint8Array(32), SUM_MAX + 1n)).toThrow("endless");
    const proof = proofOf(treeOf([1n, 2n]), 0);
    const path = [{ hash: new Uint8Array(32), sum: SUM_MAX }];
    expect(findLiabilityFault({ ...proof, path })).toBe("amount");
  });

  it("refuses what is no tree, no place or no hash", () => {
    const proof = proofOf(treeOf([1n, 2n, 3n, 4n]), 1);
    const { head } = proof;
    for (const leaves of [0, 3, -4, 2 ** 41, Number.NaN, 4.5]) {
      expect(findLiabilityFault({ ...proof, head: { ...head, leaves } })).toBe("place");
    }
    for (const index of [-1, 4, 0.5, Number.NaN]) {
      expect(findLiabilityFault({ ...proof, index })).toBe("place");
    }
    expect(findLiabilityFault({ ...proof, salt: new Uint8Array(15) })).toBe("malformed");
    const root = new Uint8Array(31);
    expect(findLiabilityFault({ ...proof, head: { ...head, root } })).toBe("malformed");
    expect(() => sumRoot(treeOf([1n, 2n, 3n]).leaves)).toThrow("power of two");
    expect(() => sumRoot([])).toThrow("has leaves");
  });

  it("writes every sum in sixteen bytes and reads it back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: SUM_MAX }), (sum) => {
        const bytes = new Uint8Array(20);
        writeSum(bytes, 3, sum);
        expect(readSum(bytes, 3)).toBe(sum);
      }),
    );
  });
});
