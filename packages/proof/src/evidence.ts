// What a file carries so that nobody need be believed: the shown parts of a row with its place in a
// log, a piece of the tape with its own, the checkpoint both are proved under, and how that extends
// an earlier one. Written by the server, checked by packages/verify. Hashes are in hexadecimal.

import { fromBase64, toBase64 } from "./base64.ts";
import { fromHex, toHex } from "./bytes.ts";
import type { LogHead, SignedCheckpoint } from "./checkpoint.ts";
import { HASH_BYTES, isIncluded } from "./merkle.ts";
import { partCommitment, rowLeaf, SALT_BYTES, type WholeRow, wholeLeaf } from "./row-leaf.ts";
import { type PieceRecord, pieceHash, pieceLeaf } from "./tape-piece.ts";

export type ShownPart = {
  /** Its number within the row. */
  readonly part: number;
  readonly salt: string;
  /** In base64. */
  readonly bytes: string;
};

export type RowEvidence = {
  readonly log: string;
  readonly index: number;
  readonly shard: number;
  readonly seq: number;
  readonly atMs: number;
  /** Of all parts, in their order. None: the row is shown whole, its command and all its events. */
  readonly commitments: readonly string[];
  readonly parts: readonly ShownPart[];
  readonly path: readonly string[];
};

export type PieceEvidence = {
  readonly marketId: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly prevHash: string;
  /** The quotes, in base64. */
  readonly packed: string;
  readonly index: number;
  readonly path: readonly string[];
};

/** Pieces that follow each other: each is linked to the one before, and the last is in the log. */
export type RunEvidence = {
  readonly marketId: number;
  readonly pieces: readonly Pick<PieceEvidence, "firstSeq" | "lastSeq" | "prevHash" | "packed">[];
  /** Of the last of them. */
  readonly index: number;
  readonly path: readonly string[];
};

/** How a checkpoint extends an earlier one, log by log. */
export type CheckpointExtension = {
  readonly from: SignedCheckpoint;
  readonly paths: Readonly<Record<string, readonly string[]>>;
};

/** Null when one of them is no hash. */
export function hashesOf(texts: readonly string[]): Uint8Array[] | null {
  const hashes: Uint8Array[] = [];
  for (const text of texts) {
    const hash = fromHex(text);
    if (hash?.length !== HASH_BYTES) return null;
    hashes.push(hash);
  }
  return hashes;
}

export function showPart(part: number, salt: Uint8Array, bytes: Uint8Array): ShownPart {
  return { part, salt: toHex(salt), bytes: toBase64(bytes) };
}

/** A row that concerns one account is shown whole: both parts behind one salt. */
export function showWhole(salt: Uint8Array, { command, events }: WholeRow): readonly ShownPart[] {
  return [showPart(0, salt, command), showPart(1, salt, events)];
}

/**
 * By their number: of a row that is shown in part each event is a part; of a whole one part 1 has
 * all of them.
 */
export type OpenedParts = {
  readonly isWhole: boolean;
  readonly parts: ReadonlyMap<number, Uint8Array>;
};

/** The bytes of the shown parts, or what is wrong with the row. */
export function openRow(
  row: RowEvidence,
  head: LogHead | undefined,
): OpenedParts | { readonly fault: string } {
  const path = hashesOf(row.path);
  const root = fromHex(head?.root ?? "x");
  if (!path) return { fault: "a hash of the row is not in its one spelling" };
  if (!head || !root) return { fault: `the checkpoint has no log ${row.log}` };
  const opened = row.commitments.length === 0 ? openWhole(row) : openParts(row);
  if ("fault" in opened) return opened;
  const { leaf, ...shown } = opened;
  const isThere = isIncluded({ leaf, index: row.index, size: head.size, path, root });
  return isThere ? shown : { fault: "the row is not in the log at its place" };
}

type OpenedLeaf = (OpenedParts & { readonly leaf: Uint8Array }) | { readonly fault: string };

