// The published trees, newest first, each with the reserves that were declared when it was
// published. Read by the calls of this folder.

import { type JournalEnd, type LiabilityDay, millionthsToText } from "@truetick/contract/proof";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { FIRST_SHARD } from "../../trading/journal/read-shards.ts";
import type { LiabilityTreeTable } from "./liability-table.ts";
import type { JournalCut } from "./read-owed.ts";
import { secondsOf } from "./read-reserves.ts";

const SECOND_MS = 1_000;
const COVER_DIGITS = 4;
const COVER_SCALE = 10n ** BigInt(COVER_DIGITS);

type Row = LiabilityTreeTable & {
  readonly reserves: string | null;
  /** Of shards but the first. */
  readonly others: readonly JournalEnd[];
};

export async function readTrees(
  database: Database,
  { take, skip }: { readonly take: number; readonly skip: number },
): Promise<LiabilityDay[]> {
  const rows = await select(database, sql`true`, sql`limit ${take} offset ${skip}`);
  return rows.map(dayOf);
}

/** Of one moment in Unix seconds, or the newest; null where there is none. */
export async function findTree(
  database: Database,
  asOf: number | null,
): Promise<LiabilityDay | null> {
  const isWanted = asOf === null ? sql`true` : sql`as_of_ms = ${asOf * SECOND_MS}`;
  const [row] = await select(database, isWanted, sql`limit 1`);
  return row ? dayOf(row) : null;
}

export async function countTrees(database: Database): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from liability_tree`.execute(database);
  return Number(rows[0]?.count ?? 0);
}

async function select(
  database: Database,
  isWanted: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select t.*, declared.usd::text as reserves, ended.others
    from (select * from liability_tree where ${isWanted} order by as_of_ms desc ${limit}) t
    cross join lateral (
      select sum(usd) as usd from (
        select distinct on (place) usd from reserve_declaration
        where declared_at <= t.published_at order by place, id desc
      ) newest
    ) declared
    cross join lateral (
      select coalesce(json_agg(json_build_object('shard', c.shard, 'journalSeq', c.journal_seq)
        order by c.shard), '[]') as others
      from liability_cut c where c.as_of_ms = t.as_of_ms and c.shard <> t.shard
    ) ended
    order by t.as_of_ms desc`.execute(database);
  return rows;
}

function dayOf(row: Row): LiabilityDay {
  const [sum, reserves] = [BigInt(row.sum), row.reserves === null ? null : BigInt(row.reserves)];
  return {
    asOf: Number(row.as_of_ms) / SECOND_MS,
    journalSeq: Number(row.journal_seq),
    otherJournals: row.others,
    root: row.root.toString("hex"),
    sum: millionthsToText(sum),
    leaves: Number(row.leaves),
    auditSeq: Number(row.audit_seq),
    publishedAt: secondsOf(row.published_at),
    reserves: reserves === null ? null : millionthsToText(reserves),
    cover: coverOf(reserves, sum),
  };
}

/** The rows up to which the figures of a tree go. */
export function cutOf({ journalSeq, otherJournals }: LiabilityDay): JournalCut {
  const others = otherJournals.map((end) => [end.shard, BigInt(end.journalSeq)] as const);
  return new Map([[FIRST_SHARD, BigInt(journalSeq)], ...others]);
}

/** Reserves by what is owed, cut downwards: nobody looks better. Null of nothing. */
export function coverOf(reserves: bigint | null, owed: bigint): string | null {
  if (reserves === null || owed <= 0n) return null;
  const digits = ((reserves * COVER_SCALE) / owed).toString().padStart(COVER_DIGITS + 1, "0");
  return `${digits.slice(0, -COVER_DIGITS)}.${digits.slice(-COVER_DIGITS)}`;
}
