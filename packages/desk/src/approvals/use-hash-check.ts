// Compares the hash that a screen shows with the one that the server computes by another way. Only
// what both ways name alike may be approved (H08).

import { requestObjectHash } from "@truetick/contract/desk";
import { useRead } from "../app/use-read.ts";

export type HashCheck = "checking" | "same" | "different" | "unknown";

export function useHashCheck({
  kind,
  id,
  hash,
}: {
  readonly kind: string;
  readonly id: string;
  readonly hash: string;
}): HashCheck {
  // The hash is part of the key: after any change both are asked for anew.
  const { state } = useRead(() => requestObjectHash({ kind, id }), `${kind}:${id}:${hash}`);
  if (state.phase === "loading") return "checking";
  if (state.phase === "failed") return "unknown";
  return state.value === hash ? "same" : "different";
}
