// What of the tape that an archive needs was let go of: where each market's tape goes on, and the
// first checkpoint that had all of what is gone, so that a reader need not believe how old it was.
// Asked after the tape was read: what is let go of meanwhile is told, too. The reader's side is
// packages/verify/src/archive/let-go.ts.

import { type GoneEnd, type LetGoLine, toHex } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type ProofLog, sizeIn } from "../log/proof-log.ts";
import type { Evidence } from "../receipts/evidence.ts";
import type { ArchivePlan } from "./archive-plan.ts";

type Needs = { readonly database: Database; readonly log: ProofLog };

/** Null: nothing that the archive needs. */
export async function findLetGo(
  { database, log }: Needs,
  { stretches, under }: ArchivePlan,
  evidence: Evidence,
): Promise<LetGoLine | null> {
  const size = sizeIn(under.checkpoint, "tape");
  const rows = (await readEnds(database, stretches)).filter(({ leaf_index: at }) => at < size);
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
};

/** Of markets whose first stretch begins with a piece that is gone, or might be. */
async function readEnds(
  database: Database,
  stretches: ArchivePlan["stretches"],
): Promise<readonly EndRow[]> {
  const since = new Map<number, number>();
  for (const { marketId, fromMs } of stretches) {
    since.set(marketId, Math.min(fromMs, since.get(marketId) ?? fromMs));
  }
  const { rows } = await sql<EndRow>`
    select w.market_id, r.last_seq, r.last_at_ms, r.last_bid, r.last_ask, r.hash, l.leaf_index
    from unnest(${[...since.keys()]}::integer[], ${[...since.values()]}::bigint[])
      w(market_id, from_ms)
    cross join lateral (
      select last_seq, last_at_ms, last_bid, last_ask, hash from tape_retired
      where tape = 'tape_piece' and market_id = w.market_id order by first_seq desc limit 1
    ) r
    cross join lateral (
      select leaf_index, hash from proof_tape_leaf
      where market_id = w.market_id and first_seq <= r.last_seq order by first_seq desc limit 1
    ) l
    -- A stretch begins with the last piece before it; the one after the gone ones may be it.
    where l.hash = r.hash and w.from_ms <= coalesce((
      select first_at_ms from proof_tape_leaf
      where market_id = w.market_id and first_seq > r.last_seq order by first_seq limit 1
    ), w.from_ms)
    order by w.market_id`.execute(database);
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
