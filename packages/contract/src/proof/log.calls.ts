// The public calls about checkpoints, keys and paths, and the one by which a witness countersigns.
// Open to everyone and the same for everyone. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { idField } from "../fields.calls.ts";
import { CHECKPOINTS_MAX, PROOF_LOG, type ProofLogName } from "./log.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);
const keyId = z.string().regex(/^[0-9a-f]{16}$/);
/** A number from 0 on. */
const placeField = z.string().regex(/^(0|[1-9]\d{0,14})$/);
const logField = z
  .string()
  .regex(PROOF_LOG)
  // The expression knows no other.
  .transform((log) => log as ProofLogName);
const WITNESS = /^[a-z0-9][a-z0-9.-]{0,62}$/;
/** A tree of 2^40 leaves has no longer path. */
const path = z.array(hash).max(80);

const Checkpoint = z.strictObject({
  number: z.int(),
  body: z.string(),
  key_id: keyId,
  signature,
  cosignatures: z.array(
    z.strictObject({
      witness: z.string().regex(WITNESS),
      public_key: hash,
      signature,
      at: z.int(),
    }),
  ),
});

const CheckpointInput = z.object({ number: idField.optional() });

/** Null: the newest. */
export function checkpointFromFields(fields: z.output<typeof CheckpointInput>): number | null {
  return fields.number === undefined ? null : Number(fields.number);
}

export const getCheckpoint = call({
  method: "GET",
  path: "/v1/api/proof/checkpoint",
  effect: "read",
  audience: "visitor",
  summary: "A signed checkpoint over all logs, the newest unless a number is given.",
  input: CheckpointInput,
  output: Checkpoint,
  reasons: ["CHECKPOINT_UNKNOWN"],
});

const CheckpointsInput = z.object({
  after: placeField.optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .refine((limit) => Number(limit) <= CHECKPOINTS_MAX)
    .optional(),
});

export function checkpointsFromFields(fields: z.output<typeof CheckpointsInput>): {
  readonly after: number;
  readonly limit: number;
} {
  return { after: Number(fields.after ?? 0), limit: Number(fields.limit ?? CHECKPOINTS_MAX) };
}

export const listCheckpoints = call({
  method: "GET",
  path: "/v1/api/proof/checkpoints",
  effect: "read",
  audience: "visitor",
  summary: "Checkpoints after a number, oldest first.",
  input: CheckpointsInput,
  output: z.strictObject({ data: z.array(Checkpoint) }),
  reasons: [],
});

export const listProofKeys = call({
  method: "GET",
  path: "/v1/api/proof/keys",
  effect: "read",
  audience: "visitor",
  summary: "The operator's keys, oldest first, each endorsed by the one before.",
  input: z.object({}),
  output: z.strictObject({
    data: z.array(
      z.strictObject({
        key_id: keyId,
        public_key: hash,
        valid_from_ms: z.int(),
        valid_until_ms: z.int().nullable(),
        endorsed_by: keyId.nullable(),
        endorsement: signature.nullable(),
      }),
    ),
  }),
  reasons: [],
});

const InclusionInput = z.object({
  log: logField,
  index: placeField,
  size: placeField,
});

export function inclusionFromFields(fields: z.output<typeof InclusionInput>): {
  readonly log: ProofLogName;
  readonly index: number;
  readonly size: number;
} {
  return { log: fields.log, index: Number(fields.index), size: Number(fields.size) };
}

export const getInclusion = call({
  method: "GET",
  path: "/v1/api/proof/inclusion",
  effect: "read",
  audience: "visitor",
  summary: "The hash of a leaf, and its way up to the root of the log at a size (RFC 6962).",
  input: InclusionInput,
  output: z.strictObject({ leaf: hash, path }),
  reasons: ["LEAF_UNKNOWN"],
});

const ConsistencyInput = z.object({
  log: logField,
  from: placeField,
  to: placeField,
});

export function consistencyFromFields(fields: z.output<typeof ConsistencyInput>): {
  readonly log: ProofLogName;
  readonly from: number;
  readonly to: number;
} {
  return { log: fields.log, from: Number(fields.from), to: Number(fields.to) };
}

export const getConsistency = call({
  method: "GET",
  path: "/v1/api/proof/consistency",
  effect: "read",
  audience: "visitor",
  summary: "What shows that a log of one size begins with the log of a smaller one (RFC 6962).",
  input: ConsistencyInput,
  output: z.strictObject({ path }),
  reasons: ["LEAF_UNKNOWN"],
});

const ProvedTapeInput = z.object({
  code: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/)
    .optional(),
  market: idField.optional(),
  seq: idField.optional(),
  from: idField.optional(),
  to: idField.optional(),
  checkpoint: idField.optional(),
});

/** Of one quote, or of a stretch; the newest checkpoint unless one is named. */
export function provedTapeFromFields(fields: z.output<typeof ProvedTapeInput>): {
  /** Its code, or its number; null: neither was given. */
  readonly market: string | number | null;
  readonly from: number;
  readonly to: number;
  readonly checkpoint: number | null;
} {
  const from = Number(fields.seq ?? fields.from ?? 1);
  const to = Number(fields.seq ?? fields.to ?? from);
  const checkpoint = fields.checkpoint === undefined ? null : Number(fields.checkpoint);
  const market = fields.market === undefined ? null : Number(fields.market);
  return { market: market ?? fields.code ?? null, from, to, checkpoint };
}

export const getProvedTape = call({
  method: "GET",
  path: "/v1/api/proof/tape",
  effect: "read",
  audience: "visitor",
  summary: "Pieces of a market's tape, each with its way up to the root of a checkpoint.",
  input: ProvedTapeInput,
  output: z.strictObject({
    size: z.int(),
    checkpoint: Checkpoint,
    pieces: z.array(
      z.strictObject({
        market: z.int(),
        first_seq: z.int(),
        last_seq: z.int(),
        prev_hash: hash,
        packed: z.base64(),
        hash,
        leaf_index: z.int(),
        path,
      }),
    ),
  }),
  reasons: ["MARKET_UNKNOWN", "CHECKPOINT_UNKNOWN", "TAPE_NOT_PROVED"],
});

const CosignInput = z.object({
  checkpoint: idField,
  witness: z.string().regex(WITNESS),
  signature,
});

export function cosignFromFields(fields: z.output<typeof CosignInput>): {
  readonly checkpoint: number;
  readonly witness: string;
  readonly signature: string;
} {
  return { ...fields, checkpoint: Number(fields.checkpoint) };
}

export const addCosignature = call({
  method: "POST",
  path: "/v1/api/proof/cosign",
  effect: "write",
  audience: "visitor",
  summary: "A witness that the operator has listed countersigns a checkpoint.",
  input: CosignInput,
  output: z.null(),
  reasons: ["CHECKPOINT_UNKNOWN", "WITNESS_UNKNOWN", "COSIGNATURE_INVALID"],
});
