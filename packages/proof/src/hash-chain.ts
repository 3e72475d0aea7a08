// A chain of hashes over a sequence of records: each link covers its record and all before it,
// so that nothing can be changed, dropped or moved without the last link telling.

import { createHash } from "node:crypto";

const LINK_BYTES = 32;
/** Keeps a link from ever equalling a hash that was made for another purpose. */
const LABEL = Buffer.from("truetick.chain.v1\0");

/** What stands before the first record. */
export const CHAIN_GENESIS: Uint8Array = new Uint8Array(LINK_BYTES);

/** SHA-256 of label, previous link and record. The label and the link have fixed lengths. */
export function chainHash(previous: Uint8Array, record: Uint8Array): Uint8Array {
  if (previous.length !== LINK_BYTES) throw new Error("Invariant: a link has 32 bytes");
  return createHash("sha256").update(LABEL).update(previous).update(record).digest();
}
