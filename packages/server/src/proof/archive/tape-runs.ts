// The tape of the times that an archive needs, as runs of pieces: linked to each other, the last of
// each run with its place in the log. Of days that were let go of there is what was filled at. A
// run ends where a piece is missing.

import { type RunEvidence, toBase64, toHex } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type ProofLog, sizeIn } from "../log/proof-log.ts";
import { PIECES_THERE } from "../log/read-piece.ts";
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
  const { database, log } = needs;
  const size = sizeIn(plan.under.checkpoint, "tape");
  const sent = new Map<number, number>();
  for (const stretch of plan.stretches) {
    const { marketId } = stretch;
    const firstSeq = await firstSeqOf(database, stretch);
    let after = Math.max(sent.get(marketId) ?? 0, firstSeq - 1);
    for (;;) {
      const rows = await readPieces(database, { stretch, after, size });
      for (const run of runsOf(rows)) yield await proveRun(log, { run, marketId, size });
      after = Number(rows.at(-1)?.last_seq ?? after);
      if (rows.length < PIECES_PER_RUN) break;
    }
    sent.set(marketId, after);
  }
}

/**
 * A shard that does not keep the tape may act on a quote that was the newest so long ago: the tape
 * begins so much earlier for it.
 */
export const HEARD_WITHIN_MS = 1_000;

/**
 * Of the piece with the quote that was newest when the stretch began. A piece that begins in that
 * very millisecond may have come after it, so the one before is taken along.
 */
async function firstSeqOf(database: Database, { marketId, fromMs }: Stretch): Promise<number> {
  const { rows } = await sql<{ first_seq: bigint }>`
    select first_seq from proof_tape_leaf
    where market_id = ${marketId} and first_at_ms < ${fromMs - HEARD_WITHIN_MS}
    order by first_seq desc limit 1`.execute(database);
  return Number(rows[0]?.first_seq ?? 1);
}

/** Those that are still there: whole days, and of the others what was filled at. */
async function readPieces(
  database: Database,
  wanted: { readonly stretch: Stretch; readonly after: number; readonly size: number },
): Promise<readonly PieceRow[]> {
  const { stretch, after, size } = wanted;
  const { marketId, toMs } = stretch;
  // Both sides are told where to begin: each would read from its own first row otherwise.
  const { rows } = await sql<PieceRow>`
    select l.leaf_index, p.first_seq, p.last_seq, p.prev_hash, p.quotes
    from ${PIECES_THERE} p
    join proof_tape_leaf l on l.market_id = p.market_id and l.first_seq = p.first_seq
    where p.market_id = ${marketId} and p.first_seq > ${after} and p.first_at_ms <= ${toMs}
      and l.first_seq > ${after} and l.leaf_index < ${size}
    order by p.first_seq limit ${PIECES_PER_RUN}`.execute(database);
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
