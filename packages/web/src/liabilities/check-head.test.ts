// The published total in the signed log: believed when its line is there and says the same, and
// nothing else is believed (H16).

import { generateKeyPairSync, sign } from "node:crypto";
import type { LiabilityDay, LiabilityHeadProof } from "@truetick/contract/proof";
import {
  canonicalBytes,
  checkpointMessage,
  checkpointText,
  keyIdOf,
  partCommitment,
  rowLeaf,
  showPart,
  toHex,
} from "@truetick/proof";
import { describe, expect, it } from "vitest";
import { checkHead } from "./check-head.ts";

const DAY: LiabilityDay = {
  asOf: 1_767_650_400,
  journalSeq: 12,
  otherJournals: [],
  root: "ab".repeat(32),
  sum: "1000.000000",
  leaves: 1_024,
  auditSeq: 1,
  publishedAt: 1_767_650_460,
  reserves: null,
  cover: null,
};

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const rawKey = new Uint8Array(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
const keyId = keyIdOf(rawKey);
const KEYS = [{ keyId, publicKey: toHex(rawKey), validFromMs: 0, validUntilMs: null }];

function publish(day: LiabilityDay, action = "liabilities.publish"): LiabilityHeadProof {
  const place = { shard: 0, seq: 1, atMs: 1_767_650_460_000 };
  const { journalSeq, otherJournals, leaves, root } = day;
  const others = otherJournals.length > 0 && { others: otherJournals.map((end) => ({ ...end })) };
  const bytes = [
    { action, at: place.atMs, seq: 1, subject: { kind: "liabilities", id: String(day.asOf) } },
    { kind: "system", id: 0, name: "system" },
    { journalSeq, leaves, root, shard: 0, sum: day.sum.replace(".", ""), ...others },
  ].map(canonicalBytes);
  const salted = bytes.map((part, nth) => {
    const salt = new Uint8Array(16).fill(nth);
    return { salt, part, commitment: partCommitment(salt, part) };
  });
  const leaf = rowLeaf(
    place,
    salted.map(({ commitment }) => commitment),
  );
  const text = checkpointText({
    number: 7,
    atMs: place.atMs,
    origin: "http://localhost",
    mode: "SIMULATED",
    build: "test",
    keyId,
    logs: [{ log: "audit", size: 1, root: toHex(leaf) }],
  });
  const signature = sign(null, checkpointMessage(text), privateKey).toString("hex");
  const parts = salted.map(({ salt, part }, nth) => showPart(nth, salt, part));
  const commitments = salted.map(({ commitment }) => toHex(commitment));
  const row = { log: "audit", index: 0, ...place, commitments, path: [] };
  return {
    day,
    evidence: {
      checkpoint: { text, signature },
      row: { ...row, parts: parts.filter(({ part }) => part !== 1) },
    },
  };
}

const HONEST = publish(DAY);

describe("the published total", () => {
  it("H16: names where the journal of every shard was cut", async () => {
    const otherJournals = [{ shard: 1, journalSeq: 40 }];
    const proof = publish({ ...DAY, otherJournals });
    expect(await checkHead(proof, KEYS)).toEqual({ kind: "logged", number: 7 });
    const told = { ...proof, day: { ...DAY, otherJournals: [{ shard: 1, journalSeq: 41 }] } };
    expect(await checkHead(told, KEYS)).toEqual({ kind: "wrong" });
  });

  it("H16: stands in the signed log, also where signatures cannot be checked", async () => {
    expect(await checkHead(HONEST, KEYS)).toEqual({ kind: "logged", number: 7 });
    expect(await checkHead(HONEST, null)).toEqual({ kind: "logged", number: 7 });
  });

  it("waits for the next checkpoint", async () => {
    expect(await checkHead({ day: DAY, evidence: null }, KEYS)).toEqual({ kind: "waiting" });
  });

  it.each([
    ["sum", { sum: "999.000000" }],
    ["root", { root: "cd".repeat(32) }],
    ["row of the journal", { journalSeq: 13 }],
    ["number of leaves", { leaves: 2_048 }],
    ["moment", { asOf: DAY.asOf + 1 }],
    ["line", { auditSeq: 2 }],
  ])("H16: with another %s than the log says is told", async (_, wrong) => {
    const { evidence } = HONEST;
    expect(await checkHead({ day: { ...DAY, ...wrong }, evidence }, KEYS)).toEqual({
      kind: "wrong",
    });
  });

  it("H16: by another act, an unknown key or a changed checkpoint is told", async () => {
    expect(await checkHead(publish(DAY, "liabilities.other"), KEYS)).toEqual({ kind: "wrong" });
    expect(await checkHead(HONEST, [])).toEqual({ kind: "wrong" });
    const { evidence } = HONEST;
    if (!evidence) throw new Error("Invariant: proved");
    const text = evidence.checkpoint.text.replace('"number":7', '"number":8');
    const changed = { ...evidence, checkpoint: { ...evidence.checkpoint, text } };
    expect(await checkHead({ day: DAY, evidence: changed }, KEYS)).toEqual({ kind: "wrong" });
  });
});
