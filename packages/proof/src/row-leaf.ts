// What a log commits to of a private row (of the journal, a refusal, a line of the audit log): its
// place and time in the open, and each of its parts behind a salt of its own. Whoever is shown a
// part and its salt can check it; of the other parts nobody learns anything, not even by guessing.

import { sha256 } from "#digest";
import { joinBytes, labelOf } from "./bytes.ts";
import { HASH_BYTES, leafHash } from "./merkle.ts";

export const SALT_BYTES = 16;
const PART = labelOf("truetick.part.v1");
const ROW = labelOf("truetick.row.v1");
const SALT = labelOf("truetick.salt.v1");

/** Where a row stands: shard 0 in logs that have none. */
export type RowPlace = { readonly shard: number; readonly seq: number; readonly atMs: number };

const HEADER_BYTES = 18;

export function rowHeader({ shard, seq, atMs }: RowPlace): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setInt16(0, shard);
  view.setBigInt64(2, BigInt(seq));
  view.setBigInt64(10, BigInt(atMs));
  return header;
}

/** Only whoever has the key can make it; showing one tells nothing about another. */
export function saltOf(saltKey: Uint8Array, log: string, place: RowPlace, part: number) {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, part);
  const name = labelOf(log);
  return sha256(joinBytes(SALT, saltKey, name, rowHeader(place), number)).slice(0, SALT_BYTES);
}

export function partCommitment(salt: Uint8Array, part: Uint8Array): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new Error("Invariant: a salt has 16 bytes");
  return sha256(joinBytes(PART, salt, part));
}

/** The leaf's hash. Header and number of commitments have fixed lengths: nothing can be moved. */
export function rowLeaf(place: RowPlace, commitments: readonly Uint8Array[]): Uint8Array {
  if (commitments.some(({ length }) => length !== HASH_BYTES)) {
    throw new Error("Invariant: a commitment is a hash");
  }
  return leafHash(joinBytes(ROW, rowHeader(place), ...commitments));
}
