// One round of a witness: the newest checkpoint, whether it extends the last one seen, and the
// signature under it. Asks the platform's public calls and nothing else.

import {
  cosignatureMessage,
  type EndorsedKey,
  findKeyFault,
  openCheckpoint,
  readCheckpoint,
  type SignedCheckpoint,
} from "@truetick/proof";
import { verifyCheckpointExtension } from "../checkpoint-extension.ts";
import type { OwnKey, WitnessMemory } from "./witness-memory.ts";

const ASK_TIMEOUT_MS = 20_000;

export type Witnessing = {
  readonly origin: string;
  readonly name: string;
  readonly own: OwnKey;
};

export type Round =
  | { readonly memory: WitnessMemory; readonly number: number }
  /** It does not extend what was seen: whoever was shown the one was shown another past. */
  | { readonly alarm: string; readonly shown: SignedCheckpoint };

type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown };

function callOf(origin: string, name: string): URL {
  return new URL(`/v1/api/proof/${name}`, origin);
}

async function ask<T>(origin: string, path: string, query: Record<string, string>): Promise<T> {
  const url = callOf(origin, path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  return dataOf<T>(answer);
}

async function dataOf<T>(answer: Response): Promise<T> {
  const { code, msg, data } = (await answer.json()) as Envelope;
  if (code !== 1) throw new Error(`the platform answered ${code}: ${msg}`);
  // Whatever it is, it is checked against signatures and roots before it is believed.
  return data as T;
}

type CheckpointWire = { readonly body: string; readonly signature: string };
type KeyWire = {
  readonly key_id: string;
  readonly public_key: string;
  readonly valid_from_ms: number;
  readonly valid_until_ms: number | null;
  readonly endorsed_by: string | null;
  readonly endorsement: string | null;
};

/** Throws when the platform cannot be asked: that is no alarm, and is tried again. */
export async function witnessRound(
  { origin, name, own }: Witnessing,
  before: WitnessMemory | null,
): Promise<Round> {
  const wire = await ask<CheckpointWire>(origin, "checkpoint", {});
  const shown: SignedCheckpoint = { text: wire.body, signature: wire.signature };
  const listed = await ask<{ readonly data: readonly KeyWire[] }>(origin, "keys", {});
  const keys = listed.data.map(keyOf);
  const keyFault = await faultOfKeys(keys, before?.keys ?? []);
  if (keyFault !== null) return { alarm: keyFault, shown };
  const opened = await openCheckpoint(shown, keys);
  if ("fault" in opened) return { alarm: opened.fault, shown };
  if (before && before.checkpoint.text !== shown.text) {
    const alarm = await extensionFault(origin, { before, shown, keys });
    if (alarm !== null) return { alarm, shown };
  }
  const { number } = opened.checkpoint;
  const signature = own.sign(cosignatureMessage(name, shown.text));
  await cosign(origin, { checkpoint: String(number), witness: name, signature });
  return { memory: { checkpoint: shown, keys }, number };
}

function keyOf(wire: KeyWire): EndorsedKey {
  return {
    keyId: wire.key_id,
    publicKey: wire.public_key,
    validFromMs: wire.valid_from_ms,
    validUntilMs: wire.valid_until_ms,
    endorsedBy: wire.endorsed_by,
    endorsement: wire.endorsement,
  };
}

/** Keys that were known stay as they were, and new ones follow from them. */
async function faultOfKeys(
  keys: readonly EndorsedKey[],
  known: readonly EndorsedKey[],
): Promise<string | null> {
  for (const [at, { keyId, publicKey }] of known.entries()) {
    const key = keys[at];
    if (key?.keyId !== keyId || key.publicKey !== publicKey) {
      return `key ${keyId} was known and is no longer listed`;
    }
  }
  const fault = await findKeyFault(keys);
  return fault === null ? null : `key ${fault} is not endorsed by the one before`;
}

async function extensionFault(
  origin: string,
  seen: {
    readonly before: WitnessMemory;
    readonly shown: SignedCheckpoint;
    readonly keys: readonly EndorsedKey[];
  },
): Promise<string | null> {
  const { before, shown, keys } = seen;
  const [old, now] = [readCheckpoint(before.checkpoint.text), readCheckpoint(shown.text)];
  if (!old || !now) return "a checkpoint cannot be read";
  const paths: Record<string, readonly string[]> = {};
  for (const { log, size } of old.logs) {
    const to = now.logs.find((head) => head.log === log)?.size ?? 0;
    if (size === 0 || to <= size) continue;
    const query = { log, from: String(size), to: String(to) };
    const { path } = await ask<{ readonly path: readonly string[] }>(origin, "consistency", query);
    paths[log] = path;
  }
  const extended = { earlier: before.checkpoint, later: shown, paths };
  const { findings } = await verifyCheckpointExtension(extended, keys);
  const fault = findings.find(({ isGood }) => !isGood);
  return fault ? `${fault.where}: ${fault.detail}` : null;
}

async function cosign(origin: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(callOf(origin, "cosign"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  await dataOf(answer);
}
