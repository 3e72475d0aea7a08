// A chain of hashes over a sequence of records: each link covers its record and all before it,
// so that nothing can be changed, dropped or moved without the last link telling.

import { sha256 } from "#digest";
import { labelOf } from "./bytes.ts";

const LINK_BYTES = 32;
/** Keeps a link from ever equalling a hash that was made for another purpose. */
const LABEL = labelOf("truetick.chain.v1");

/** What stands before the first record. */
export const CHAIN_GENESIS: Uint8Array = new Uint8Array(LINK_BYTES);

/** Label, link and record in one piece: hashing once costs half of feeding them one by one. */
let scratch = new Uint8Array(4_096);
scratch.set(LABEL);
const RECORD_AT = LABEL.length + LINK_BYTES;

/** SHA-256 of label, previous link and record. The label and the link have fixed lengths. */
export function chainHash(previous: Uint8Array, record: Uint8Array): Uint8Array {
  if (previous.length !== LINK_BYTES) throw new Error("Invariant: a link has 32 bytes");
  const length = RECORD_AT + record.length;
  if (scratch.length < length) {
    scratch = new Uint8Array(2 * length);
    scratch.set(LABEL);
  }
  scratch.set(previous, LABEL.length);
  scratch.set(record, RECORD_AT);
  return sha256(scratch.subarray(0, length));
}
