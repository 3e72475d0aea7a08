// SHA-256 and Ed25519 where a browser is; digest.node.ts is its twin. Hashing is a library's, for
// the browser's own makes every hash a promise; signatures are the browser's own, which a page
// only has over TLS or on the machine itself.

import { sha256 as hash } from "@noble/hashes/sha2.js";

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}

/** Whether the holder of this key signed these bytes. Rejects where the browser cannot tell. */
export async function isSigned(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const algorithm = { name: "Ed25519" };
  const own = (bytes: Uint8Array) => new Uint8Array(bytes);
  const key = await crypto.subtle.importKey("raw", own(publicKey), algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm, key, own(signature), own(message));
}
