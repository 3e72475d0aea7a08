// SHA-256 and Ed25519 where Node is; digest.browser.ts is its twin. Chosen by the package's
// `imports`, so that everything else here is the same program on both sides.

import { createPublicKey, hash, type KeyObject, verify } from "node:crypto";

/** What stands before the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const KEY_PREFIX = Buffer.from("302a300506032b6570032100", "hex");

export function sha256(bytes: Uint8Array): Uint8Array {
  // Through text: a digest that is asked for as a buffer gets memory of its own, at twice the cost.
  return Buffer.from(hash("sha256", bytes, "binary"), "latin1");
}

/** Whether the holder of this key signed these bytes. */
export function isSigned(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  return Promise.resolve(verify(null, message, keyOf(publicKey), signature));
}

/** Opening a key costs as much as checking a signature, and an operator has few. */
const KEYS_KEPT_MAX = 64;
const keys = new Map<string, KeyObject>();

function keyOf(publicKey: Uint8Array): KeyObject {
  const name = Buffer.from(publicKey).toString("latin1");
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.concat([KEY_PREFIX, publicKey]);
  const opened = createPublicKey({ key, format: "der", type: "spki" });
  if (keys.size < KEYS_KEPT_MAX) keys.set(name, opened);
  return opened;
}
