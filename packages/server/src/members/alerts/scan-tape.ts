// Looks through the stored tape of a market for what the alerts that wait there have missed: rows
// that were written while nobody watched. Called by the watch at its start, and before it names a
// row. Pieces are read a few at a time, so that a long tape neither fills the memory nor holds
// anybody up.

import { setImmediate as nextTurn } from "node:timers/promises";
import { readRun } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { QUOTES_PER_PIECE_MAX } from "../../trading/tape/tape.ts";
import "../../trading/tape/tape-table.ts";

export type TapeRow = {
  readonly marketId: number;
  readonly seq: number;
  readonly bid: number;
  readonly atMs: number;
};

const PIECES_PER_READ = 50;

/** A stored row; null where the tape has none of that number. */
export async function readRow(
  database: Database,
  { marketId, seq }: Pick<TapeRow, "marketId" | "seq">,
): Promise<TapeRow | null> {
  const piece = await database
    .selectFrom("tape_piece")
    .select(["first_seq", "quotes"])
    .where("market_id", "=", marketId)
    .where("first_seq", ">", BigInt(seq - QUOTES_PER_PIECE_MAX))
    .where("first_seq", "<=", BigInt(seq))
    .where("last_seq", ">=", BigInt(seq))
    .executeTakeFirst();
  const quote = piece && readRun(piece.quotes)[seq - Number(piece.first_seq)];
  return quote ? { marketId, seq, bid: quote.bid, atMs: quote.atMs } : null;
}

/** Hands on every stored row after the given one, in order; answers the last one's number. */
export async function scanTape(
  database: Database,
  { marketId, afterSeq }: { readonly marketId: number; readonly afterSeq: number },
  take: (row: TapeRow) => void,
): Promise<number> {
  let lastSeq = afterSeq;
  for (;;) {
    const pieces = await database
      .selectFrom("tape_piece")
      .select(["first_seq", "last_seq", "quotes"])
      .where("market_id", "=", marketId)
      // The piece with the next row begins no further back; only `first_seq` has an index.
      .where("first_seq", ">", BigInt(lastSeq - QUOTES_PER_PIECE_MAX))
      .where("last_seq", ">", BigInt(lastSeq))
      .orderBy("first_seq")
      .limit(PIECES_PER_READ)
      .execute();
    for (const piece of pieces) {
      const firstSeq = Number(piece.first_seq);
      for (const [index, { bid, atMs }] of readRun(piece.quotes).entries()) {
        const seq = firstSeq + index;
        if (seq > lastSeq) take({ marketId, seq, bid, atMs });
      }
      lastSeq = Number(piece.last_seq);
      await nextTurn();
    }
    if (pieces.length < PIECES_PER_READ) return lastSeq;
  }
}
