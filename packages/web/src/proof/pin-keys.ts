// The platform's keys as this browser first saw them. A key that comes later is believed only when
// the one before vouches for it; a known one may come to its end, and nothing else about it may
// change (H06).

import { type EndorsedKey, findKeyFault } from "@truetick/proof";

export type Pinned =
  | { readonly keys: readonly EndorsedKey[] }
  /** Which key, and what about it. */
  | { readonly fault: string };

/** An end may be set, and come sooner than it was set; never later. */
function isKept(known: EndorsedKey, offered: EndorsedKey | undefined): boolean {
  const ends = (key: EndorsedKey) => key.validUntilMs ?? Number.POSITIVE_INFINITY;
  return (
    offered !== undefined &&
    known.keyId === offered.keyId &&
    known.publicKey === offered.publicKey &&
    known.validFromMs === offered.validFromMs &&
    known.endorsedBy === offered.endorsedBy &&
    ends(offered) <= ends(known)
  );
}

/** Both oldest first. The first visit believes what it sees: it has nothing to hold it against. */
export async function pinKeys(
  known: readonly EndorsedKey[],
  offered: readonly EndorsedKey[],
  canCheckSignatures: boolean,
): Promise<Pinned> {
  const changed = known.find((key, at) => !isKept(key, offered[at]));
  if (changed) return { fault: `key ${changed.keyId} is not as it was` };
  const stranger = canCheckSignatures ? await findKeyFault(offered) : null;
  return stranger === null
    ? { keys: offered }
    : { fault: `key ${stranger} is not vouched for by the key before it` };
}
