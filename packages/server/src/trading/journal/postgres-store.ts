// The journal's store on PostgreSQL: a connection that writes, and the pool for what that one is
// not for, keys and snapshots. Composed by the sequencer's public face.

import { sql } from "kysely";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Lease } from "../../platform/lease/lease.ts";
import type { Log } from "../../platform/log.ts";
import { findDisagreement } from "./compare-books.ts";
import type { JournalSession, JournalStore, StoredAnswer } from "./journal-store.ts";
import "./journal-table.ts";
import { JournalWriter } from "./journal-writer.ts";
import { readTail, readTapeHeads } from "./read-journal.ts";
import { readSnapshot, storeSnapshot } from "./snapshots.ts";

export type PostgresStoreOptions = {
  readonly shard: number;
  /** Under which everything is written; it stops counting when somebody else claims it. */
  readonly lease: Lease;
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly log: Log;
  /** A commit that takes longer is given up, its outcome unknown. */
  readonly commitTimeoutMs: number;
};

const HASH_BYTES = 16;
/** Some twenty thousand keys. */
const PAGES_PER_READ = 256;
/** No row of the table is smaller, so that the count is never too small. */
const ROW_BYTES_MIN = 80;

export function createPostgresStore(options: PostgresStoreOptions): JournalStore {
  const { database, shard } = options;
  return {
    connect: (onLost) => connect(options, onLost),
    storeSnapshot: (snapshot) => storeSnapshot(database, shard, snapshot),
    findAnswer: (ownerId, keyHash) => findAnswer(database, ownerId, keyHash),
    countKeys: () => countKeys(database),
    readKeys: (take) => readKeys(database, take),
  };
}

async function connect(
  options: PostgresStoreOptions,
  onLost: (reason: Error) => void,
): Promise<JournalSession> {
  const { shard, lease, log } = options;
  const writer = await JournalWriter.connect({ ...options, onLost });
  const { client } = writer;
  return {
    epoch: lease.epoch,
    commit: (batch) => writer.commit(batch),
    readTail: (from, take) => readTail(client, { shard, from }, take),
    readTapeHeads: () => readTapeHeads(client),
    readSnapshot: () => readSnapshot(client, shard, log),
    findDisagreement: (state) => findDisagreement(client, shard, state),
    tryRoom: () => writer.tryRoom(),
    close: () => writer.close(),
  };
}

async function findAnswer(
  database: Database,
  ownerId: number,
  keyHash: string,
): Promise<StoredAnswer | null> {
  const row = await database
    .selectFrom("command_key as k")
    .leftJoin("journal as j", (join) =>
      join.onRef("j.shard", "=", "k.shard").onRef("j.seq", "=", "k.journal_seq"),
    )
    .select(["k.payload_hash", "k.at_ms", "k.journal_seq", "k.refusal", "j.events"])
    .where("k.owner_id", "=", BigInt(ownerId))
    .where("k.key_hash", "=", Buffer.from(keyHash, "latin1").toString("hex"))
    .executeTakeFirst();
  if (!row) return null;
  return {
    payloadHash: Buffer.from(row.payload_hash.replaceAll("-", ""), "hex").toString("latin1"),
    atMs: Number(row.at_ms),
    seq: row.journal_seq === null ? null : Number(row.journal_seq),
    refusal: row.refusal,
    events: row.events,
  };
}

async function countKeys(database: Database): Promise<number> {
  const size = await sql<{ bytes: bigint }>`
    select pg_relation_size('command_key') as bytes`.execute(database);
  return Number(size.rows[0]?.bytes ?? 0) / ROW_BYTES_MIN;
}

/**
 * As they lie in the table: in their own order every one would be looked up where it lies. What is
 * added meanwhile is new, and the sequencer's own.
 */
async function readKeys(database: Database, take: (keyHash: string) => void): Promise<void> {
  const { rows } = await sql<{ pages: bigint }>`
    select pg_relation_size('command_key') / current_setting('block_size')::bigint as pages
  `.execute(database);
  const pages = Number(rows[0]?.pages ?? 0);
  for (let page = 0; page < pages; page += PAGES_PER_READ) {
    const [from, to] = [`(${page},0)`, `(${page + PAGES_PER_READ},0)`];
    const read = await sql<{ hashes: Buffer | null }>`
      select string_agg(uuid_send(key_hash), ''::bytea) as hashes from command_key
      where ctid >= ${from}::tid and ctid < ${to}::tid`.execute(database);
    const hashes = read.rows[0]?.hashes?.toString("latin1") ?? "";
    for (let at = 0; at < hashes.length; at += HASH_BYTES) take(hashes.slice(at, at + HASH_BYTES));
  }
}
