// The list of the operator's keys: each but the first is endorsed by the one before, so that
// whoever knew one key comes to know the next without trusting whoever hands the list over.

import { isSigned } from "#digest";
import { fromHex, joinBytes, labelOf } from "./bytes.ts";
import { canonicalBytes } from "./canonical-bytes.ts";
import { type KnownKey, keyIdOf } from "./checkpoint.ts";

const LABEL = labelOf("truetick.proof-key.v1");

export type EndorsedKey = KnownKey & {
  /** Null of the first. */
  readonly endorsedBy: string | null;
  /** In hexadecimal. */
  readonly endorsement: string | null;
};

/** What the key before signs. */
export function endorsementMessage({
  keyId,
  publicKey,
  validFromMs,
}: Pick<KnownKey, "keyId" | "publicKey" | "validFromMs">): Uint8Array {
  return joinBytes(LABEL, canonicalBytes({ keyId, publicKey, validFromMs }));
}

/** Which key, oldest first, does not follow from the one before; null when all do. */
export async function findKeyFault(keys: readonly EndorsedKey[]): Promise<string | null> {
  for (const [index, key] of keys.entries()) {
    const publicKey = fromHex(key.publicKey);
    if (publicKey?.length !== 32 || keyIdOf(publicKey) !== key.keyId) return key.keyId;
    const before = keys[index - 1];
    if (!before) continue;
    const endorser = fromHex(before.publicKey);
    const endorsement = fromHex(key.endorsement ?? "x");
    const isEndorsed =
      endorser !== null &&
      endorsement !== null &&
      key.endorsedBy === before.keyId &&
      (await isSigned(endorser, endorsementMessage(key), endorsement));
    if (!isEndorsed) return key.keyId;
  }
  return null;
}
