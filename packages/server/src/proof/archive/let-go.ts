// What of the tape that an archive needs was let go of: where each market's tape goes on, and the
// first checkpoint that had all of what is gone, whose date a reader can hold against others.
// Asked after the tape was read: what is let go of meanwhile is told, too. Told is only what is
// missing from what was read. The reader's side is packages/verify/src/archive/let-go.ts.

import { type GoneEnd, type LetGoLine, type RunEvidence, toHex } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type ProofLog, sizeIn } from "../log/proof-log.ts";
import type { Evidence } from "../receipts/evidence.ts";
import type { ArchivePlan } from "./archive-plan.ts";
import { HEARD_WITHIN_MS } from "./tape-runs.ts";

type Needs = { readonly database: Database; readonly log: ProofLog };

/** Quotes that the archive shows: from the first to the last of a run. */
export type ShownRun = {
  readonly marketId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
};

export function shownOf({ marketId, pieces }: RunEvidence): ShownRun {
  const [firstSeq, lastSeq] = [pieces[0]?.firstSeq ?? 0, pieces.at(-1)?.lastSeq ?? 0];
  return { marketId, firstSeq, lastSeq };
}

/** Null: nothing that the archive needs. */
export async function findLetGo(
  { database, log }: Needs,
  { stretches, under }: ArchivePlan,
  { evidence, shown }: { readonly evidence: Evidence; readonly shown: readonly ShownRun[] },
): Promise<LetGoLine | null> {
  const size = sizeIn(under.checkpoint, "tape");
  const needed = (await readEnds(database, stretches)).filter(({ leaf_index: at }) => at < size);
  const rows = endsOf(needed.filter((row) => !isShown(row, shown)));
  if (rows.length === 0) return null;
  const newest = Math.max(...rows.map(({ leaf_index: at }) => Number(at)));
  const number = await firstWith(log, { tape: newest + 1, before: under.number });
  const extension = await evidence.extension(number);
  // Gone, and under no earlier checkpoint: nobody can be shown how old it was.
  if (!extension) return null;
  const earlier = await log.checkpoint(number);
  const had = earlier ? sizeIn(earlier.checkpoint, "tape") : 0;
  const ends: GoneEnd[] = [];
  for (const row of rows) {
    const index = Number(row.leaf_index);
    const { path } = await log.inclusion({ log: "tape", index, size: had });
    ends.push({
      marketId: row.market_id,
      seq: Number(row.last_seq),
      atMs: Number(row.last_at_ms),
      bid: Number(row.last_bid),
      ask: Number(row.last_ask),
      hash: toHex(row.hash),
      index,
      path: path.map(toHex),
    });
  }
  return { line: "let-go", extension, ends };
}

type EndRow = {
  readonly market_id: number;
  readonly last_seq: bigint;
  readonly last_at_ms: bigint;
  readonly last_bid: bigint;
  readonly last_ask: bigint;
  readonly hash: Buffer;
  readonly leaf_index: bigint;
  /** Of the stretch, what is not younger than the end. */
  readonly from_seq: bigint;
  readonly to_seq: bigint;
};

/** Whether the archive has every quote of the stretch up to the end. */
function isShown(row: EndRow, shown: readonly ShownRun[]): boolean {
  let reached = Number(row.from_seq) - 1;
  for (const { marketId, firstSeq, lastSeq } of shown) {
    if (marketId !== row.market_id || lastSeq <= reached) continue;
    if (firstSeq > reached + 1) break;
    reached = lastSeq;
  }
  return reached >= Number(row.to_seq);
}

/** One of each market. */
function endsOf(rows: readonly EndRow[]): readonly EndRow[] {
  return [...new Map(rows.map((row) => [row.market_id, row])).values()];
}

/** The end of what is gone of its market, for every stretch that began before it, or might have. */
async function readEnds(
  database: Database,
  stretches: ArchivePlan["stretches"],
): Promise<readonly EndRow[]> {
  const markets = stretches.map(({ marketId }) => marketId);
  const fromMs = stretches.map(({ fromMs: from }) => from - HEARD_WITHIN_MS);
  const toMs = stretches.map(({ toMs: to }) => to);
  const { rows } = await sql<EndRow>`
    select w.market_id, r.last_seq, r.last_at_ms, r.last_bid, r.last_ask, r.hash, l.leaf_index,
      s.from_seq, s.to_seq
    from unnest(${markets}::integer[], ${fromMs}::bigint[], ${toMs}::bigint[])
      w(market_id, from_ms, to_ms)
    cross join lateral (
      select last_seq, last_at_ms, last_bid, last_ask, hash from tape_retired
      where tape = 'tape_piece' and market_id = w.market_id order by first_seq desc limit 1
    ) r
    cross join lateral (
      select leaf_index, hash from proof_tape_leaf
      where market_id = w.market_id and first_seq <= r.last_seq order by first_seq desc limit 1
    ) l
    -- The last piece that began before the stretch, and the last one within it: as tape-runs.ts.
    cross join lateral (
      select coalesce((
        select first_seq from proof_tape_leaf
        where market_id = w.market_id and first_seq <= r.last_seq and first_at_ms < w.from_ms
        order by first_seq desc limit 1
      ), 1) as from_seq, (
        select last_seq from proof_tape_leaf
        where market_id = w.market_id and first_seq <= r.last_seq and first_at_ms <= w.to_ms
        order by first_seq desc limit 1
      ) as to_seq
    ) s
    where l.hash = r.hash and s.from_seq <= s.to_seq
    -- A stretch begins with the last piece before it; the one after the gone ones may be it.
      and w.from_ms <= coalesce((
        select first_at_ms from proof_tape_leaf
        where market_id = w.market_id and first_seq > r.last_seq order by first_seq limit 1
      ), w.from_ms)
    order by w.market_id, w.from_ms`.execute(database);
  return rows;
}

/** The first checkpoint that covers so many pieces of the tape; that of the archive does. */
async function firstWith(
  log: ProofLog,
  { tape, before }: { readonly tape: number; readonly before: number },
): Promise<number> {
  let [low, high] = [1, before];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await log.checkpoint(middle);
    if (found && sizeIn(found.checkpoint, "tape") >= tape) high = middle;
    else low = middle + 1;
  }
  return low;
}
