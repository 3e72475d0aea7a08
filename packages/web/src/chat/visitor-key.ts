// The key of a visitor's chat: drawn here once, kept by this browser, known to nobody else. Whoever
// logs in takes the conversation along with it and forgets it.

import { SUPPORT_KEY } from "@truetick/contract/support";
import type { Storage } from "../app/storage.ts";

const STORED = "supportKey";
const KEY_BYTES = 32;

/** The one that is kept; null when nothing was ever said here. */
export function keptVisitorKey(storage: Storage): string | null {
  const kept = storage.read(STORED);
  return kept !== null && SUPPORT_KEY.test(kept) ? kept : null;
}

/** The one that is kept, else a new one. */
export function visitorKey(storage: Storage): string {
  const kept = keptVisitorKey(storage);
  if (kept !== null) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  const drawn = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  storage.write(STORED, drawn);
  return drawn;
}

export function forgetVisitorKey(storage: Storage): void {
  storage.forget(STORED);
}
