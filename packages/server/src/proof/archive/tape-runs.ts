// The tape of the times that an archive needs, as runs of pieces: linked to each other, the last of
// each run with its place in the log. What was let go of is missing: a run ends before it.

import { type RunEvidence, toBase64, toHex } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type ProofLog, sizeIn } from "../log/proof-log.ts";
import type { ArchivePlan, Stretch } from "./archive-plan.ts";

/** A line of some ten kilobytes. */
const PIECES_PER_RUN = 200;

type PieceRow = {
  readonly leaf_index: bigint;
  readonly first_seq: bigint;
  readonly last_seq: bigint;
  readonly prev_hash: Buffer;
  readonly quotes: Buffer;
};

type Needs = { readonly database: Database; readonly log: ProofLog };

export async function* tapeRuns(needs: Needs, plan: ArchivePlan): AsyncGenerator<RunEvidence> {
  const size = sizeIn(plan.under.checkpoint, "tape");
  const sent = new Map<number, number>();
  for (const stretch of plan.stretches) {
    const { marketId } = stretch;
    let after = sent.get(marketId) ?? 0;
    for (;;) {
      const rows = await readPieces(needs.database, { stretch, after, size });
      for (const run of runsOf(rows)) yield await proveRun(needs.log, { run, marketId, size });
      after = Number(rows.at(-1)?.last_seq ?? after);
      if (rows.length < PIECES_PER_RUN) break;
    }
    sent.set(marketId, after);
  }
}

/**
 * From the piece with the quote that was newest when the stretch began. A piece that begins in that
 * very millisecond may have come after it, so the one before is taken along.
 */
async function readPieces(
  database: Database,
  wanted: { readonly stretch: Stretch; readonly after: number; readonly size: number },
): Promise<readonly PieceRow[]> {
  const { stretch, after, size } = wanted;
  const { marketId, fromMs, toMs } = stretch;
  const { rows } = await sql<PieceRow>`
    select l.leaf_index, l.first_seq, p.last_seq, p.prev_hash, p.quotes
    from proof_tape_leaf l
    join tape_piece p on p.market_id = l.market_id and p.first_seq = l.first_seq
      and p.first_at_ms = l.first_at_ms
    where l.market_id = ${marketId} and l.leaf_index < ${size} and l.first_seq > ${after}
      and l.first_at_ms <= ${toMs}
      and l.first_seq >= coalesce((
        select b.first_seq from proof_tape_leaf b
        where b.market_id = ${marketId} and b.first_at_ms < ${fromMs}
        order by b.first_seq desc limit 1), 0)
    order by l.first_seq limit ${PIECES_PER_RUN}`.execute(database);
  return rows;
}

/** Cut where a piece is missing. */
function runsOf(rows: readonly PieceRow[]): readonly (readonly PieceRow[])[] {
  const runs: PieceRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    if (run?.at(-1)?.last_seq === row.first_seq - 1n) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

async function proveRun(
  log: ProofLog,
  wanted: { readonly run: readonly PieceRow[]; readonly marketId: number; readonly size: number },
): Promise<RunEvidence> {
  const { run, marketId, size } = wanted;
  const index = Number(run.at(-1)?.leaf_index);
  const { path } = await log.inclusion({ log: "tape", index, size });
  return {
    marketId,
    pieces: run.map(({ first_seq, last_seq, prev_hash, quotes }) => ({
      firstSeq: Number(first_seq),
      lastSeq: Number(last_seq),
      prevHash: toHex(prev_hash),
      packed: toBase64(quotes),
    })),
    index,
    path: path.map(toHex),
  };
}
