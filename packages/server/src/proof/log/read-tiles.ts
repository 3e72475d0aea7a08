// Tiles out of the database, for proofs: everything a proof needs in one question, full tiles kept
// in memory since they never change. Used by proof-log.ts. Invariant: bounded, whatever is asked
// for (T46): a proof reads a few tiles per level.

import type { NodeReader } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { placesOf, readNodes, TILE_BYTES, type TilePlace } from "./tile.ts";

/** Two kilobytes each. */
const TILES_KEPT_MAX = 4_000;

/** Runs a walk over the nodes of a log with everything at hand that it reads. */
export type TileWalk = <T>(log: string, walk: (read: NodeReader) => T) => Promise<T>;

export function createTileWalk(database: Database): TileWalk {
  // A map keeps the order of insertion: the first one is the oldest.
  const kept = new Map<string, Uint8Array>();
  const keep = (name: string, hashes: Uint8Array) => {
    if (hashes.length < TILE_BYTES) return;
    kept.set(name, hashes);
    if (kept.size <= TILES_KEPT_MAX) return;
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  };
  return async (log, walk) => {
    const nameOf = ({ level, tile }: TilePlace) => `${log} ${level}/${tile}`;
    const held = new Map<string, Uint8Array>();
    const missing: TilePlace[] = [];
    for (const place of placesOf(walk)) {
      const hashes = kept.get(nameOf(place));
      if (hashes) held.set(nameOf(place), hashes);
      else missing.push(place);
    }
    for (const { level, tile, hashes } of await readTiles(database, log, missing)) {
      const name = nameOf({ level, tile: Number(tile) });
      held.set(name, hashes);
      keep(name, hashes);
    }
    return walk(
      readNodes((place) => {
        const hashes = held.get(nameOf(place));
        if (!hashes) throw new Error(`Invariant: ${nameOf(place)} is a tile that exists`);
        return hashes;
      }),
    );
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
