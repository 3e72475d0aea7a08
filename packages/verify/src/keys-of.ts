// The keys that a file carries. They prove nothing by themselves: whoever has a fingerprint from
// elsewhere (the list of keys, a friend, a statement) compares it; see the command line's --key.

import { fromHex, type KnownKey, keyIdOf } from "@truetick/proof";

/** Empty when the text is no file of ours. Of an archive, the keys stand in its last line. */
export function keysOf(text: string): readonly KnownKey[] {
  try {
    const found = JSON.parse(text.slice(text.trimEnd().lastIndexOf("\n") + 1));
    const keys: unknown = found?.body?.keys;
    return Array.isArray(keys) ? keys.filter(isKey) : [];
  } catch {
    return [];
  }
}

function isKey(found: unknown): found is KnownKey {
  if (typeof found !== "object" || found === null) return false;
  const { keyId, publicKey, validFromMs } = found as Partial<KnownKey>;
  const bytes = typeof publicKey === "string" ? fromHex(publicKey) : null;
  return bytes?.length === 32 && keyIdOf(bytes) === keyId && typeof validFromMs === "number";
}
