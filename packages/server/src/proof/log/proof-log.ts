// What can be proved, read from the tables that the keeper fills: checkpoints, keys, paths, pieces
// of the tape, salted rows. Made once by proof.ts; receipts, archives, the verifier and the public
// calls ask here. Invariant: nothing here writes; what was answered once for a size stays true.

import {
  type Checkpoint,
  consistencyPath,
  inclusionPath,
  type KnownKey,
  type RowPlace,
  readCheckpoint,
  type SignedCheckpoint,
  type Signer,
  saltOf,
  toHex,
} from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { BUCKETS, rowsOfAccount } from "./account-rows.ts";
import type { LogName } from "./log-table.ts";
import { type ListedKey, listKeys } from "./proof-keys.ts";
import { findTapePieces, type ProvedPiece, type WantedPieces } from "./read-piece.ts";
import { createTileWalk } from "./read-tiles.ts";
import {
  type AuditLine,
  type JournalRow,
  type RefusalRow,
  type SaltedRow,
  saltAuditLine,
  saltJournalRow,
  saltRefusal,
} from "./row-parts.ts";

export type StoredCheckpoint = SignedCheckpoint & {
  readonly number: number;
  readonly atMs: number;
  readonly checkpoint: Checkpoint;
};

export type Inclusion = {
  /** The leaf's hash. */
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
};

export type ProofLog = {
  /** The newest checkpoint; null before the first. */
  readonly newest: () => Promise<StoredCheckpoint | null>;
  readonly checkpoint: (number: number) => Promise<StoredCheckpoint | null>;
  /** After a number, oldest first. */
  readonly checkpoints: (after: number, limit: number) => Promise<readonly StoredCheckpoint[]>;
  /** Oldest first. */
  readonly keys: () => Promise<readonly (ListedKey & KnownKey)[]>;
  /** 0 <= index < size, and the log has that many leaves (see `sizeIn`). */
  readonly inclusion: (leaf: {
    readonly log: LogName;
    readonly index: number;
    readonly size: number;
  }) => Promise<Inclusion>;
  /** 0 < from <= to, and the log has that many leaves. */
  readonly consistency: (sizes: {
    readonly log: LogName;
    readonly from: number;
    readonly to: number;
  }) => Promise<readonly Uint8Array[]>;
  /** The piece that has this quote; null when it is not under this size, or was let go of. */
  readonly tapePiece: (wanted: {
    readonly marketId: number;
    readonly seq: number;
    readonly size: number;
  }) => Promise<ProvedPiece | null>;
  /** Oldest first; without those that are not under this size, or were let go of. */
  readonly tapePieces: (wanted: WantedPieces) => Promise<readonly ProvedPiece[]>;
  readonly salt: (log: LogName, place: RowPlace, part: number) => Uint8Array;
  /** The parts as they were committed to, with the leaf that must be in the log. */
  readonly rowParts: (row: JournalRow) => SaltedRow;
  readonly refusalParts: (row: RefusalRow) => SaltedRow;
  readonly auditParts: (line: AuditLine) => SaltedRow;
  /** Where a refusal stands in its log; null before the next checkpoint. */
  readonly refusalLeaf: (number: number) => Promise<number | null>;
  /**
   * Numbers of rows of a shard's journal that concern an account, in order, above `after`; of
   * account 0 those that concern everybody. Only what the keeper has taken.
   */
  readonly accountRows: (wanted: {
    readonly shard: number;
    readonly accountId: number;
    readonly after?: number;
    readonly limit?: number;
  }) => Promise<readonly number[]>;
  readonly signer: Signer;
};

const ROWS_MAX = 1_000_000;
/** Some kilobytes each. */
const LISTS_PER_READ = 500;