function openWhole(row: RowEvidence): OpenedLeaf {
  const [first, second, ...more] = row.parts;
  if (first?.part !== 0 || second?.part !== 1 || more.length > 0 || first.salt !== second.salt) {
    return { fault: "a row that is shown whole has a command and events, and one salt" };
  }
  const salt = fromHex(first.salt);
  const [command, events] = [fromBase64(first.bytes), fromBase64(second.bytes)];
  if (salt?.length !== SALT_BYTES || !command || !events) return { fault: "it cannot be read" };
  const parts = new Map([
    [0, command],
    [1, events],
  ]);
  return { isWhole: true, parts, leaf: wholeLeaf(row, salt, { command, events }) };
}

function openParts(row: RowEvidence): OpenedLeaf {
  const commitments = hashesOf(row.commitments);
  if (!commitments) return { fault: "a hash of the row is not in its one spelling" };
  const parts = new Map<number, Uint8Array>();
  for (const { part, salt, bytes } of row.parts) {
    const [grain, found, committed] = [fromHex(salt), fromBase64(bytes), row.commitments[part]];
    if (grain?.length !== SALT_BYTES || !found) return { fault: `part ${part} cannot be read` };
    if (toHex(partCommitment(grain, found)) !== committed) {
      return { fault: `part ${part} is not what the row commits to` };
    }
    parts.set(part, found);
  }
  return { isWhole: false, parts, leaf: rowLeaf(row, commitments) };
}

/** The piece, or what is wrong with it. */
export function openPiece(
  piece: PieceEvidence,
  head: LogHead | undefined,
): { readonly record: PieceRecord } | { readonly fault: string } {
  const packed = fromBase64(piece.packed);
  const [previous] = hashesOf([piece.prevHash]) ?? [];
  const path = hashesOf(piece.path);
  const root = fromHex(head?.root ?? "x");
  if (!packed || !previous || !path) return { fault: "the piece cannot be read" };
  if (!head || !root) return { fault: "the checkpoint has no tape" };
  const { marketId, firstSeq, lastSeq, index } = piece;
  const record: PieceRecord = { marketId, firstSeq, lastSeq, packed };
  const leaf = pieceLeaf(pieceHash(previous, record));
  const isThere = isIncluded({ leaf, index, size: head.size, path, root });
  return isThere ? { record } : { fault: "the piece is not on the tape at its place" };
}

/** The pieces, or what is wrong and at which of them. */
export function openRun(
  { marketId, pieces, index, path }: RunEvidence,
  head: LogHead | undefined,
):
  | { readonly records: readonly PieceRecord[] }
  | { readonly fault: string; readonly firstSeq: number; readonly lastSeq: number } {
  const records: PieceRecord[] = [];
  for (const [at, piece] of pieces.entries()) {
    const { firstSeq, lastSeq } = piece;
    const next = pieces[at + 1];
    const whole = { marketId, ...piece, index, path };
    const opened = next ? linkPiece(whole, next) : openPiece(whole, head);
    if ("fault" in opened) return { fault: opened.fault, firstSeq, lastSeq };
    records.push(opened.record);
  }
  return { records };
}

function linkPiece(
  { marketId, firstSeq, lastSeq, packed: text, prevHash }: PieceEvidence,
  next: Pick<PieceEvidence, "firstSeq" | "prevHash">,
): { readonly record: PieceRecord } | { readonly fault: string } {
  const packed = fromBase64(text);
  const [previous] = hashesOf([prevHash]) ?? [];
  if (!packed || !previous) return { fault: "the piece cannot be read" };
  const record: PieceRecord = { marketId, firstSeq, lastSeq, packed };
  const isLinked = toHex(pieceHash(previous, record)) === next.prevHash;
  if (isLinked && lastSeq + 1 === next.firstSeq) return { record };
  return { fault: "the piece after it is not linked to it" };
}
