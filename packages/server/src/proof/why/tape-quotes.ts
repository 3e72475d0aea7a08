// Single rows of the public tape: by number, or the newest of a market at a moment. Bounded: one
// piece is read for each. Null where that stretch of the tape is kept no more.

import { readRun } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import "../../trading/tape/tape-table.ts";

export type TapeQuote = {
  readonly marketId: number;
  readonly seq: number;
  readonly bid: number;
  readonly ask: number;
  readonly atMs: number;
};

type PieceRow = { first_seq: bigint; quotes: Buffer };

export async function readQuote(
  database: Database,
  { marketId, seq }: { readonly marketId: number; readonly seq: number },
): Promise<TapeQuote | null> {
  const named = await sql<{ bid: bigint; ask: bigint; at_ms: bigint }>`
    select bid, ask, at_ms from tape_quote
    where market_id = ${marketId} and seq = ${seq}`.execute(database);
  const row = named.rows[0];
  if (row) {
    return { marketId, seq, bid: Number(row.bid), ask: Number(row.ask), atMs: Number(row.at_ms) };
  }
  const { rows } = await sql<PieceRow>`
    select first_seq, quotes from tape_piece
    where market_id = ${marketId} and first_seq <= ${seq}
    order by first_seq desc limit 1`.execute(database);
  return rows[0] ? quoteIn(rows[0], { marketId, place: seq - Number(rows[0].first_seq) }) : null;
}

/** Markets rest over weekends and holidays; what is older is no price any more. */
const OLDEST_MS = 5 * 86_400_000;

/** The newest quote up to that millisecond, that millisecond included. */
export async function readQuoteAt(
  database: Database,
  { marketId, atMs }: { readonly marketId: number; readonly atMs: number },
): Promise<TapeQuote | null> {
  const { rows } = await sql<PieceRow>`
    select first_seq, quotes from tape_piece
    where market_id = ${marketId} and first_at_ms <= ${atMs} and first_at_ms > ${atMs - OLDEST_MS}
    order by first_seq desc limit 1`.execute(database);
  const piece = rows[0];
  if (!piece) return null;
  const place = readRun(piece.quotes).findLastIndex((quote) => quote.atMs <= atMs);
  return quoteIn(piece, { marketId, place });
}

function quoteIn(
  { first_seq, quotes }: PieceRow,
  { marketId, place }: { readonly marketId: number; readonly place: number },
): TapeQuote | null {
  const quote = readRun(quotes)[place];
  return quote ? { marketId, seq: Number(first_seq) + place, ...quote } : null;
}
