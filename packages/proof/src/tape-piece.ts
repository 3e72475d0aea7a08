// A piece of a market's tape: what its chain covers (market, first and last number, the packed
// rows), and how a reader checks it. The same bytes are hashed by the database's own checks (inv19,
// retire_tape) and by whoever verifies from outside.

import { chainHash } from "./hash-chain.ts";
import { leafHash } from "./merkle.ts";

export type PieceRecord = {
  readonly marketId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly packed: Uint8Array;
};

const HEADER_BYTES = 20;

export function pieceRecord({ marketId, firstSeq, lastSeq, packed }: PieceRecord): Uint8Array {
  const record = new Uint8Array(HEADER_BYTES + packed.length);
  const view = new DataView(record.buffer);
  view.setInt32(0, marketId);
  view.setBigInt64(4, BigInt(firstSeq));
  view.setBigInt64(12, BigInt(lastSeq));
  record.set(packed, HEADER_BYTES);
  return record;
}

/** The piece's link, which is also what its leaf in the log holds. */
export function pieceHash(previous: Uint8Array, piece: PieceRecord): Uint8Array {
  return chainHash(previous, pieceRecord(piece));
}

export function pieceLeaf(hash: Uint8Array): Uint8Array {
  return leafHash(hash);
}
