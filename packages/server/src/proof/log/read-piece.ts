// Pieces of the tape with their places in the log and the paths from there to a root. Asked for by
// the public calls, by receipts and by archives. What was let go of is gone (its leaf stays), but
// for the pieces that something was filled at.

import { inclusionPath, type PieceRecord } from "@truetick/proof";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import "../../trading/tape/tape-table.ts";
import "./log-table.ts";
import type { TileWalk } from "./read-tiles.ts";

export type WantedPieces = {
  readonly marketId: number;
  /** Numbers of quotes; pieces that have any of them. */
  readonly from: number;
  readonly to: number;
  /** Of the log, as a checkpoint has it. */
  readonly size: number;
  readonly limit: number;
};

export type ProvedPiece = PieceRecord & {
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
  readonly leafIndex: number;
  readonly path: readonly Uint8Array[];
};

type Found = {
  readonly leaf_index: bigint;
  readonly first_seq: bigint;
  readonly last_seq: bigint;
  readonly quotes: Buffer;
  readonly prev_hash: Buffer;
  readonly hash: Buffer;
};

/**
 * Every piece there still is, for a query to join: those of the days that are kept whole, and of
 * the others those that stayed, because something was filled there. A piece is in one of the two.
 */
export const PIECES_THERE = sql`(
  select market_id, first_seq, last_seq, first_at_ms, quotes, prev_hash, hash from tape_piece
  union all
  select market_id, first_seq, last_seq, first_at_ms, quotes, prev_hash, hash from tape_kept_piece
)`;

/** Oldest first; without those that are not under the size, or were let go of. */
export async function findTapePieces(
  { database, walk }: { readonly database: Database; readonly walk: TileWalk },
  { marketId, from, to, size, limit }: WantedPieces,
): Promise<readonly ProvedPiece[]> {
  const { rows } = await sql<Found>`
    select l.leaf_index, p.first_seq, p.last_seq, p.quotes, p.prev_hash, p.hash
    from (
      select leaf_index, first_seq, first_at_ms from proof_tape_leaf
      where market_id = ${marketId} and first_seq <= ${to} and last_seq >= ${from}
        and first_seq >= coalesce((
          select first_seq from proof_tape_leaf
          where market_id = ${marketId} and first_seq <= ${from} order by first_seq desc limit 1
        ), 0)
        and leaf_index < ${size}
      order by first_seq limit ${limit}
    ) l
    -- The time tells which day's part to look at.
    join ${PIECES_THERE} p on p.market_id = ${marketId}
      and p.first_seq = l.first_seq and p.first_at_ms = l.first_at_ms
    order by p.first_seq`.execute(database);
  const pieces: ProvedPiece[] = [];
  for (const row of rows) {
    const leafIndex = Number(row.leaf_index);
    pieces.push({
      marketId,
      firstSeq: Number(row.first_seq),
      lastSeq: Number(row.last_seq),
      packed: row.quotes,
      prevHash: row.prev_hash,
      hash: row.hash,
      leafIndex,
      path: await walk("tape", (read) => inclusionPath(leafIndex, size, read)),
    });
  }
  return pieces;
}
