// One turn of the keeper: everything new into the logs, then a checkpoint over all of them, signed.
// Called every minute by the keeper's loop, and by tests. Invariants: nothing rests on what is kept
// in memory between turns, so that a crash loses nothing; the tiles, and what tells which leaf is what, are
// written in one transaction with each other, and the checkpoint with the last of them; two keepers
// on one database take turns.

import {
  type Checkpoint,
  checkpointMessage,
  checkpointText,
  type Signer,
  toHex,
} from "@truetick/proof";
import type { JournalLeaves } from "./journal-leaves.ts";
import type { KeeperClient } from "./keeper-client.ts";
import { LogEdge, type Tile } from "./log-edge.ts";
import { LOG_NAMES, type LogName } from "./log-table.ts";
import { takeJournal } from "./take-journal.ts";
import { takeAudit, takeRefusals } from "./take-records.ts";
import { takeTape } from "./take-tape.ts";

/** Any constant of our own. */
const KEEPER_LOCK = 7_283_004;
/** Seconds of work and some megabytes: what one transaction takes of a large past. */
const ROWS_PER_CHUNK = 50_000;
const PIECES_PER_CHUNK = 5_000;

export type KeepLogs = {
  readonly client: KeeperClient;
  readonly signer: Signer;
  readonly saltKey: Uint8Array;
  readonly origin: string;
  readonly mode: Checkpoint["mode"];
  readonly build: string;
  readonly nowMs: () => number;
  /** Nothing is done when a checkpoint of this moment or later is there. */
  readonly sinceMs?: number;
  /** Rows of a log that one transaction takes. */
  readonly rowsPerChunk?: number;
  /** What is known of rows that were just committed. */
  readonly leaves?: JournalLeaves | undefined;
  /** Called after every chunk that is committed. */
  readonly onChunk?: () => Promise<void> | void;
};

type Edges = Readonly<Record<LogName, LogEdge>>;

/** The new checkpoint; null when another keeper is at it, or has just done it. */
export async function keepLogs(needs: KeepLogs): Promise<Checkpoint | null> {
  const { client } = needs;
  const [lock] = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_lock($1) as "isOurs"',
    [KEEPER_LOCK],
  );
  if (!lock?.isOurs) return null;
  try {
    const before = await readLast(client);
    if (before && needs.sinceMs !== undefined && before.at_ms >= needs.sinceMs) return null;
    return await takeAll(needs, before);
  } finally {
    await client.query("select pg_advisory_unlock($1)", [KEEPER_LOCK]).catch(() => undefined);
  }
}

type Last = { readonly number: number; readonly at_ms: number };

async function readLast(client: KeeperClient): Promise<Last | null> {
  const [last] = await client.query<Last>(
    "select number, at_ms from proof_checkpoint order by number desc limit 1",
  );
  return last ?? null;
}

async function takeAll(needs: KeepLogs, before: Last | null): Promise<Checkpoint> {
  const { client, onChunk } = needs;
  const nowMs = Math.floor(needs.nowMs());
  const edges = await readEdges(client);
  const ends = await readEnds(client);
  needs.leaves?.forget(0, edges["journal/0"].size);
  for (;;) {
    await client.query("begin");
    try {
      const isAll = await takeChunk(needs, { edges, ends });
      for (const log of LOG_NAMES) await writeTiles(client, log, edges[log].takeChanges());
      const atMs = Math.max(nowMs, before?.at_ms ?? 0);
      const place = { number: (before?.number ?? 0) + 1, atMs };
      const checkpoint = isAll ? await writeCheckpoint(needs, { ...place, edges }) : null;
      await client.query("commit");
      if (checkpoint) return checkpoint;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw error;
    }
    await onChunk?.();
  }
}

type Ends = { readonly journal: number; readonly audit: number; readonly refusal: number };

/** Where everything stood when the turn began: what comes later is the next one's. */
async function readEnds(client: KeeperClient): Promise<Ends> {
  const [ends] = await client.query<Ends>(
    `select coalesce((select seq from journal where shard = 0 order by seq desc limit 1), 0)
         as journal,
       (select seq from audit_head) as audit,
       coalesce((select number from refusal order by number desc limit 1), 0) as refusal`,
  );
  if (!ends) throw new Error("Invariant: a query without conditions answers a row");
  return ends;
}

/** Answers whether everything is taken. */
async function takeChunk(
  { client, saltKey, leaves, rowsPerChunk: rowsMax = ROWS_PER_CHUNK }: KeepLogs,
  { edges, ends }: { readonly edges: Edges; readonly ends: Ends },
): Promise<boolean> {
  const shared = { client, saltKey, rowsMax };
  const { audit, refusal, tape } = edges;
  const journal = edges["journal/0"];
  const piecesMax = Math.min(PIECES_PER_CHUNK, rowsMax);
  // The tape last: what a row names was stored with it, and is then under the same checkpoint.
  await takeJournal({ ...shared, edge: journal, upTo: ends.journal, leaves });
  await takeAudit({ ...shared, edge: audit, upTo: ends.audit });
  const areRefusalsAll = await takeRefusals({ ...shared, edge: refusal, upTo: ends.refusal });
  const isTapeAll = await takeTape({ client, edge: tape, piecesMax });
  const isAll = journal.size >= ends.journal && audit.size >= ends.audit;
  return isAll && areRefusalsAll && isTapeAll;
}

async function readEdges(client: KeeperClient): Promise<Edges> {
  const edgeOf = async (log: LogName) => {
    const tiles = await client.query<Tile>(
      `select t.level, t.tile, t.hashes from generate_series(0, 9) as one (level)
       cross join lateral (
         select level, tile, hashes from proof_tile
         where log = $1 and level = one.level order by tile desc limit 1
       ) t`,
      [log],
    );
    return new LogEdge(tiles);
  };
  return {
    audit: await edgeOf("audit"),
    "journal/0": await edgeOf("journal/0"),
    refusal: await edgeOf("refusal"),
    tape: await edgeOf("tape"),
  };
}

async function writeTiles(
  client: KeeperClient,
  log: LogName,
  tiles: readonly Tile[],
): Promise<void> {
  if (tiles.length === 0) return;
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

async function writeCheckpoint(
  { client, signer, origin, mode, build }: KeepLogs,
  {
    number,
    atMs,
    edges,
  }: { readonly number: number; readonly atMs: number; readonly edges: Edges },
): Promise<Checkpoint> {
  const logs = LOG_NAMES.map((log) => {
    const edge = edges[log];
    return { log, size: edge.size, root: toHex(edge.root()) };
  });
  const checkpoint = { number, atMs, origin, mode, build, keyId: signer.keyId, logs };
  const text = checkpointText(checkpoint);
  await client.query(
    `insert into proof_checkpoint (number, at_ms, body, key_id, signature)
     values ($1, $2, $3, $4, $5)`,
    [number, atMs, text, signer.keyId, Buffer.from(signer.sign(checkpointMessage(text)))],
  );
  return checkpoint;
}
