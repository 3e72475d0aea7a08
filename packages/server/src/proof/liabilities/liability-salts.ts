// The salts of one tree: what hides who is which leaf. Derived from the installation's seal key, so
// that the database alone tells nobody apart, and the same salt is found again for its owner.
// Invariant: another tree has other salts, so that nobody can be followed from day to day.

import { SALT_BYTES } from "@truetick/proof";
import { createSeal } from "../../platform/secrets/seal.ts";

export type LiabilitySalts = {
  readonly of: (ownerId: bigint) => Uint8Array;
  /** What stands where a commitment would; behind it is nobody. */
  readonly nobody: (nth: number) => Uint8Array;
};

export function createLiabilitySalts(sealKey: Buffer): (asOfMs: number) => LiabilitySalts {
  const { mark } = createSeal(sealKey, "liabilities");
  return (asOfMs) => ({
    of: (ownerId) => mark(`owner/${asOfMs}/${ownerId}`).subarray(0, SALT_BYTES),
    nobody: (nth) => mark(`nobody/${asOfMs}/${nth}`),
  });
}
