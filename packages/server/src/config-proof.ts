// The settings of the logs that prove what happened: how often a checkpoint is signed, with which
// key, and who may countersign. Read by config.ts.

import { type Environment, readInteger, textOf } from "./config-readers.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

export type ProofConfig = {
  /** Seconds from one checkpoint to the next. */
  readonly proofEverySec: number;
  /** The key in use; a higher number than before brings the next one. */
  readonly proofKeyGeneration: number;
  /** Who may countersign checkpoints: names and Ed25519 keys in hexadecimal. */
  readonly proofWitnesses: readonly { readonly name: string; readonly publicKey: string }[];
};

const EVERY_SEC_MAX = 3_600;
const GENERATION_MAX = 10_000;
const WITNESSES_MAX = 20;
const WITNESS = /^([a-z0-9][a-z0-9.-]{0,62}):([0-9a-f]{64})$/;

export function readProof(environment: Environment): ProofConfig {
  return {
    proofEverySec: readInteger(environment, "PROOF_EVERY_SECONDS", {
      fallback: 60,
      min: 1,
      max: EVERY_SEC_MAX,
    }),
    proofKeyGeneration: readInteger(environment, "PROOF_KEY_GENERATION", {
      fallback: 1,
      min: 1,
      max: GENERATION_MAX,
    }),
    proofWitnesses: readWitnesses(environment),
  };
}

function readWitnesses(environment: Environment): ProofConfig["proofWitnesses"] {
  const text = textOf(environment, "PROOF_WITNESSES");
  if (text === null) return [];
  const witnesses = text.split(",").map((one) => {
    const [, name = "", publicKey = ""] = WITNESS.exec(one.trim()) ?? [];
    return { name, publicKey };
  });
  const names = new Set(witnesses.map(({ name }) => name));
  const isFine = witnesses.every(({ name }) => name !== "") && names.size === witnesses.length;
  if (isFine && witnesses.length <= WITNESSES_MAX) return witnesses;
  throw new StartRefusal(
    `PROOF_WITNESSES=${text} is not a list of witnesses; one looks like ` +
      "notary.example:64-hexadecimal-digits-of-its-key, each name once.",
  );
}
