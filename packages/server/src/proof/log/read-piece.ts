// A piece of the tape with its place in the log and the path from there to a root. Asked for by the
// public calls, by receipts and by archives. What was let go of is gone (its leaf stays), but for
// the pieces that something was filled at.

import { inclusionPath, type PieceRecord } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import "../../trading/tape/tape-table.ts";
import "./log-table.ts";
import type { TileWalk } from "./read-tiles.ts";

export type WantedPiece = {
  readonly marketId: number;
  /** Any quote of the piece. */
  readonly seq: number;
  /** Of the log, as a checkpoint has it. */
  readonly size: number;
};

export type ProvedPiece = PieceRecord & {
  readonly prevHash: Uint8Array;
  readonly hash: Uint8Array;
  readonly leafIndex: number;
  readonly path: readonly Uint8Array[];
};

export async function findTapePiece(
  { database, walk }: { readonly database: Database; readonly walk: TileWalk },
  { marketId, seq, size }: WantedPiece,
): Promise<ProvedPiece | null> {
  const leaf = await database
    .selectFrom("proof_tape_leaf")
    .select(["leaf_index", "first_seq", "last_seq", "first_at_ms"])
    .where("market_id", "=", marketId)
    .where("first_seq", "<=", BigInt(seq))
    .orderBy("first_seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!leaf || leaf.last_seq < BigInt(seq) || leaf.leaf_index >= BigInt(size)) return null;
  const piece = await database
    .selectFrom("tape_piece")
    .select(["last_seq", "quotes", "prev_hash", "hash"])
    .where("market_id", "=", marketId)
    .where("first_seq", "=", leaf.first_seq)
    // Tells which day's part to look at.
    .where("first_at_ms", "=", leaf.first_at_ms)
    .executeTakeFirst();
  if (!piece) return null;
  const leafIndex = Number(leaf.leaf_index);
  return {
    marketId,
    firstSeq: Number(leaf.first_seq),
    lastSeq: Number(piece.last_seq),
    packed: piece.quotes,
    prevHash: piece.prev_hash,
    hash: piece.hash,
    leafIndex,
    path: await walk("tape", (read) => inclusionPath(leafIndex, size, read)),
  };
}
