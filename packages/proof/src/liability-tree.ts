// What a house owes, as a Merkle-sum tree: every owner is one leaf with an amount, every node
// hashes the sums below it, so that nobody can be left out or made smaller without that owner's own
// leaf telling. Built by the server, checked by each owner. Invariants: amounts are whole and never
// negative; a path that verifies fixes owner, amount, place, number of leaves, root and total.

import { sha256 } from "#digest";
import { areEqual, joinBytes, labelOf } from "./bytes.ts";
import { HASH_BYTES } from "./merkle.ts";
import { SALT_BYTES } from "./row-leaf.ts";

const OWNER_LABEL = labelOf("truetick.liability-owner.v1");
const LEAF_LABEL = labelOf("truetick.liability-leaf.v1");
const NODE_LABEL = labelOf("truetick.liability-node.v1");

export const SUM_BYTES = 16;
/** No sum may pass it: one that wrapped around would hide what is owed. */
const SUM_MAX = (1n << BigInt(8 * SUM_BYTES)) - 1n;
const HALF_BITS = 64n;
const HALF_MASK = (1n << HALF_BITS) - 1n;
/** Of a tree, by far enough: 2^40 leaves. */
const DEPTH_MAX = 40;

/** A leaf or what stands above leaves: its hash, and all that is owed below it, in millionths. */
export type SumNode = { readonly hash: Uint8Array; readonly sum: bigint };

/** Hides who it is from whoever does not have the salt, and binds whoever gave it. */
export function ownerCommitment(salt: Uint8Array, uid: string): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error("Invariant: a salt has its own length");
  return sha256(joinBytes(OWNER_LABEL, salt, new TextEncoder().encode(uid)));
}

const leafBytes = new Uint8Array(LEAF_LABEL.length + HASH_BYTES + SUM_BYTES);
leafBytes.set(LEAF_LABEL);

export function liabilityLeaf(commitment: Uint8Array, amount: bigint): SumNode {
  if (commitment.length !== HASH_BYTES) throw new Error("Invariant: a commitment is a hash");
  leafBytes.set(commitment, LEAF_LABEL.length);
  writeSum(leafBytes, LEAF_LABEL.length + HASH_BYTES, amount);
  return { hash: sha256(leafBytes), sum: amount };
}

const nodeBytes = new Uint8Array(NODE_LABEL.length + 2 * (HASH_BYTES + SUM_BYTES));
nodeBytes.set(NODE_LABEL);

export function joinSums(left: SumNode, right: SumNode): SumNode {
  let at = NODE_LABEL.length;
  for (const { hash, sum } of [left, right]) {
    if (hash.length !== HASH_BYTES) throw new Error("Invariant: a node is made of two hashes");
    nodeBytes.set(hash, at);
    writeSum(nodeBytes, at + HASH_BYTES, sum);
    at += HASH_BYTES + SUM_BYTES;
  }
  const sum = left.sum + right.sum;
  if (!isSum(sum)) throw new Error("Invariant: no sum passes its bytes");
  return { hash: sha256(nodeBytes), sum };
}

export function isSum(value: bigint): boolean {
  return value >= 0n && value <= SUM_MAX;
}

/** Sixteen bytes, the highest first. */
export function writeSum(bytes: Uint8Array, at: number, sum: bigint): void {
  if (!isSum(sum)) throw new Error("Invariant: an amount owed is neither negative nor endless");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setBigUint64(at, sum >> HALF_BITS);
  view.setBigUint64(at + SUM_BYTES / 2, sum & HALF_MASK);
}

export function readSum(bytes: Uint8Array, at: number): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (view.getBigUint64(at) << HALF_BITS) | view.getBigUint64(at + SUM_BYTES / 2);
}

/** The root over nodes whose number is a power of two. */
export function sumRoot(nodes: readonly SumNode[]): SumNode {
  let level = nodes;
  while (level.length > 1) level = levelAbove(level);
  const [root] = level;
  if (!root) throw new Error("Invariant: a tree has leaves");
  return root;
}

/** What stands beside the way from a node up to the root, from below. */
export function sumPath(nodes: readonly SumNode[], index: number): SumNode[] {
  const path: SumNode[] = [];
  let [level, place] = [nodes, index];
  while (level.length > 1) {
    path.push(nodeAt(level, place % 2 === 0 ? place + 1 : place - 1));
    [level, place] = [levelAbove(level), Math.floor(place / 2)];
  }
  return path;
}

function levelAbove(level: readonly SumNode[]): SumNode[] {
  const above: SumNode[] = [];
  for (let at = 0; at < level.length; at += 2) {
    above.push(joinSums(nodeAt(level, at), nodeAt(level, at + 1)));
  }
  return above;
}

function nodeAt(level: readonly SumNode[], at: number): SumNode {
  const node = level[at];
  if (!node) throw new Error("Invariant: a sum tree has a power of two of leaves");
  return node;
}

/** What is published of a tree. */
export type LiabilityHead = {
  readonly root: Uint8Array;
  readonly sum: bigint;
  /** A power of two: with those that stand for nobody. */
  readonly leaves: number;
};

/** An owner's own leaf, as the owner was given it. */
export type LiabilityProof = {
  readonly head: LiabilityHead;
  /** The owner's own name; never the one that came with the proof. */
  readonly uid: string;
  readonly salt: Uint8Array;
  readonly amount: bigint;
  readonly index: number;
  readonly path: readonly SumNode[];
};

/**
 * Where a proof breaks: something is none of what it should be; the amount or a sum beside the way
 * is negative or too large; the place is not one of the tree; it leads to another root; or to the
 * root with another total.
 */
export type LiabilityFault = "malformed" | "amount" | "place" | "root" | "total";

/** Null when the owner is in the tree with this amount. */
export function findLiabilityFault(proof: LiabilityProof): LiabilityFault | null {
  const { head, uid, salt, amount, index, path } = proof;
  const hashes = [head.root, ...path.map(({ hash }) => hash)];
  if (salt.length !== SALT_BYTES || hashes.some(({ length }) => length !== HASH_BYTES)) {
    return "malformed";
  }
  if (![amount, head.sum, ...path.map(({ sum }) => sum)].every(isSum)) return "amount";
  const depth = Math.log2(head.leaves);
  const isTree = Number.isInteger(depth) && depth >= 0 && depth <= DEPTH_MAX;
  const isPlace = Number.isSafeInteger(index) && index >= 0 && index < head.leaves;
  if (!isTree || !isPlace || path.length !== depth) return "place";
  let [node, place] = [liabilityLeaf(ownerCommitment(salt, uid), amount), index];
  for (const beside of path) {
    if (!isSum(node.sum + beside.sum)) return "amount";
    node = place % 2 === 0 ? joinSums(node, beside) : joinSums(beside, node);
    place = Math.floor(place / 2);
  }
  if (!areEqual(node.hash, head.root)) return "root";
  return node.sum === head.sum ? null : "total";
}
