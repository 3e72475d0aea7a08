// Builds the tree of what is owed: salts, commitments, the order that tells nothing, leaves that
// stand for nobody, and chunks from which every path can be shown. Called by publish-tree.ts.
// Invariants: every owner is one leaf; leaves lie in the order of their commitments, which is a
// draw; others run in between, because the same thread serves orders.

import { setImmediate } from "node:timers/promises";
import {
  HASH_BYTES,
  liabilityLeaf,
  ownerCommitment,
  readSum,
  SUM_BYTES,
  type SumNode,
  sumRoot,
  writeSum,
} from "@truetick/proof";
import type { LiabilitySalts } from "./liability-salts.ts";
import type { Owed } from "./read-owed.ts";

/** Commitment and amount, or hash and sum. */
const NODE_BYTES = HASH_BYTES + SUM_BYTES;
/** A power of two. A path is made of one chunk per level, each read in one row. */
export const NODES_PER_CHUNK = 256;
/** A small house does not tell how small. */
const LEAVES_MIN = 1_024;
/** About two milliseconds of work. */
const LEAVES_PER_TURN = 500;
const FIRST_PILE_LEAVES = 4_096;
/** Leaves are sorted pile by pile, by the first twelve bits of what is a draw. */
const PILES = 4_096;

export type TreeChunk = {
  readonly level: number;
  readonly chunk: number;
  readonly firstKey: Buffer;
  readonly nodes: Buffer;
};

export type BuiltTree = SumNode & { readonly leaves: number };

export async function buildTree(parts: {
  readonly owed: AsyncIterable<readonly Owed[]>;
  readonly salts: LiabilitySalts;
  readonly write: (chunk: TreeChunk) => Promise<void>;
}): Promise<BuiltTree> {
  const pile = new LeafPile();
  let met = 0;
  for await (const portion of parts.owed) {
    for (const { ownerId, uid, amount } of portion) {
      pile.add(ownerCommitment(parts.salts.of(ownerId), uid), amount);
      met += 1;
      if (met % LEAVES_PER_TURN === 0) await setImmediate();
    }
  }
  const leaves = paddedCount(met);
  for (let nth = met; nth < leaves; nth += 1) {
    pile.add(parts.salts.nobody(nth), 0n);
    if (nth % LEAVES_PER_TURN === 0) await setImmediate();
  }
  let level = await writeLeaves(await pile.inOrder(), parts.write);
  for (let height = 1; ; height += 1) {
    if (level.length === 1) break;
    level = await writeLevel(height, level, parts.write);
  }
  const [root] = level;
  if (!root) throw new Error("Invariant: a tree has a root");
  return { ...root, leaves };
}

/** The next power of two. */
function paddedCount(count: number): number {
  let leaves = LEAVES_MIN;
  while (leaves < count) leaves *= 2;
  return leaves;
}

/** Answers the root of every chunk. */
async function writeLeaves(
  sorted: Buffer,
  write: (chunk: TreeChunk) => Promise<void>,
): Promise<SumNode[]> {
  const roots: SumNode[] = [];
  const chunkBytes = NODES_PER_CHUNK * NODE_BYTES;
  for (let at = 0; at < sorted.length; at += chunkBytes) {
    const nodes = sorted.subarray(at, at + chunkBytes);
    roots.push(sumRoot(leavesOf(nodes)));
    const firstKey = nodes.subarray(0, HASH_BYTES);
    await write({ level: 0, chunk: at / chunkBytes, firstKey, nodes });
    await setImmediate();
  }
  return roots;
}

async function writeLevel(
  level: number,
  nodes: readonly SumNode[],
  write: (chunk: TreeChunk) => Promise<void>,
): Promise<SumNode[]> {
  const roots: SumNode[] = [];
  for (let from = 0; from < nodes.length; from += NODES_PER_CHUNK) {
    const part = nodes.slice(from, from + NODES_PER_CHUNK);
    roots.push(sumRoot(part));
    const chunk = from / NODES_PER_CHUNK;
    await write({ level, chunk, firstKey: Buffer.alloc(0), nodes: packNodes(part) });
  }
  return roots;
}

function packNodes(nodes: readonly SumNode[]): Buffer {
  const bytes = Buffer.alloc(nodes.length * NODE_BYTES);
  nodes.forEach(({ hash, sum }, nth) => {
    bytes.set(hash, nth * NODE_BYTES);
    writeSum(bytes, nth * NODE_BYTES + HASH_BYTES, sum);
  });
  return bytes;
}

/** Hash, or commitment, and sum of every node of a chunk. */
export function unpackNodes(bytes: Buffer): SumNode[] {
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, nth) => ({
    hash: bytes.subarray(nth * NODE_BYTES, nth * NODE_BYTES + HASH_BYTES),
    sum: readSum(bytes, nth * NODE_BYTES + HASH_BYTES),
  }));
}

export function leavesOf(bytes: Buffer): SumNode[] {
  return unpackNodes(bytes).map(({ hash, sum }) => liabilityLeaf(hash, sum));
}

/** Leaves as they come, 48 bytes each; then in the order of their commitments. */
class LeafPile {
  #bytes = Buffer.alloc(FIRST_PILE_LEAVES * NODE_BYTES);
  #count = 0;

  add(commitment: Uint8Array, amount: bigint): void {
    const at = this.#count * NODE_BYTES;
    if (at === this.#bytes.length) {
      const wider = Buffer.alloc(2 * this.#bytes.length);
      this.#bytes.copy(wider);
      this.#bytes = wider;
    }
    this.#bytes.set(commitment, at);
    writeSum(this.#bytes, at + HASH_BYTES, amount);
    this.#count += 1;
  }

  async inOrder(): Promise<Buffer> {
    const places = this.#byPile();
    const sorted = Buffer.alloc(this.#count * NODE_BYTES);
    let at = 0;
    for (const pile of places) {
      pile.sort((left, right) => this.#compare(left, right));
      for (const nth of pile) {
        this.#bytes.copy(sorted, at, nth * NODE_BYTES, (nth + 1) * NODE_BYTES);
        at += NODE_BYTES;
      }
      await setImmediate();
    }
    return sorted;
  }

  #compare(left: number, right: number): number {
    const [from, than] = [left * NODE_BYTES, right * NODE_BYTES];
    return this.#bytes.compare(this.#bytes, than, than + HASH_BYTES, from, from + HASH_BYTES);
  }

  /** Which leaves begin with which twelve bits. */
  #byPile(): Uint32Array[] {
    const pileOf = (nth: number) => this.#bytes.readUInt16BE(nth * NODE_BYTES) >> 4;
    const sizes = new Uint32Array(PILES);
    for (let nth = 0; nth < this.#count; nth += 1)
      sizes[pileOf(nth)] = (sizes[pileOf(nth)] ?? 0) + 1;
    const piles = Array.from(sizes, (size) => new Uint32Array(size));
    const filled = new Uint32Array(PILES);
    for (let nth = 0; nth < this.#count; nth += 1) {
      const which = pileOf(nth);
      const at = filled[which] ?? 0;
      const pile = piles[which];
      if (pile) pile[at] = nth;
      filled[which] = at + 1;
    }
    return piles;
  }
}
