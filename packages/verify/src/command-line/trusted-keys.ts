// Which keys are believed: those that a file carries, but with --key only the one named and those
// that follow from it, each endorsed by the one before.

import { type EndorsedKey, findKeyFault, type KnownKey } from "@truetick/proof";

/** Empty when the named key is not among them. */
export async function trustedKeys(
  carried: readonly KnownKey[],
  named: string | null,
): Promise<readonly KnownKey[]> {
  if (named === null) return carried;
  const from = carried.findIndex(({ keyId }) => keyId === named);
  if (from < 0) return [];
  const trusted: KnownKey[] = [];
  for (const key of carried.slice(from)) {
    // A file lists keys with their endorsements, oldest first.
    const chain = [...trusted, key] as EndorsedKey[];
    if ((await findKeyFault(chain)) !== null) break;
    trusted.push(key);
  }
  return trusted;
}
