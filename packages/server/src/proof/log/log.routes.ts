// The public calls about checkpoints, keys and paths. Open to everyone and the same for everyone;
// what never changes is read from memory where it is there. Invariants: nothing is proved that no
// checkpoint covers; every answer is bounded (T46). Refuses: CHECKPOINT_UNKNOWN, LEAF_UNKNOWN,
// MARKET_UNKNOWN, TAPE_NOT_PROVED, WITNESS_UNKNOWN, COSIGNATURE_INVALID.

import {
  checkpointFromFields,
  checkpointsFromFields,
  consistencyFromFields,
  cosignFromFields,
  inclusionFromFields,
  provedTapeFromFields,
} from "@truetick/contract/calls";
import {
  type CheckpointWire,
  checkpointToWire,
  PROVED_PIECES_MAX,
  proofKeyToWire,
} from "@truetick/contract/proof";
import { toHex } from "@truetick/proof";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { addCosignature, readCosignatures, type Witness } from "./cosign.ts";
import type { LogName } from "./log-table.ts";
import { type ProofLog, type StoredCheckpoint, sizeIn } from "./proof-log.ts";
import type { ProvedPiece } from "./read-piece.ts";

/** Browsers ask every minute, all at once: they share an answer. */
const NEWEST_KEPT_MS = 500;

export type LogHandlers = Handlers<
  | "getCheckpoint"
  | "listCheckpoints"
  | "listProofKeys"
  | "getInclusion"
  | "getConsistency"
  | "getProvedTape"
  | "addCosignature"
>;

type Parts = {
  readonly database: Database;
  readonly proofLog: ProofLog;
  readonly clock: Pick<Clock, "now">;
  readonly witnesses: readonly Witness[];
  readonly markets: readonly { readonly id: number; readonly code: string }[];
};

export function createLogHandlers(parts: Parts): LogHandlers {
  const { database, proofLog } = parts;
  const newest = sharedFor(NEWEST_KEPT_MS, proofLog.newest);
  const find = (number: number | null) =>
    number === null ? newest() : proofLog.checkpoint(number);
  /** Whether a checkpoint covers so many leaves of the log. */
  const covers = async (log: LogName, size: number) => {
    const stored = await newest();
    return stored !== null && size <= sizeIn(stored.checkpoint, log);
  };
  return {
    async getCheckpoint(fields) {
      const stored = await find(checkpointFromFields(fields));
      return stored ? toWire(database, stored) : refuse("CHECKPOINT_UNKNOWN");
    },
    async listCheckpoints(fields) {
      const { after, limit } = checkpointsFromFields(fields);
      return { data: await allToWire(database, await proofLog.checkpoints(after, limit)) };
    },
    listProofKeys: async () => ({ data: (await proofLog.keys()).map(proofKeyToWire) }),
    async getInclusion(fields) {
      const { log, index, size } = inclusionFromFields(fields);
      if (index >= size || !(await covers(log, size))) return refuse("LEAF_UNKNOWN");
      const { leaf, path } = await proofLog.inclusion({ log, index, size });
      return { leaf: toHex(leaf), path: path.map(toHex) };
    },
    async getConsistency(fields) {
      const { log, from, to } = consistencyFromFields(fields);
      if (from > to || !(await covers(log, to))) return refuse("LEAF_UNKNOWN");
      if (from === 0) return { path: [] };
      return { path: (await proofLog.consistency({ log, from, to })).map(toHex) };
    },
    getProvedTape: (fields) => proveTape({ ...parts, find }, provedTapeFromFields(fields)),
    addCosignature: (fields) => cosign({ ...parts, find }, cosignFromFields(fields)),
  };
}

type Found = Parts & {
  readonly find: (number: number | null) => Promise<StoredCheckpoint | null>;
};

async function proveTape(
  { database, proofLog, markets, find }: Found,
  { market, from, to, checkpoint }: ReturnType<typeof provedTapeFromFields>,
) {
  const known = markets.find(({ id, code }) => id === market || code === market);
  if (!known) return refuse("MARKET_UNKNOWN");
  const stored = await find(checkpoint);
  if (!stored) return refuse("CHECKPOINT_UNKNOWN");
  const size = sizeIn(stored.checkpoint, "tape");
  const wanted = { marketId: known.id, from, to, size, limit: PROVED_PIECES_MAX };
  const pieces = await proofLog.tapePieces(wanted);
  if (pieces.length === 0) return refuse("TAPE_NOT_PROVED");
  return { size, checkpoint: await toWire(database, stored), pieces: pieces.map(pieceToWire) };
}

function pieceToWire(piece: ProvedPiece) {
  return {
    market: piece.marketId,
    first_seq: piece.firstSeq,
    last_seq: piece.lastSeq,
    prev_hash: toHex(piece.prevHash),
    packed: Buffer.from(piece.packed).toString("base64"),
    hash: toHex(piece.hash),
    leaf_index: piece.leafIndex,
    path: piece.path.map(toHex),
  };
}

async function cosign(
  { database, clock, witnesses, find }: Found,
  { checkpoint, witness, signature }: ReturnType<typeof cosignFromFields>,
) {
  const known = witnesses.find(({ name }) => name === witness);
  if (!known) return refuse("WITNESS_UNKNOWN");
  const stored = await find(checkpoint);
  if (!stored) return refuse("CHECKPOINT_UNKNOWN");
  const signed = { stored, witness: known, signature, nowMs: clock.now() };
  return (await addCosignature(database, signed)) ? null : refuse("COSIGNATURE_INVALID");
}

async function allToWire(
  database: Database,
  stored: readonly StoredCheckpoint[],
): Promise<CheckpointWire[]> {
  const cosignatures = await readCosignatures(
    database,
    stored.map(({ number }) => number),
  );
  return stored.map(({ number, text, signature, checkpoint: { keyId } }) =>
    checkpointToWire({
      number,
      text,
      keyId,
      signature,
      cosignatures: cosignatures.get(number) ?? [],
    }),
  );
}

async function toWire(database: Database, stored: StoredCheckpoint): Promise<CheckpointWire> {
  const [wire] = await allToWire(database, [stored]);
  if (!wire) throw new Error("Invariant: one checkpoint is shown as one");
  return wire;
}

/** Whoever asks within the time gets the same answer; one that failed is asked for again. */
function sharedFor<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly answer: Promise<T>; readonly untilMs: number } | null = null;
  return () => {
    const nowMs = performance.now();
    if (kept && nowMs < kept.untilMs) return kept.answer;
    const answer = read();
    kept = { answer, untilMs: nowMs + keptMs };
    answer.catch(() => {
      kept = null;
    });
    return answer;
  };
}