export function createProofLog({
  database,
  signer,
  saltKey,
}: {
  readonly database: Database;
  readonly signer: Signer;
  readonly saltKey: Uint8Array;
}): ProofLog {
  const walk = createTileWalk(database);
  return {
    newest: () => readNewest(database),
    checkpoint: (number) => readOne(database, number),
    checkpoints: (after, limit) => readAfter(database, after, limit),
    keys: () => listKeys(database),
    inclusion: ({ log, index, size }) =>
      walk(log, (read) => ({ leaf: read(0, index), path: inclusionPath(index, size, read) })),
    consistency: ({ log, from, to }) => walk(log, (read) => consistencyPath(from, to, read)),
    tapePieces: (wanted) => findTapePieces({ database, walk }, wanted),
    async tapePiece({ marketId, seq, size }) {
      const wanted = { marketId, from: seq, to: seq, size, limit: 1 };
      const [piece] = await findTapePieces({ database, walk }, wanted);
      return piece ?? null;
    },
    salt: (log, place, part) => saltOf(saltKey, log, place, part),
    rowParts: (row) => saltJournalRow(saltKey, row),
    refusalParts: (row) => saltRefusal(saltKey, row),
    auditParts: (line) => saltAuditLine(saltKey, line),
    refusalLeaf: (number) => findRefusalLeaf(database, number),
    accountRows: (wanted) => readAccountRows(database, wanted),
    signer,
  };
}

/** How many leaves of a log a checkpoint covers. */
export function sizeIn({ logs }: Checkpoint, log: LogName): number {
  return logs.find((head) => head.log === log)?.size ?? 0;
}

type CheckpointRow = {
  readonly number: bigint;
  readonly at_ms: bigint;
  readonly body: string;
  readonly signature: Buffer;
};

function checkpointOf(row: CheckpointRow): StoredCheckpoint {
  const checkpoint = readCheckpoint(row.body);
  if (!checkpoint) throw new Error(`Invariant: checkpoint ${row.number} is in its one spelling`);
  return {
    number: Number(row.number),
    atMs: Number(row.at_ms),
    text: row.body,
    signature: toHex(row.signature),
    checkpoint,
  };
}

export async function readNewest(database: Database): Promise<StoredCheckpoint | null> {
  const row = await database
    .selectFrom("proof_checkpoint")
    .selectAll()
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? checkpointOf(row) : null;
}

async function readOne(database: Database, number: number): Promise<StoredCheckpoint | null> {
  const row = await database
    .selectFrom("proof_checkpoint")
    .selectAll()
    .where("number", "=", BigInt(number))
    .executeTakeFirst();
  return row ? checkpointOf(row) : null;
}

async function readAfter(
  database: Database,
  after: number,
  limit: number,
): Promise<readonly StoredCheckpoint[]> {
  const rows = await database
    .selectFrom("proof_checkpoint")
    .selectAll()
    .where("number", ">", BigInt(after))
    .orderBy("number")
    .limit(limit)
    .execute();
  return rows.map(checkpointOf);
}

async function findRefusalLeaf(database: Database, number: number): Promise<number | null> {
  const row = await database
    .selectFrom("proof_refusal_leaf")
    .select("leaf_index")
    .where("number", "=", BigInt(number))
    .executeTakeFirst();
  return row ? Number(row.leaf_index) : null;
}

async function readAccountRows(
  database: Database,
  { shard, accountId, after = 0, limit = ROWS_MAX }: Parameters<ProofLog["accountRows"]>[0],
): Promise<readonly number[]> {
  const seqs: number[] = [];
  let last = after;
  while (seqs.length < limit) {
    const lists = await database
      .selectFrom("proof_account_row")
      .select(["first_seq", "last_seq", "entries"])
      .where("shard", "=", shard)
      .where("bucket", "=", accountId % BUCKETS)
      .where("first_seq", ">", BigInt(last === after ? 0 : last))
      .where("last_seq", ">", BigInt(last))
      .orderBy("first_seq")
      .limit(LISTS_PER_READ)
      .execute();
    for (const { first_seq, last_seq, entries } of lists) {
      const own = rowsOfAccount({ firstSeq: Number(first_seq), entries }, accountId);
      for (const seq of own) if (seq > after) seqs.push(seq);
      last = Number(last_seq);
    }
    if (lists.length < LISTS_PER_READ) break;
  }
  return seqs.slice(0, limit);
}
