// What the chain covers of a piece: market, first and last number, the packed rows. The same bytes
// are hashed by the database's own checks (inv19, retire_tape) and by whoever verifies from
// outside.

export function pieceRecord(piece: {
  readonly marketId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly packed: Uint8Array;
}): Uint8Array {
  const record = Buffer.allocUnsafe(20 + piece.packed.length);
  record.writeInt32BE(piece.marketId, 0);
  record.writeBigInt64BE(BigInt(piece.firstSeq), 4);
  record.writeBigInt64BE(BigInt(piece.lastSeq), 12);
  record.set(piece.packed, 20);
  return record;
}
