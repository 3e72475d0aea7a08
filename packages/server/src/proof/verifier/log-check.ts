// One Merkle log held against the rows that it is about: every leaf, every tile, and the root of
// every signed checkpoint, computed anew from the rows and with code of its own. Fed by the checks
// that read the rows, in order. Memory: one hash per level of the tree, and what a page needs.

import { areEqual, emptyRoot, nodeHash, readCheckpoint, toHex } from "@truetick/proof";
import type { ClientBase } from "pg";
import type { Findings } from "./fault.ts";

const HASH_BYTES = 32;
const TILE_HASHES = 64;
/** A level of tiles is so many levels of the tree above the one below it. */
const TILE_HEIGHT = 6;
const HEADS_PER_READ = 1_000;

type Node = { readonly height: number; readonly hash: Uint8Array };
type Head = { readonly checkpoint: number; readonly size: number; readonly root: string };
type Told = { readonly level: number; readonly index: number; readonly hash: Uint8Array };

/** How the rows of a log are numbered to people. */
export type LeafName = (index: number) => {
  readonly marketId: number | null;
  readonly seq: number;
};

const byNumber: LeafName = (index) => ({ marketId: null, seq: index + 1 });

export class LogCheck {
  readonly #client: ClientBase;
  readonly #log: string;
  readonly #findings: Findings;
  readonly #nameOf: LeafName;
  /** Perfect subtrees from the left, the smallest last. */
  readonly #trees: Node[] = [];
  #size = 0;
  /** Checkpoints whose size is still to come, and the last one read. */
  #heads: Head[] = [];
  #headsReadTo = 0;
  #hasAllHeads = false;
  #lastGoodSize = 0;

  constructor(parts: {
    readonly client: ClientBase;
    readonly log: string;
    readonly findings: Findings;
    readonly nameOf?: LeafName;
  }) {
    this.#client = parts.client;
    this.#log = parts.log;
    this.#findings = parts.findings;
    this.#nameOf = parts.nameOf ?? byNumber;
  }

  get size(): number {
    return this.#size;
  }

  /** The next leaves. Null: its row was let go of, and the log's own word is all there is. */
  async take(leaves: readonly (Uint8Array | null)[]): Promise<void> {
    if (leaves.length === 0) return;
    const first = this.#size;
    const stored = await this.#readTiles(0, first, first + leaves.length - 1);
    await this.#readHeads(first + leaves.length);
    this.#compareHeads();
    const told: Told[] = [];
    for (const leaf of leaves) {
      const kept = stored.get(this.#size);
      if (leaf && kept && !areEqual(leaf, kept)) this.#fault("leaf", this.#size, "is another row");
      const hash = kept ?? leaf;
      if (!hash) throw new Error("Invariant: a leaf that was let go of is in its tile");
      this.#push(hash, told);
      this.#compareHeads();
    }
    await this.#compareNodes(told);
  }

  /** Nothing comes after: whether the checkpoints speak of more than there is. */
  async finish(): Promise<void> {
    await this.#readHeads(Number.POSITIVE_INFINITY);
    this.#compareHeads();
    const beyond = this.#heads[0];
    if (!beyond) return;
    const detail = `checkpoint ${beyond.checkpoint} is about ${beyond.size} rows`;
    this.#fault("missing", this.#size, `${detail}, there are ${this.#size}`);
  }

  #push(leaf: Uint8Array, told: Told[]): void {
    let node: Node = { height: 0, hash: leaf };
    this.#size += 1;
    for (;;) {
      const left = this.#trees.at(-1);
      if (left?.height !== node.height) break;
      this.#trees.pop();
      node = { height: node.height + 1, hash: nodeHash(left.hash, node.hash) };
      if (node.height % TILE_HEIGHT === 0) {
        const index = this.#size / 2 ** node.height - 1;
        told.push({ level: node.height / TILE_HEIGHT, index, hash: node.hash });
      }
    }
    this.#trees.push(node);
  }

  #root(): Uint8Array {
    const [last, ...before] = [...this.#trees].reverse();
    if (!last) return emptyRoot();
    return before.reduce((hash, tree) => nodeHash(tree.hash, hash), last.hash);
  }

  #compareHeads(): void {
    let root: string | null = null;
    while (this.#heads[0]?.size === this.#size) {
      const head = this.#heads.shift();
      root ??= toHex(this.#root());
      if (head?.root === root) this.#lastGoodSize = this.#size;
      else {
        const rows = `rows after ${this.#lastGoodSize} up to ${this.#size}`;
        const detail = `${rows} are not those that checkpoint ${head?.checkpoint} signed`;
        this.#fault("root", Math.min(this.#lastGoodSize, Math.max(0, this.#size - 1)), detail);
      }
    }
  }

  async #compareNodes(told: readonly Told[]): Promise<void> {
    for (const level of new Set(told.map((node) => node.level))) {
      const nodes = told.filter((node) => node.level === level);
      const [from, to] = [nodes[0]?.index ?? 0, nodes.at(-1)?.index ?? 0];
      const stored = await this.#readTiles(level, from, to);
      for (const { index, hash } of nodes) {
        const kept = stored.get(index);
        if (!kept || areEqual(kept, hash)) continue;
        const leaf = index * 2 ** (level * TILE_HEIGHT);
        this.#fault("leaf", leaf, `tile ${Math.floor(index / TILE_HASHES)} of level ${level}`);
      }
    }
  }

  /** By place on their level. */
  async #readTiles(level: number, from: number, to: number): Promise<Map<number, Uint8Array>> {
    const { rows } = await this.#client.query<{ tile: string; hashes: Buffer }>({
      name: "verify-tiles",
      text: `select tile, hashes from proof_tile
             where log = $1 and level = $2 and tile between $3 and $4`,
      values: [this.#log, level, Math.floor(from / TILE_HASHES), Math.floor(to / TILE_HASHES)],
    });
    const found = new Map<number, Uint8Array>();
    for (const { tile, hashes } of rows) {
      for (let nth = 0; nth * HASH_BYTES < hashes.length; nth += 1) {
        const hash = hashes.subarray(nth * HASH_BYTES, (nth + 1) * HASH_BYTES);
        found.set(Number(tile) * TILE_HASHES + nth, hash);
      }
    }
    return found;
  }

  /** Every checkpoint up to the first whose size is beyond. */
  async #readHeads(size: number): Promise<void> {
    while (!this.#hasAllHeads && (this.#heads.at(-1)?.size ?? 0) <= size) {
      const { rows } = await this.#client.query<{ number: string; body: string }>({
        name: "verify-heads",
        text: `select number, body from proof_checkpoint where number > $1
               order by number limit ${HEADS_PER_READ}`,
        values: [this.#headsReadTo],
      });
      for (const { number, body } of rows) {
        this.#headsReadTo = Number(number);
        const head = readCheckpoint(body)?.logs.find(({ log }) => log === this.#log);
        if (head) this.#addHead({ checkpoint: Number(number), ...head });
      }
      this.#hasAllHeads = rows.length < HEADS_PER_READ;
    }
  }

  #addHead(head: Head): void {
    const before = this.#heads.at(-1)?.size ?? this.#lastGoodSize;
    if (head.size >= before && head.size >= this.#size) this.#heads.push(head);
    else {
      const detail = `checkpoint ${head.checkpoint} is about fewer rows than the one before it`;
      this.#fault("root", head.size, detail);
    }
  }

  #fault(what: "leaf" | "root" | "missing", index: number, detail: string): void {
    this.#findings.add({ log: this.#log, ...this.#nameOf(index), what, detail });
  }
}
