// The growing edge of a log: its last tile of every level, in memory while the keeper adds leaves.
// Adding a leaf costs a constant, whatever the log's length, and so does the root. Invariant: what
// `takeChanges` gave, written over what was there, is the log with all its leaves.

import { emptyRoot, HASH_BYTES, rangeRoot } from "@truetick/proof";
import {
  foldHashes,
  readNodes,
  TILE_BYTES,
  TILE_HEIGHT,
  TILE_WIDTH,
  type TilePlace,
} from "./tile.ts";

export type Tile = TilePlace & { readonly hashes: Uint8Array };

type Level = {
  readonly tile: number;
  readonly hashes: Uint8Array;
  count: number;
  isChanged: boolean;
};

export class LogEdge {
  readonly #levels: Level[] = [];
  #full: Tile[] = [];

  /** From the last tile of every level, as stored; none: the log is empty. */
  constructor(stored: readonly Tile[] = []) {
    for (const { level, tile, hashes } of stored) {
      const count = hashes.length / HASH_BYTES;
      this.#levels[level] =
        count === TILE_WIDTH ? emptyLevel(tile + 1) : levelOf({ level, tile, hashes });
    }
  }

  get size(): number {
    const [lowest] = this.#levels;
    return lowest ? lowest.tile * TILE_WIDTH + lowest.count : 0;
  }

  append(leaf: Uint8Array): void {
    this.#push(0, leaf);
  }

  #push(level: number, hash: Uint8Array): void {
    const edge = this.#levels[level] ?? emptyLevel(0);
    edge.hashes.set(hash, edge.count * HASH_BYTES);
    edge.count += 1;
    edge.isChanged = true;
    this.#levels[level] = edge;
    if (edge.count < TILE_WIDTH) return;
    this.#full.push({ level, tile: edge.tile, hashes: edge.hashes });
    this.#levels[level] = emptyLevel(edge.tile + 1);
    this.#push(level + 1, foldHashes(edge.hashes, 0, TILE_WIDTH));
  }

  /** What is to be written since it was last asked. */
  takeChanges(): readonly Tile[] {
    const changes = this.#full;
    this.#full = [];
    for (const [level, edge] of this.#levels.entries()) {
      if (!edge.isChanged) continue;
      edge.isChanged = false;
      const hashes = edge.hashes.slice(0, edge.count * HASH_BYTES);
      changes.push({ level, tile: edge.tile, hashes });
    }
    return changes;
  }

  root(): Uint8Array {
    const { size } = this;
    if (size === 0) return emptyRoot();
    this.#checkEdges(size);
    const read = readNodes(({ level, tile }) => {
      const edge = this.#levels[level];
      if (edge?.tile !== tile) throw new Error("Invariant: a root is made of the log's edge");
      return edge.hashes.subarray(0, edge.count * HASH_BYTES);
    });
    return rangeRoot(0, size, read);
  }

  /** Every level has as many hashes as the leaves below make: no tile of the edge is missing. */
  #checkEdges(size: number): void {
    let count = size;
    for (let level = 0; count > 0; level += 1) {
      const edge = this.#levels[level];
      if (!edge || edge.tile * TILE_WIDTH + edge.count !== count) {
        throw new Error(`Invariant: level ${level} of a log of ${size} leaves has ${count} hashes`);
      }
      count = Math.floor(count / 2 ** TILE_HEIGHT);
    }
  }
}

function emptyLevel(tile: number): Level {
  return { tile, hashes: new Uint8Array(TILE_BYTES), count: 0, isChanged: false };
}

function levelOf({ tile, hashes }: Tile): Level {
  const level = emptyLevel(tile);
  level.hashes.set(hashes);
  level.count = hashes.length / HASH_BYTES;
  return level;
}
