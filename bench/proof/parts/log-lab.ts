// What the benches of the proof share: a keeper's connection and keys on the lab's database, a log
// filled with leaves without rows behind them, and times as medians.

import { leafHash } from "@truetick/proof";
import {
  connectKeeper,
  createProofLog,
  deriveSaltKey,
  keepLogs,
  LogEdge,
  openKey,
  type Tile,
} from "@truetick/server";
import type { Lab } from "../../orders/parts/lab.ts";

export const SEAL_KEY: Buffer = Buffer.alloc(32, "bench");
const TILES_PER_WRITE = 2_000;

export async function openLogLab(lab: Lab) {
  const client = await connectKeeper({ url: lab.productUrl, role: null }, (reason) => {
    throw reason;
  });
  const { database } = lab;
  const signer = await openKey(database, { sealKey: SEAL_KEY, generation: 1, nowMs: Date.now() });
  const saltKey = deriveSaltKey(SEAL_KEY);
  return {
    client,
    proofLog: createProofLog({ database, signer, saltKey }),
    /** One turn of the keeper, as every minute. */
    turn: () =>
      keepLogs({
        client,
        signer,
        saltKey,
        origin: "http://localhost",
        mode: "SIMULATED",
        build: "bench",
        nowMs: Date.now,
      }),
    /** Makes a log so long with leaves that stand for no row. */
    fill: (log: string, edge: LogEdge, size: number) => fill(client, { log, edge, size }),
  };
}

type Client = Awaited<ReturnType<typeof connectKeeper>>;

async function fill(
  client: Client,
  { log, edge, size }: { log: string; edge: LogEdge; size: number },
): Promise<void> {
  const leaf = Buffer.alloc(8);
  while (edge.size < size) {
    const end = Math.min(size, edge.size + 64 * TILES_PER_WRITE);
    while (edge.size < end) {
      leaf.writeDoubleBE(edge.size);
      edge.append(leafHash(leaf));
    }
    await writeTiles(client, log, edge.takeChanges());
  }
}

async function writeTiles(client: Client, log: string, tiles: readonly Tile[]): Promise<void> {
  await client.query(
    `insert into proof_tile (log, level, tile, hashes)
     select $1, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])
     on conflict (log, level, tile) do update set hashes = excluded.hashes`,
    [
      log,
      tiles.map(({ level }) => level),
      tiles.map(({ tile }) => tile),
      tiles.map(({ hashes }) => Buffer.from(hashes)),
    ],
  );
}

/** The tiles that a log ends with, as they are stored. */
export async function readEdge(client: Client, log: string): Promise<LogEdge> {
  const tiles = await client.query<Tile>(
    `select t.level, t.tile, t.hashes from generate_series(0, 9) as one (level)
     cross join lateral (
       select level, tile, hashes from proof_tile
       where log = $1 and level = one.level order by tile desc limit 1
     ) t`,
    [log],
  );
  return new LogEdge(tiles);
}

export async function timeMs(act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await act();
  return performance.now() - startedMs;
}

export function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return share(values, 0.5);
}
