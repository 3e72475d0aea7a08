// Tiles out of the database, for proofs: everything a proof needs in one question, full tiles kept
// in memory since they never change. Used by proof-log.ts. Invariant: bounded, whatever is asked
// for (T46): a proof reads a few tiles per level.

import type { NodeReader } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { placesOf, readNodes, TILE_BYTES, type TilePlace } from "./tile.ts";

/** Two kilobytes each. */
const TILES_KEPT_MAX = 2_000;
const NODES_KEPT_MAX = 50_000;
/** Nodes above this level are kept: those below are made of few hashes. */
const KEPT_ABOVE_LEVEL = 3;
const LEVELS_MAX = 64;

/** Runs a walk over the nodes of a log with everything at hand that it reads. */
export type TileWalk = <T>(log: string, walk: (read: NodeReader) => T) => Promise<T>;

export function createTileWalk(database: Database): TileWalk {
  const kept = createStore<string>(TILES_KEPT_MAX);
  const nodesOf = new Map<string, Store<number>>();
  return async (log, walk) => {
    const nodes = nodesOf.get(log) ?? createStore<number>(NODES_KEPT_MAX);
    nodesOf.set(log, nodes);
    const nameOf = ({ level, tile }: TilePlace) => `${log} ${level}/${tile}`;
    const held = new Map<string, Uint8Array>();
    const missing: TilePlace[] = [];
    for (const place of placesOf((read) => walk(knowing(nodes, read)))) {
      const hashes = kept.get(nameOf(place));
      if (hashes) held.set(nameOf(place), hashes);
      else missing.push(place);
    }
    for (const { level, tile, hashes } of await readTiles(database, log, missing)) {
      const name = nameOf({ level, tile: Number(tile) });
      held.set(name, hashes);
      if (hashes.length === TILE_BYTES) kept.set(name, hashes);
    }
    const read = readNodes((place) => {
      const hashes = held.get(nameOf(place));
      if (!hashes) throw new Error(`Invariant: ${nameOf(place)} is a tile that exists`);
      return hashes;
    });
    return walk(knowing(nodes, keeping(nodes, read)));
  };
}

type Store<Key> = {
  readonly get: (key: Key) => Uint8Array | undefined;
  readonly set: (key: Key, value: Uint8Array) => void;
};

/** What never changes: the oldest goes when there is no room. */
function createStore<Key>(capacity: number): Store<Key> {
  // A map keeps the order of insertion: the first one is the oldest.
  const entries = new Map<Key, Uint8Array>();
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      entries.set(key, value);
      if (entries.size <= capacity) return;
      for (const oldest of entries.keys()) {
        entries.delete(oldest);
        break;
      }
    },
  };
}

/** A node over leaves that are there never changes, so one that was made once need not be again. */
function knowing(nodes: Store<number>, read: NodeReader): NodeReader {
  return (level, index) => nodes.get(index * LEVELS_MAX + level) ?? read(level, index);
}

function keeping(nodes: Store<number>, read: NodeReader): NodeReader {
  return (level, index) => {
    const node = read(level, index);
    if (level > KEPT_ABOVE_LEVEL) nodes.set(index * LEVELS_MAX + level, new Uint8Array(node));
    return node;
  };
}

type TileRow = { readonly level: number; readonly tile: bigint; readonly hashes: Buffer };

async function readTiles(
  database: Database,
  log: string,
  places: readonly TilePlace[],
): Promise<readonly TileRow[]> {
  if (places.length === 0) return [];
  const levels = places.map(({ level }) => level);
  const tiles = places.map(({ tile }) => tile);
  const { rows } = await sql<TileRow>`
    select t.level, t.tile, t.hashes
    from unnest(${levels}::smallint[], ${tiles}::bigint[]) as wanted (level, tile)
    join proof_tile t on t.log = ${log} and t.level = wanted.level and t.tile = wanted.tile
  `.execute(database);
  return rows;
}
