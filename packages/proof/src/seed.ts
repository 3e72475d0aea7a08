// Secret seeds that can be promised before and shown after: `commitSeed` is published while the
// seed is secret, and whoever is later given the seed computes it again. `deriveSeed` makes
// many seeds of one, such that knowing some says nothing about the others.

import { createHash, createHmac } from "node:crypto";

export const SEED_BYTES = 32;

const COMMITMENT_LABEL = Buffer.from("truetick.seed.v1\0");

/** HMAC-SHA256 of the label under the seed. */
export function deriveSeed(seed: Uint8Array, label: string): Uint8Array {
  return createHmac("sha256", seed).update(label).digest();
}

/** The promise of a seed, in hexadecimal. Binding and hiding: the seed has 256 random bits. */
export function commitSeed(seed: Uint8Array): string {
  if (seed.length !== SEED_BYTES) throw new Error("Invariant: a seed has 32 bytes");
  return createHash("sha256").update(COMMITMENT_LABEL).update(seed).digest("hex");
}
