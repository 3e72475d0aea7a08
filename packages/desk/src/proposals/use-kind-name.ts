// The name of a kind of proposal, and of the places it changes; what has no text yet stands for
// itself, in words rather than in the wire's spelling.

import { useTranslations } from "use-intl";

/** "fee_rate" and "feeRate" to "fee rate". */
export function inWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
}

export function useKindName(): (kind: string) => string {
  const t = useTranslations("proposals.kinds");
  return (kind) => {
    // The kinds are the server's and grow.
    const key = kind as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : inWords(kind);
  };
}
