// The keys that the house had before those a reader believes in: the list in the file's seal,
// walked back for as long as each endorses the next. Asked by read-archive.ts, for old checkpoints.
// They are the house's own word, as the seal is: who believes the seal believes which came before.

import { type EndorsedKey, findKeyFault, type KnownKey } from "@truetick/proof";

export async function keysBefore(
  carried: readonly KnownKey[],
  trusted: readonly KnownKey[],
): Promise<readonly KnownKey[]> {
  const from = carried.findIndex(({ keyId }) => keyId === trusted[0]?.keyId);
  const before: KnownKey[] = [];
  for (let at = from; at > 0; at -= 1) {
    // A file lists keys with their endorsements, oldest first.
    const pair = carried.slice(at - 1, at + 1) as EndorsedKey[];
    const [older] = pair;
    if (!older || (await findKeyFault(pair)) !== null) break;
    before.unshift(older);
  }
  return before;
}
