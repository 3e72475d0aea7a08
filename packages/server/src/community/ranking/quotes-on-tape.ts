// Which markets' quotes, as they were heard, are not rows of the stored tape: where others write
// it, the next writer may go on without what was heard of the last. Called by note-lows.ts once
// the tape was stored.

import { readRun } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { QUOTES_PER_PIECE_MAX } from "../../trading/tape/tape.ts";
import type { HeardQuote } from "./read-books.ts";

type PieceRow = {
  readonly first_seq: bigint | null;
  readonly quotes: Buffer | null;
  /** It was stored, and its part was let go of since. */
  readonly is_retired: boolean;
};

export async function findMarketsOffTape(
  database: Database,
  heard: readonly HeardQuote[],
): Promise<ReadonlySet<number>> {
  if (heard.length === 0) return new Set();
  const ids = heard.map(({ marketId }) => marketId);
  const seqs = heard.map(({ seq }) => seq);
  const { rows } = await sql<PieceRow>`
    select p.first_seq, p.quotes, exists (
        select from tape_retired r
        where r.tape = 'tape_piece' and r.market_id = h.market_id and r.last_seq >= h.seq
      ) as is_retired
    from unnest(${ids}::integer[], ${seqs}::bigint[]) with ordinality as h (market_id, seq, place)
    left join lateral (
      select first_seq, quotes from tape_piece
      where market_id = h.market_id and first_seq > h.seq - ${QUOTES_PER_PIECE_MAX}
        and first_seq <= h.seq and last_seq >= h.seq
      limit 1
    ) p on true
    order by h.place`.execute(database);
  return new Set(
    heard.filter((quote, index) => !isOn(rows[index], quote)).map(({ marketId }) => marketId),
  );
}

function isOn(row: PieceRow | undefined, { seq, bid, ask }: HeardQuote): boolean {
  if (!row) return false;
  if (row.quotes === null || row.first_seq === null) return row.is_retired;
  const stored = readRun(row.quotes)[seq - Number(row.first_seq)];
  return stored?.bid === bid && stored.ask === ask;
}
