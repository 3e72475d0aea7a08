// A checkpoint: how long every log is and what its root is, at a moment, signed. Made by the server
// every minute and remembered by whoever sees it: a later one must extend it, log by log.
// Invariant: one checkpoint has one text; what is signed is that text behind a label.

import { isSigned, sha256 } from "#digest";
import { fromHex, joinBytes, labelOf, toHex } from "./bytes.ts";
import { canonicalBytes } from "./canonical-bytes.ts";
import { HASH_BYTES } from "./merkle.ts";

const LABEL = labelOf("truetick.checkpoint.v1");
const COSIGNATURE_LABEL = labelOf("truetick.cosignature.v1");
const KEY_ID_DIGITS = 16;

export type LogHead = { readonly log: string; readonly size: number; readonly root: string };

export type Checkpoint = {
  readonly number: number;
  readonly atMs: number;
  /** Whose it is: the origin of the installation. */
  readonly origin: string;
  readonly mode: "SIMULATED" | "LIVE";
  readonly build: string;
  readonly keyId: string;
  /** By name, each once. */
  readonly logs: readonly LogHead[];
};

/** The text that is signed, stored and sent. */
export function checkpointText(checkpoint: Checkpoint): string {
  return new TextDecoder().decode(
    canonicalBytes({
      ...checkpoint,
      logs: checkpoint.logs.map((head) => ({ ...head })),
    }),
  );
}

/** Null when it is no checkpoint in its one spelling. */
export function readCheckpoint(text: string): Checkpoint | null {
  let found: Checkpoint;
  try {
    found = JSON.parse(text) as Checkpoint;
    if (!isCheckpoint(found) || checkpointText(found) !== text) return null;
  } catch {
    return null;
  }
  return found;
}

function isCheckpoint(found: Checkpoint): boolean {
  const { number, atMs, origin, mode, build, keyId, logs } = found;
  const texts: readonly unknown[] = [origin, build, keyId];
  return (
    [number, atMs].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    texts.every((text) => typeof text === "string") &&
    (mode === "SIMULATED" || mode === "LIVE") &&
    Array.isArray(logs) &&
    logs.every(isHead) &&
    new Set(logs.map(({ log }) => log)).size === logs.length
  );
}

function isHead({ log, size, root }: LogHead): boolean {
  const isSize = Number.isSafeInteger(size) && size >= 0;
  return typeof log === "string" && isSize && fromHex(root)?.length === HASH_BYTES;
}

/** What the operator's key signs. */
export function checkpointMessage(text: string): Uint8Array {
  return joinBytes(LABEL, new TextEncoder().encode(text));
}

/** What a witness signs: that it saw this text, and that it extends all it saw before. */
export function cosignatureMessage(witness: string, text: string): Uint8Array {
  return joinBytes(COSIGNATURE_LABEL, labelOf(witness), new TextEncoder().encode(text));
}

export function keyIdOf(publicKey: Uint8Array): string {
  return toHex(sha256(publicKey)).slice(0, KEY_ID_DIGITS);
}

export type SignedCheckpoint = {
  readonly text: string;
  /** In hexadecimal. */
  readonly signature: string;
};

/** A key of the operator, as the list of keys has it. */
export type KnownKey = {
  readonly keyId: string;
  /** In hexadecimal. */
  readonly publicKey: string;
  readonly validFromMs: number;
  /** Null: still in use. */
  readonly validUntilMs: number | null;
};

/** The checkpoint, or why it cannot be believed. */
export async function openCheckpoint(
  { text, signature }: SignedCheckpoint,
  keys: readonly KnownKey[],
): Promise<{ readonly checkpoint: Checkpoint } | { readonly fault: string }> {
  const checkpoint = readCheckpoint(text);
  if (!checkpoint) return { fault: "the checkpoint is not in its one spelling" };
  const { number, keyId, atMs } = checkpoint;
  const key = keys.find((known) => known.keyId === keyId);
  const publicKey = key && fromHex(key.publicKey);
  if (!key || !publicKey || keyIdOf(publicKey) !== keyId) {
    return { fault: `checkpoint ${number}: key ${keyId} is not known` };
  }
  if (atMs < key.validFromMs || atMs > (key.validUntilMs ?? Number.POSITIVE_INFINITY)) {
    return { fault: `checkpoint ${number}: key ${keyId} was not in use then` };
  }
  const bytes = fromHex(signature);
  const isGood = bytes !== null && (await isSigned(publicKey, checkpointMessage(text), bytes));
  return isGood ? { checkpoint } : { fault: `checkpoint ${number}: the signature does not fit` };
}
