// Merkle trees as RFC 6962 has them: what proves that a record is in a log (inclusion), and that a
// longer log begins with a shorter one (consistency). Used by the server to make proofs, and by
// everyone to check them. Invariants: a leaf never hashes like a node; a path that verifies fixes
// leaf, place and size.

import { sha256 } from "#digest";
import { areEqual } from "./bytes.ts";

export const HASH_BYTES = 32;
const LEAF = 0;
const NODE = 1;

const pair = new Uint8Array(1 + 2 * HASH_BYTES);
pair[0] = NODE;
let scratch = new Uint8Array(256);

export function leafHash(data: Uint8Array): Uint8Array {
  if (scratch.length <= data.length) scratch = new Uint8Array(2 * data.length + 1);
  scratch[0] = LEAF;
  scratch.set(data, 1);
  return sha256(scratch.subarray(0, data.length + 1));
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== HASH_BYTES || right.length !== HASH_BYTES) {
    throw new Error("Invariant: a node is made of two hashes");
  }
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/** The hash of the perfect subtree over the leaves [index << level, (index + 1) << level). */
export type NodeReader = (level: number, index: number) => Uint8Array;

/** The largest power of two below a size of two or more. */
function halfOf(size: number): number {
  let half = 1;
  while (half * 2 < size) half *= 2;
  return half;
}

/** The root over the leaves [from, to); a size that is no power of two splits as the RFC says. */
export function rangeRoot(from: number, to: number, read: NodeReader): Uint8Array {
  const size = to - from;
  if (size < 1) throw new Error("Invariant: a range has leaves");
  const level = Math.log2(size);
  if (Number.isInteger(level) && from % size === 0) return read(level, from / size);
  const middle = from + halfOf(size);
  return nodeHash(rangeRoot(from, middle, read), rangeRoot(middle, to, read));
}

/** Of a tree without leaves, as the RFC has it. */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

export function rootOf(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return emptyRoot();
  return rangeRoot(0, leaves.length, readerOf(leaves));
}

/** For trees that fit into memory: tests, small files. */
export function readerOf(leaves: readonly Uint8Array[]): NodeReader {
  const read: NodeReader = (level, index) => {
    if (level > 0) return nodeHash(read(level - 1, 2 * index), read(level - 1, 2 * index + 1));
    const leaf = leaves[index];
    if (!leaf) throw new Error("Invariant: only leaves that exist are read");
    return leaf;
  };
  return read;
}

/** From the leaf upwards. */
export function inclusionPath(index: number, size: number, read: NodeReader): Uint8Array[] {
  const path: Uint8Array[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + halfOf(to - from);
    const isLeft = index < middle;
    path.push(isLeft ? rangeRoot(middle, to, read) : rangeRoot(from, middle, read));
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return path.reverse();
}

/** That the tree of `to` leaves begins with that of `from` leaves, 0 < from <= to. */
export function consistencyPath(from: number, to: number, read: NodeReader): Uint8Array[] {
  const path: Uint8Array[] = [];
  let [start, end] = [0, to];
  let isWhole = true;
  while (from < end) {
    const middle = start + halfOf(end - start);
    if (from <= middle) {
      path.push(rangeRoot(middle, end, read));
      end = middle;
    } else {
      path.push(rangeRoot(start, middle, read));
      start = middle;
      isWhole = false;
    }
  }
  if (!isWhole) path.push(rangeRoot(start, end, read));
  return path.reverse();
}

export type Inclusion = {
  /** The leaf's hash. */
  readonly leaf: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
};

/** RFC 9162, 2.1.3.2. */
export function isIncluded({ leaf, index, size, path, root }: Inclusion): boolean {
  if (!isPlace(index) || !isPlace(size) || index >= size || !path.every(isHash)) return false;
  let hash = leaf;
  const isAtTop = climb(index, size - 1, path, (beside, isLeft) => {
    hash = isLeft ? nodeHash(beside, hash) : nodeHash(hash, beside);
  });
  return isAtTop && areEqual(hash, root);
}

/** Up from a place towards the root; false when the path is too long or too short. */
function climb(
  from: number,
  end: number,
  path: readonly Uint8Array[],
  join: (beside: Uint8Array, isLeft: boolean) => void,
): boolean {
  let [place, last] = [from, end];
  for (const beside of path) {
    if (last === 0) return false;
    const isLeft = place % 2 === 1 || place === last;
    join(beside, isLeft);
    while (isLeft && place % 2 === 0 && place !== 0) [place, last] = [half(place), half(last)];
    [place, last] = [half(place), half(last)];
  }
  return last === 0;
}

export type Extension = {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
};

/** RFC 9162, 2.1.4.2; every tree extends the empty one. */
export function isExtension({ from, to, fromRoot, toRoot, path }: Extension): boolean {
  if (!isPlace(from) || !isPlace(to) || from > to || !path.every(isHash)) return false;
  if (from === 0) return path.length === 0 && areEqual(fromRoot, emptyRoot());
  if (from === to) return path.length === 0 && areEqual(fromRoot, toRoot);
  const steps = Number.isInteger(Math.log2(from)) ? [fromRoot, ...path] : path;
  const [first, ...rest] = steps;
  if (!first) return false;
  let [place, last] = [from - 1, to - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [old, now] = [first, first];
  const isAtTop = climb(place, last, rest, (beside, isLeft) => {
    if (isLeft) old = nodeHash(beside, old);
    now = isLeft ? nodeHash(beside, now) : nodeHash(now, beside);
  });
  return isAtTop && areEqual(old, fromRoot) && areEqual(now, toRoot);
}

function half(place: number): number {
  return Math.floor(place / 2);
}

function isPlace(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isHash({ length }: Uint8Array): boolean {
  return length === HASH_BYTES;
}
