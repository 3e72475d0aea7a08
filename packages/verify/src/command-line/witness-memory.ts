// What a witness keeps between its rounds: its own key, and the last checkpoint it saw with the
// operator's keys it has come to know. Both are files of its own; the memory is replaced whole.

import { createPrivateKey, createPublicKey, randomBytes, sign } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { type EndorsedKey, fromHex, type SignedCheckpoint, toHex } from "@truetick/proof";

const SEED_BYTES = 32;
/** What stands before the 32 bytes of a private Ed25519 key in its DER form (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const ONLY_OWNER = 0o600;

export type OwnKey = {
  /** In hexadecimal, for the operator's list of witnesses. */
  readonly publicKey: string;
  readonly sign: (message: Uint8Array) => string;
};

/** The key in the file; a new one is drawn where there is none. */
export async function openOwnKey(path: string): Promise<OwnKey> {
  const seed = (await readSeed(path)) ?? (await drawSeed(path));
  const der = Buffer.concat([PRIVATE_PREFIX, seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: toHex(spki.subarray(-SEED_BYTES)),
    sign: (message) => toHex(sign(null, message, key)),
  };
}

async function readSeed(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const seed = fromHex(text.trim());
  if (seed?.length !== SEED_BYTES) throw new Error(`${path} is no key: 64 hexadecimal digits`);
  return seed;
}

async function drawSeed(path: string): Promise<Uint8Array> {
  const seed = randomBytes(SEED_BYTES);
  await writeFile(path, `${toHex(seed)}\n`, { mode: ONLY_OWNER, flag: "wx" });
  return seed;
}

export type WitnessMemory = {
  readonly checkpoint: SignedCheckpoint;
  readonly keys: readonly EndorsedKey[];
};

/** Null before the first round. What is there and cannot be read is not taken for nothing. */
export async function recall(path: string): Promise<WitnessMemory | null> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as WitnessMemory);
}

export async function remember(path: string, memory: WitnessMemory): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, `${JSON.stringify(memory)}\n`, { mode: ONLY_OWNER });
  await rename(draft, path);
}
