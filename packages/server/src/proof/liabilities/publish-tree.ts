// Publishes what is owed as of a moment: builds the tree, stores it, and writes root and sum into
// the audit log, which signed checkpoints cover. Called by liabilities.ts. Invariants: all of it in
// one transaction; a moment has one tree, whoever else publishes at the same time.

import { sql } from "kysely";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { FIRST_SHARD, readShards } from "../../trading/journal/read-shards.ts";
import { buildTree, type TreeChunk } from "./build-tree.ts";
import type { LiabilitySalts } from "./liability-salts.ts";
// The tables that are written to here.
import type {} from "./liability-table.ts";
import { type JournalCut, type Owed, readOwed } from "./read-owed.ts";

const CHUNKS_PER_STATEMENT = 32;
/** Names the right to publish, among the locks of this database. */
const PUBLISH_LOCK = 7_283_038;
const SECOND_MS = 1_000;

export type PublishParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly saltsOf: (asOfMs: number) => LiabilitySalts;
  /** Whom the tree is about; without, whom the ledger knows. */
  readonly read?: (trx: Database, at: JournalCut) => AsyncIterable<readonly Owed[]>;
};

/** Answers false where the moment has its tree already. */
export async function publishTree(parts: PublishParts, asOfMs: number): Promise<boolean> {
  const { database, clock, saltsOf, read = readOwed } = parts;
  return await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${PUBLISH_LOCK})`.execute(trx);
    if (await hasTree(trx, asOfMs)) return false;
    const at = await readCut(trx, asOfMs);
    const journalSeq = at.get(FIRST_SHARD) ?? 0n;
    const others = [...at].filter(([shard]) => shard !== FIRST_SHARD);
    const store = chunkStore(trx, asOfMs);
    const { hash, sum, leaves } = await buildTree({
      owed: read(trx, at),
      salts: saltsOf(asOfMs),
      write: store.write,
    });
    await store.flush();
    const root = Buffer.from(hash);
    // Last: whoever appends holds the end of the log until the commit.
    const auditSeq = await appendAudit(trx, {
      actor: SYSTEM_ACTOR,
      action: "liabilities.publish",
      subject: { kind: "liabilities", id: asOfMs / SECOND_MS },
      detail: {
        journalSeq,
        leaves,
        root: root.toString("hex"),
        shard: FIRST_SHARD,
        sum: sum.toString(),
        // With one journal it says what it always said.
        ...(others.length > 0 && {
          others: others.map(([shard, seq]) => ({ shard, journalSeq: seq })),
        }),
      },
    });
    await trx
      .insertInto("liability_tree")
      .values({
        as_of_ms: BigInt(asOfMs),
        shard: FIRST_SHARD,
        journal_seq: journalSeq,
        root,
        sum: sum.toString(),
        leaves: BigInt(leaves),
        audit_seq: BigInt(auditSeq),
        published_at: new Date(clock.now()),
      })
      .execute();
    await sql`insert into liability_cut (as_of_ms, shard, journal_seq)
      select ${asOfMs}::bigint, * from unnest(${[...at.keys()]}::smallint[],
        ${[...at.values()]}::bigint[])`.execute(trx);
    return true;
  });
}

async function hasTree(trx: Database, asOfMs: number): Promise<boolean> {
  const found = await trx
    .selectFrom("liability_tree")
    .select("as_of_ms")
    .where("as_of_ms", "=", BigInt(asOfMs))
    .executeTakeFirst();
  return found !== undefined;
}

/** The last row of each journal before the moment: the very line at which a statement ends. */
async function readCut(trx: Database, asOfMs: number): Promise<JournalCut> {
  const shards = await readShards(trx);
  const { rows } = await sql<{ shard: number; seq: bigint }>`
    select known.shard, journal_seq_at(known.shard, ${asOfMs}::bigint) - 1 as seq
    from unnest(${shards.length > 0 ? shards : [FIRST_SHARD]}::smallint[]) as known (shard)
    order by known.shard`.execute(trx);
  return new Map(rows.map(({ shard, seq }) => [shard, seq]));
}

/** Some chunks at once: a tree of a million leaves has four thousand. */
function chunkStore(trx: Database, asOfMs: number) {
  let waiting: TreeChunk[] = [];
  const flush = async () => {
    if (waiting.length === 0) return;
    const rows = waiting.map(({ level, chunk, firstKey, nodes }) => {
      return { as_of_ms: BigInt(asOfMs), level, chunk, first_key: firstKey, nodes };
    });
    waiting = [];
    await trx.insertInto("liability_chunk").values(rows).execute();
  };
  return {
    flush,
    write: async (chunk: TreeChunk) => {
      waiting.push(chunk);
      if (waiting.length >= CHUNKS_PER_STATEMENT) await flush();
    },
  };
}
