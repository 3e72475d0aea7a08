// The secret of a device that owns a demo account. The client makes it up, so all that can be done
// here is to insist on room for 128 bits and to refuse what nobody drew at random (T20). Called by
// the demo login. Invariant: the secret itself is never stored, logged or answered.

import { createHash } from "node:crypto";

const HEX_LENGTH_MIN = 32;
const DECIMAL_LENGTH_MIN = 39;
/** Of truly random secrets about one in a million falls below; the device draws another. */
const EMPIRICAL_BITS_MIN = 72;
const DISTINCT_PAIRS_SHARE_MIN = 0.6;
const NEIGHBOURS_SHARE_MAX = 0.6;

/** Too short for its alphabet, repetitive, or counting. */
export function isWeakSecret(secret: string): boolean {
  if (/^\d+$/.test(secret)) {
    if (secret.length < DECIMAL_LENGTH_MIN) return true;
  } else if (/^[0-9a-f]+$/i.test(secret) && secret.length < HEX_LENGTH_MIN) return true;
  const pairs = Array.from({ length: secret.length - 1 }, (_, at) => secret.slice(at, at + 2));
  if (new Set(pairs).size < DISTINCT_PAIRS_SHARE_MIN * pairs.length) return true;
  if (pairs.filter(areNeighbours).length > NEIGHBOURS_SHARE_MAX * pairs.length) return true;
  return empiricalBits(secret) < EMPIRICAL_BITS_MIN;
}

/** Bound to its use, so that the same bytes elsewhere have another hash. */
export function hashSecret(secret: string): Buffer {
  return createHash("sha256").update(`demo-secret/${secret}`).digest();
}

/** "ab", "21", "99": how people and counters continue. */
function areNeighbours(pair: string): boolean {
  return Math.abs(pair.charCodeAt(0) - pair.charCodeAt(1)) <= 1;
}

/** What the secret would be worth if each character were drawn by the frequencies seen in it. */
function empiricalBits(secret: string): number {
  const counts = new Map<string, number>();
  for (const char of secret) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits += count * Math.log2(secret.length / count);
  return bits;
}
