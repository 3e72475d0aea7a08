// Files and checkpoints: what was signed opens, and no flipped bit does (P16).
import { generateKeyPairSync, sign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "./bytes.ts";
import {
  type Checkpoint,
  checkpointMessage,
  checkpointText,
  keyIdOf,
  openCheckpoint,
} from "./checkpoint.ts";
import { openFile, sealFile } from "./signed-file.ts";

const pair = generateKeyPairSync("ed25519");
const publicKey = new Uint8Array(
  pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32),
);
const signer = {
  keyId: keyIdOf(publicKey),
  sign: (message: Uint8Array) => new Uint8Array(sign(null, message, pair.privateKey)),
};
const keys = [
  { keyId: signer.keyId, publicKey: toHex(publicKey), validFromMs: 0, validUntilMs: null },
];
const flipped = (text: string, bit: number) => {
  const bytes = new TextEncoder().encode(text);
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit % 8));
  return new TextDecoder().decode(bytes);
};

const CHECKPOINT: Checkpoint = {
  number: 3,
  atMs: 1_767_000_000_000,
  origin: "https://trade.example",
  mode: "SIMULATED",
  build: "0.1.0+abc",
  keyId: signer.keyId,
  logs: [
    { log: "audit", size: 0, root: toHex(new Uint8Array(32)) },
    { log: "tape", size: 9, root: toHex(new Uint8Array(32).fill(1)) },
  ],
};

describe("a signed file (P16)", () => {
  it("opens as it was sealed, and not after any bit of it is flipped", async () => {
    const text = sealFile(
      "truetick.test/1",
      { name: "Überweisung", amounts: [1, "2.5", null] },
      signer,
    );
    expect(await openFile(text, keys)).toMatchObject({ format: "truetick.test/1" });
    await fc.assert(
      fc.asyncProperty(fc.nat(8 * text.length), async (bit) => {
        expect(await openFile(flipped(text, bit), keys)).toHaveProperty("fault");
      }),
      { numRuns: 500 },
    );
  });

  it("does not open under a key that is not known", async () => {
    const text = sealFile("truetick.test/1", {}, signer);
    expect(await openFile(text, [])).toEqual({ fault: `key ${signer.keyId} is not known` });
  });

  it("is refused with a space, a second spelling or more behind it", async () => {
    const text = sealFile("truetick.test/1", { a: "é" }, signer);
    for (const other of [`${text}\n`, text.replace("{", "{ "), text.replace("é", "\\u00e9")]) {
      expect(await openFile(other, keys)).toHaveProperty("fault");
    }
  });
});

describe("a checkpoint (P16, H04)", () => {
  it("opens as it was signed, and not after any bit of text or signature is flipped", async () => {
    const text = checkpointText(CHECKPOINT);
    const signature = toHex(signer.sign(checkpointMessage(text)));
    expect(await openCheckpoint({ text, signature }, keys)).toEqual({ checkpoint: CHECKPOINT });
    await fc.assert(
      fc.asyncProperty(fc.nat(8 * text.length), async (bit) => {
        const changed = await openCheckpoint({ text: flipped(text, bit), signature }, keys);
        expect(changed).toHaveProperty("fault");
        const signed = await openCheckpoint({ text, signature: flipped(signature, bit) }, keys);
        expect(signed).toHaveProperty("fault");
      }),
      { numRuns: 300 },
    );
  });

  it("is not believed outside of the time in which its key was in use", async () => {
    const text = checkpointText(CHECKPOINT);
    const signature = toHex(signer.sign(checkpointMessage(text)));
    const [key] = keys;
    const old = key ? [{ ...key, validUntilMs: CHECKPOINT.atMs - 1 }] : [];
    expect(await openCheckpoint({ text, signature }, old)).toHaveProperty("fault");
  });
});
