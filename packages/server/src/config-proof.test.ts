// The settings of the logs that prove what happened: defaults, what they accept, what they refuse.

import { expect, it } from "vitest";
import { readProof } from "./config-proof.ts";

const KEY = "0123456789abcdef".repeat(4);

it("reads how often a checkpoint is signed, and with which key", () => {
  const read = readProof({ PROOF_EVERY_SECONDS: "2", PROOF_KEY_GENERATION: "3" });
  expect(read).toEqual({ proofEverySec: 2, proofKeyGeneration: 3, proofWitnesses: [] });
  expect(() => readProof({ PROOF_EVERY_SECONDS: "0" })).toThrow("PROOF_EVERY_SECONDS=0");
  expect(() => readProof({ PROOF_KEY_GENERATION: "0" })).toThrow("PROOF_KEY_GENERATION=0");
});

it("reads witnesses by name and key, each name once", () => {
  const { proofWitnesses } = readProof({ PROOF_WITNESSES: `a.example:${KEY}, b-2:${KEY}` });
  expect(proofWitnesses).toEqual([
    { name: "a.example", publicKey: KEY },
    { name: "b-2", publicKey: KEY },
  ]);
  for (const wrong of ["a", `A:${KEY}`, `a:${KEY}0`, `a:${KEY},a:${KEY}`, `:${KEY}`]) {
    expect(() => readProof({ PROOF_WITNESSES: wrong })).toThrow("is not a list of witnesses");
  }
});
