// One turn of the keeper: everything new into the logs, then a checkpoint over all of them, signed.
// Called every minute by the keeper's loop, and by tests. Invariants: nothing rests on what is kept
// in memory between turns, so that a crash loses nothing; the tiles, and what tells which leaf is
// what, are written in one transaction, the checkpoint with the last of them; two keepers on one
// database take turns; a log that a checkpoint has named is named by every later one.

import {
  type Checkpoint,
  checkpointMessage,
  checkpointText,
  readCheckpoint,
  type Signer,
  toHex,
} from "@truetick/proof";
import { FIRST_SHARD, SHARDS_QUERY } from "../../trading/journal/read-shards.ts";
import type { JournalLeaves } from "./journal-leaves.ts";
import type { KeeperClient } from "./keeper-client.ts";
import { LogEdge, type Tile } from "./log-edge.ts";
import { journalLog, type LogName, shardOfLog } from "./log-table.ts";
import { isTapeStored } from "./stored-tape.ts";
import { takeJournal } from "./take-journal.ts";
import { takeAudit, takeRefusals } from "./take-records.ts";
import { readTapeEnds, type TapeEnds, takeTape } from "./take-tape.ts";

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
  /**
   * Nothing is done when a checkpoint of that time is there. One of a later time is no reason: it
   * was made while a clock ran ahead (F10).
   */
  readonly span?: { readonly fromMs: number; readonly untilMs: number };
  /** Rows of a log that one transaction takes. */
  readonly rowsPerChunk?: number;
  /** What is known of rows that were just committed. */
  readonly leaves?: JournalLeaves | undefined;
  /** Called after every chunk that is committed. */
  readonly onChunk?: () => Promise<void> | void;
};

/** By name, in the order in which a checkpoint has them. */
type Edges = ReadonlyMap<LogName, LogEdge>;

function edgeIn(edges: Edges, log: LogName): LogEdge {
  const edge = edges.get(log);
  if (!edge) throw new Error(`Invariant: the edge of ${log} was read`);
  return edge;
}

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
    if (before && isWithin(before.at_ms, needs.span)) return null;
    const shards = await readKnownShards(client, before);
    const nowMs = Math.floor(needs.nowMs());
    const ends = await readEnds(client, shards);
    // What these rows name; of later ones nothing is known.
    if (shards.length > 1 && !(await isTapeStored(client))) return null;
    // After the rows: what they name is on the tape by now.
    const tape = await readTapeEnds(client);
    const keyFromMs = await readKeyBegin(client, needs.signer);
    const atMs = Math.max(nowMs, before?.at_ms ?? 0, tape.atMs, keyFromMs);
    return await takeAll(needs, { before, shards, ends: { ...ends, tape }, atMs });
  } finally {
    await client.query("select pg_advisory_unlock($1)", [KEEPER_LOCK]).catch(() => undefined);
  }
}

function isWithin(atMs: number, span: KeepLogs["span"]): boolean {
  return span !== undefined && atMs >= span.fromMs && atMs < span.untilMs;
}

type Last = { readonly number: number; readonly at_ms: number; readonly body: string };

async function readLast(client: KeeperClient): Promise<Last | null> {
  const [last] = await client.query<Last>(
    "select number, at_ms, body from proof_checkpoint order by number desc limit 1",
  );
  return last ?? null;
}

/** From when on it signs. */
async function readKeyBegin(client: KeeperClient, { keyId }: Signer): Promise<number> {
  const [key] = await client.query<{ valid_from_ms: number }>(
    "select valid_from_ms from proof_key where key_id = $1",
    [keyId],
  );
  return key?.valid_from_ms ?? 0;
}

/** Those that have a row, and those that the last checkpoint names: none ever goes again. */
async function readKnownShards(
  client: KeeperClient,
  before: Last | null,
): Promise<readonly number[]> {
  const rows = await client.query<{ shard: number }>(SHARDS_QUERY);
  const shards = new Set([FIRST_SHARD, ...rows.map(({ shard }) => shard)]);
  for (const { log } of (before && readCheckpoint(before.body)?.logs) ?? []) {
    const shard = shardOfLog(log);
    if (shard !== null) shards.add(shard);
  }
  return [...shards].sort((left, right) => left - right);
}

