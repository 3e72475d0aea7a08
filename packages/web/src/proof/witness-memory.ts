// What this browser remembers of the platform's word: the keys that it first saw, checkpoints, and
// what did not hold. A page of another address has another memory (the browser's storage is by
// address). Pure but for `readMemory` and `writeMemory`, which use the app's storage.

import {
  type Checkpoint,
  type EndorsedKey,
  readCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import type { Storage } from "../app/storage.ts";
import type { Alarm } from "./alarm.ts";
import { thinHistory } from "./thin-history.ts";

export const MEMORY_NAME = "witness";
const VERSION = 1;

export type Remembered = SignedCheckpoint & { readonly atMs: number };

export type WitnessMemory = {
  readonly version: typeof VERSION;
  readonly keys: readonly EndorsedKey[];
  /** Oldest first; each extends the one before. */
  readonly checkpoints: readonly Remembered[];
  /** How many were checked since the first. */
  readonly seen: number;
  /** When all held last; 0: never yet. */
  readonly checkedAtMs: number;
  /** Since when the server answers but does not prove; null while it does. */
  readonly unprovedSinceMs: number | null;
  readonly alarms: readonly Alarm[];
};

export const NOTHING_SEEN: WitnessMemory = {
  version: VERSION,
  keys: [],
  checkpoints: [],
  seen: 0,
  checkedAtMs: 0,
  unprovedSinceMs: null,
  alarms: [],
};

function isMemory(found: unknown): found is WitnessMemory {
  if (typeof found !== "object" || found === null) return false;
  // Only names that are looked at; each is checked right here.
  const { version, keys, checkpoints, alarms } = found as Record<string, unknown>;
  return version === VERSION && [keys, checkpoints, alarms].every(Array.isArray);
}

export function readMemory(storage: Storage): WitnessMemory {
  const text = storage.read(MEMORY_NAME);
  if (text === null) return NOTHING_SEEN;
  try {
    const found: unknown = JSON.parse(text);
    return isMemory(found) ? found : NOTHING_SEEN;
  } catch {
    return NOTHING_SEEN;
  }
}

export function writeMemory(storage: Storage, memory: WitnessMemory): void {
  storage.write(MEMORY_NAME, JSON.stringify(memory));
}

/** The newest that is remembered. */
export function lastSeen(memory: WitnessMemory): Remembered | null {
  return memory.checkpoints.at(-1) ?? null;
}

/** With one more at the end; one that another window has added already stays once. */
export function remember(memory: WitnessMemory, fresh: SignedCheckpoint): WitnessMemory {
  const checkpoint = bodyOf(fresh);
  const last = lastSeen(memory);
  if (last && bodyOf(last).number >= checkpoint.number) return memory;
  const { text, signature } = fresh;
  const added = [...memory.checkpoints, { text, signature, atMs: checkpoint.atMs }];
  return { ...memory, checkpoints: thinHistory(added), seen: memory.seen + 1 };
}

/** Of what was checked before it was remembered. */
export function bodyOf({ text }: SignedCheckpoint): Checkpoint {
  const checkpoint = readCheckpoint(text);
  if (!checkpoint) throw new Error("Invariant: only checkpoints in their one spelling are kept");
  return checkpoint;
}
