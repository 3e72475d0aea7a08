// A platform of one's own for tests of the witness: real logs, real keys, real signatures, in
// memory, and whatever a dishonest operator could do to them.

import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import {
  type Checkpoint,
  checkpointMessage,
  checkpointText,
  consistencyPath,
  type EndorsedKey,
  endorsementMessage,
  keyIdOf,
  leafHash,
  readerOf,
  rootOf,
  type SignedCheckpoint,
  toHex,
} from "@truetick/proof";
import type { PublicVerdict, WitnessQuestions } from "../proof/check-round.ts";

export type SampleKey = { readonly listed: EndorsedKey; readonly secret: KeyObject };

const SPKI_KEY_BYTES = 32;

export function sampleKey(by: SampleKey | null = null): SampleKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-SPKI_KEY_BYTES);
  const key = { keyId: keyIdOf(bytes), publicKey: toHex(bytes), validFromMs: 0 };
  const endorsement = by && toHex(sign(null, endorsementMessage(key), by.secret));
  const listed = { ...key, validUntilMs: null, endorsedBy: by?.listed.keyId ?? null, endorsement };
  return { listed, secret: privateKey };
}

const hashOf = (text: string) => leafHash(new TextEncoder().encode(text));

export class SamplePlatform {
  logs: Record<string, string[]> = { "journal/0": [], tape: [] };
  keys: SampleKey[] = [sampleKey()];
  checkpoints: SignedCheckpoint[] = [];
  verdict: PublicVerdict = { isWhole: true, firstBad: null, allBad: [] };
  /** What it says instead of answering: "line" for no line at all. */
  silence: "line" | "refusal" | null = null;
  isProving = true;

  /** Writes rows and signs a checkpoint over all there is. */
  publish(rows: Readonly<Record<string, readonly string[]>> = {}, key = this.keys.at(-1)): void {
    for (const [log, added] of Object.entries(rows)) this.logs[log]?.push(...added);
    const number = this.checkpoints.length + 1;
    this.checkpoints.push(this.sign(number, key));
  }

  sign(number: number, key = this.keys.at(-1)): SignedCheckpoint {
    if (!key) throw new Error("Invariant: a platform has a key");
    const checkpoint: Checkpoint = {
      number,
      atMs: number * 60_000,
      origin: "http://localhost",
      mode: "SIMULATED",
      build: "test",
      keyId: key.listed.keyId,
      logs: Object.entries(this.logs).map(([log, rows]) => ({
        log,
        size: rows.length,
        root: toHex(rootOf(rows.map(hashOf))),
      })),
    };
    const text = checkpointText(checkpoint);
    return { text, signature: toHex(sign(null, checkpointMessage(text), key.secret)) };
  }

  /** What an operator with all rights can do: new logs, and every checkpoint made anew. */
  rebuild(change: (logs: Record<string, string[]>) => void): void {
    const sizes = this.checkpoints.map(({ text }) => (JSON.parse(text) as Checkpoint).logs);
    change(this.logs);
    const whole = this.logs;
    this.checkpoints = sizes.map((heads, at) => {
      this.logs = Object.fromEntries(
        heads.map(({ log, size }) => [log, (whole[log] ?? []).slice(0, size)]),
      );
      return this.sign(at + 1);
    });
    this.logs = whole;
  }

  readonly ask: WitnessQuestions = {
    checkpoint: async (number) => {
      const found = number === null ? this.checkpoints.at(-1) : this.checkpoints[number - 1];
      return this.#answer(found);
    },
    keys: async () => this.#answer(this.keys.map(({ listed }) => listed)),
    prove: async ({ log, from, to }) => {
      const leaves = (this.logs[log] ?? []).map(hashOf);
      const canProve = this.isProving && to <= leaves.length;
      return this.#answer(
        canProve ? consistencyPath(from, to, readerOf(leaves)).map(toHex) : undefined,
      );
    },
    verdict: async () => this.#answer(this.verdict),
  };

  #answer<T>(value: T | undefined) {
    if (this.silence === "line") return { isUnreachable: true, said: "NETWORK" };
    if (this.silence === "refusal" || value === undefined) {
      return { isUnreachable: false, said: "refused" };
    }
    return { value };
  }
}