type Turn = {
  readonly before: Last | null;
  readonly shards: readonly number[];
  readonly ends: Ends;
  /**
   * When the ends were read. After a clock was set back it is not before the checkpoint before, nor
   * before a quote that this one has, nor before its key was in use (F10).
   */
  readonly atMs: number;
};

async function takeAll(needs: KeepLogs, { before, shards, ends, atMs }: Turn): Promise<Checkpoint> {
  const { client, onChunk } = needs;
  const edges = await readEdges(client, shards);
  for (const shard of shards) {
    needs.leaves?.forget(shard, edgeIn(edges, journalLog(shard)).size);
  }
  for (;;) {
    await client.query("begin");
    try {
      const isAll = await takeChunk(needs, { edges, ends });
      for (const [log, edge] of edges) await writeTiles(client, log, edge.takeChanges());
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

type RecordEnds = { readonly audit: number; readonly refusal: number };
/** Of every journal by its shard, and of the records. */
type RowEnds = RecordEnds & { readonly journals: ReadonlyMap<number, number> };
type Ends = RowEnds & { readonly tape: TapeEnds };

/** Where everything stood when the turn began: what comes later is the next one's. */
async function readEnds(client: KeeperClient, shards: readonly number[]): Promise<RowEnds> {
  const heads = await client.query<{ shard: number; seq: number }>(
    `select known.shard, coalesce((
       select seq from journal j where j.shard = known.shard order by seq desc limit 1
     ), 0) as seq from unnest($1::smallint[]) as known (shard)`,
    [shards],
  );
  const [ends] = await client.query<RecordEnds>(
    `select (select seq from audit_head) as audit,
       coalesce((select number from refusal order by number desc limit 1), 0) as refusal`,
  );
  if (!ends) throw new Error("Invariant: a query without conditions answers a row");
  return { ...ends, journals: new Map(heads.map(({ shard, seq }) => [shard, seq])) };
}

/** Answers whether everything is taken. */
async function takeChunk(
  { client, saltKey, leaves, rowsPerChunk: rowsMax = ROWS_PER_CHUNK }: KeepLogs,
  { edges, ends }: { readonly edges: Edges; readonly ends: Ends },
): Promise<boolean> {
  const shared = { client, saltKey, rowsMax };
  const [audit, refusal] = [edgeIn(edges, "audit"), edgeIn(edges, "refusal")];
  const tape = edgeIn(edges, "tape");
  const piecesMax = Math.min(PIECES_PER_CHUNK, rowsMax);
  // The tape last: what a row names was stored with it, and is then under the same checkpoint.
  let areJournalsAll = true;
  for (const [shard, upTo] of ends.journals) {
    const edge = edgeIn(edges, journalLog(shard));
    await takeJournal({ ...shared, shard, edge, upTo, leaves });
    areJournalsAll &&= edge.size >= upTo;
  }
  await takeAudit({ ...shared, edge: audit, upTo: ends.audit });
  const shards = [...ends.journals.keys()];
  const upToRefusal = { edge: refusal, upTo: ends.refusal };
  const areRefusalsAll = await takeRefusals({ ...shared, ...upToRefusal, shards });
  const isTapeAll = await takeTape({ client, edge: tape, ends: ends.tape, piecesMax });
  return areJournalsAll && audit.size >= ends.audit && areRefusalsAll && isTapeAll;
}

async function readEdges(client: KeeperClient, shards: readonly number[]): Promise<Edges> {
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
  const edges = new Map<LogName, LogEdge>();
  const logs: LogName[] = ["audit", ...shards.map(journalLog), "refusal", "tape"];
  for (const log of logs) edges.set(log, await edgeOf(log));
  return edges;
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
  const logs = [...edges].map(([log, edge]) => {
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
