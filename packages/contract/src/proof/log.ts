// Checkpoints, keys, paths and proved pieces of the tape, on the wire and in our own words. What
// they mean is the matter of `@truetick/proof`; here they are only carried. Browser-safe: no schema
// library; `log.calls.ts` declares the calls.

import type { ReadRequest } from "../market.requests.ts";

/** What the audit log, refusals, the tape and the journal of each shard add up to. */
export type ProofLogName = "audit" | "refusal" | "tape" | `journal/${number}`;
export const PROOF_LOG = /^(audit|refusal|tape|journal\/(0|[1-9]\d{0,4}))$/;

export const CHECKPOINTS_MAX = 200;
export const PROVED_PIECES_MAX = 20;

export type Cosignature = {
  readonly witness: string;
  /** In hexadecimal, as the signature. */
  readonly publicKey: string;
  readonly signature: string;
  /** Unix seconds. */
  readonly at: number;
};

/** A checkpoint as it was signed. */
export type ShownCheckpoint = {
  readonly number: number;
  /** The text that is signed; `readCheckpoint` of `@truetick/proof` reads it. */
  readonly text: string;
  readonly keyId: string;
  /** In hexadecimal. */
  readonly signature: string;
  readonly cosignatures: readonly Cosignature[];
};

export type CheckpointWire = {
  number: number;
  body: string;
  key_id: string;
  signature: string;
  cosignatures: { witness: string; public_key: string; signature: string; at: number }[];
};

export function checkpointToWire(shown: ShownCheckpoint): CheckpointWire {
  return {
    number: shown.number,
    body: shown.text,
    key_id: shown.keyId,
    signature: shown.signature,
    cosignatures: shown.cosignatures.map(({ publicKey, ...rest }) => ({
      ...rest,
      public_key: publicKey,
    })),
  };
}

export function checkpointFromWire(wire: CheckpointWire): ShownCheckpoint {
  return {
    number: wire.number,
    text: wire.body,
    keyId: wire.key_id,
    signature: wire.signature,
    cosignatures: wire.cosignatures.map(({ public_key, ...rest }) => ({
      ...rest,
      publicKey: public_key,
    })),
  };
}

/** A key of the operator; what endorses it is the one before. */
export type ProofKey = {
  readonly keyId: string;
  /** In hexadecimal. */
  readonly publicKey: string;
  /** Unix milliseconds, as in the checkpoints. */
  readonly validFromMs: number;
  readonly validUntilMs: number | null;
  readonly endorsedBy: string | null;
  /** In hexadecimal. */
  readonly endorsement: string | null;
};

export type ProofKeyWire = {
  key_id: string;
  public_key: string;
  valid_from_ms: number;
  valid_until_ms: number | null;
  endorsed_by: string | null;
  endorsement: string | null;
};

export function proofKeyToWire(key: ProofKey): ProofKeyWire {
  return {
    key_id: key.keyId,
    public_key: key.publicKey,
    valid_from_ms: key.validFromMs,
    valid_until_ms: key.validUntilMs,
    endorsed_by: key.endorsedBy,
    endorsement: key.endorsement,
  };
}

function proofKeyFromWire(wire: ProofKeyWire): ProofKey {
  return {
    keyId: wire.key_id,
    publicKey: wire.public_key,
    validFromMs: wire.valid_from_ms,
    validUntilMs: wire.valid_until_ms,
    endorsedBy: wire.endorsed_by,
    endorsement: wire.endorsement,
  };
}

/** A piece of a market's tape with its way up to the root of the log of pieces. */
export type ProvedPieceWire = {
  market: number;
  first_seq: number;
  last_seq: number;
  prev_hash: string;
  /** Base64. */
  packed: string;
  hash: string;
  leaf_index: number;
  path: string[];
};

export type ProvedTapeWire = {
  /** What the paths lead to: a log of so many pieces. */
  size: number;
  checkpoint: CheckpointWire;
  pieces: ProvedPieceWire[];
};

/** One, or the newest. Refused with CHECKPOINT_UNKNOWN. */
export function requestCheckpoint(number: number | null): ReadRequest<ShownCheckpoint> {
  return {
    path: "/v1/api/proof/checkpoint",
    query: number === null ? {} : { number: String(number) },
    // The server's schema holds the answer to this type.
    read: (wire) => checkpointFromWire(wire as CheckpointWire),
  };
}

/** Oldest first, at most CHECKPOINTS_MAX. */
export function requestCheckpoints(wanted: {
  readonly after: number;
  readonly limit: number;
}): ReadRequest<readonly ShownCheckpoint[]> {
  return {
    path: "/v1/api/proof/checkpoints",
    query: { after: String(wanted.after), limit: String(wanted.limit) },
    read: (wire) => (wire as { data: CheckpointWire[] }).data.map(checkpointFromWire),
  };
}

/** Oldest first. */
export function requestProofKeys(): ReadRequest<readonly ProofKey[]> {
  return {
    path: "/v1/api/proof/keys",
    query: {},
    read: (wire) => (wire as { data: ProofKeyWire[] }).data.map(proofKeyFromWire),
  };
}

/** Hexadecimal. Refused with LEAF_UNKNOWN. */
export function requestInclusion(wanted: {
  readonly log: ProofLogName;
  readonly index: number;
  readonly size: number;
}): ReadRequest<{ readonly leaf: string; readonly path: readonly string[] }> {
  return {
    path: "/v1/api/proof/inclusion",
    query: { log: wanted.log, index: String(wanted.index), size: String(wanted.size) },
    read: (wire) => wire as { leaf: string; path: string[] },
  };
}

/** Hexadecimal. Refused with LEAF_UNKNOWN. */
export function requestConsistency(wanted: {
  readonly log: ProofLogName;
  readonly from: number;
  readonly to: number;
}): ReadRequest<readonly string[]> {
  return {
    path: "/v1/api/proof/consistency",
    query: { log: wanted.log, from: String(wanted.from), to: String(wanted.to) },
    read: (wire) => (wire as { path: string[] }).path,
  };
}

/** The pieces that hold some quotes, under a checkpoint. Refused with TAPE_NOT_PROVED. */
export function requestProvedTape(wanted: {
  readonly marketId: string;
  readonly from: number;
  readonly to: number;
}): ReadRequest<ProvedTapeWire> {
  return {
    path: "/v1/api/proof/tape",
    query: { market: wanted.marketId, from: String(wanted.from), to: String(wanted.to) },
    read: (wire) => wire as ProvedTapeWire,
  };
}
