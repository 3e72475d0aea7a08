// The arithmetic of tiles: which tile holds a node of the tree, and a node read out of tiles. Used
// by whoever grows the logs and by whoever makes proofs. Invariant: a tile of level k holds the
// tree's nodes of level 6k, 64 of them when it is full; every node of a level between lies in one.

import { HASH_BYTES, type NodeReader, nodeHash } from "@truetick/proof";

export const TILE_HEIGHT = 6;
export const TILE_WIDTH = 64;
export const TILE_BYTES: number = TILE_WIDTH * HASH_BYTES;

export type TilePlace = { readonly level: number; readonly tile: number };

/** The hashes of a tile that is there. */
export type TileFinder = (place: TilePlace) => Uint8Array;

export function readNodes(find: TileFinder): NodeReader {
  return (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const width = 2 ** (level % TILE_HEIGHT);
    const first = index * width;
    const tile = Math.floor(first / TILE_WIDTH);
    const hashes = find({ level: tileLevel, tile });
    return foldHashes(hashes, first - tile * TILE_WIDTH, width);
  };
}

/** The root over a power of two of hashes. */
export function foldHashes(hashes: Uint8Array, first: number, width: number): Uint8Array {
  if (width > 1) {
    const half = width / 2;
    return nodeHash(foldHashes(hashes, first, half), foldHashes(hashes, first + half, half));
  }
  const at = first * HASH_BYTES;
  if (at + HASH_BYTES > hashes.length) throw new Error("Invariant: the log has this node");
  return hashes.subarray(at, at + HASH_BYTES);
}

/** What a proof reads, without reading it. */
export function placesOf(walk: (read: NodeReader) => unknown): TilePlace[] {
  const places = new Map<string, TilePlace>();
  const nothing = new Uint8Array(HASH_BYTES);
  walk((level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const tile = Math.floor((index * 2 ** (level % TILE_HEIGHT)) / TILE_WIDTH);
    places.set(`${tileLevel}/${tile}`, { level: tileLevel, tile });
    return nothing;
  });
  return [...places.values()];
}
