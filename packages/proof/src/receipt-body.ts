// What a receipt and an archive say, as the server writes them and packages/verify reads them. A
// receipt is one sealed file. An archive is streamed: lines {body, chain} of canonical JSON, each
// with its link in a hash chain, and as its last line a sealed file that names the chain's end.

import type { KnownKey, SignedCheckpoint } from "./checkpoint.ts";
import type { CheckpointExtension, PieceEvidence, RowEvidence, RunEvidence } from "./evidence.ts";
import type { LedgerEntry } from "./ledger-entry.ts";
import type { Plain } from "./plain.ts";

export const RECEIPT_FORMAT = "truetick.receipt/1";
export const TAPE_FORMAT = "truetick.tape/1";
export const ARCHIVE_FORMAT = "truetick.archive/1";
export const CHECKPOINT_FORMAT = "truetick.checkpoint/1";

/** What a receipt of an event is called; the first shard is not named. */
export function eventReceiptId(place: {
  readonly shard: number;
  readonly seq: number;
  readonly part: number;
}): string {
  const { shard, seq, part } = place;
  return `journal${shard === 0 ? "" : `.${shard}`}-${seq}-${part}`;
}

type PlainRecord = { readonly [key: string]: Plain };

/** Of what it speaks: an event of the journal, a refusal, or a line of the audit log. */
export type ReceiptKind = "event" | "refusal" | "step";

type Issued = {
  readonly build: string;
  readonly mode: "SIMULATED" | "LIVE";
  readonly origin: string;
  /** Those that signed the file and the checkpoint. */
  readonly keys: readonly KnownKey[];
};

export type ReceiptBody = Issued & {
  readonly id: string;
  readonly kind: ReceiptKind;
  /** Null where no account is concerned yet. */
  readonly accountId: number | null;
  /** When it was asked for, and happened. */
  readonly atMs: number;
  /** What was asked: the command, in full. Null on a step, and where another's act caused it. */
  readonly command: PlainRecord | null;
  /** What happened: the event, the refusal, or what is public of the audit line. */
  readonly what: PlainRecord;
  /** Version of the rules by which it was filled; null when nothing was. */
  readonly rulesVersion: number | null;
  /** The fee schedule: the terms of the market in the version that was used, and their evidence. */
  readonly terms: PlainRecord | null;
  /** The lines of the account's ledger, and the hash of each. */
  readonly entries: readonly { readonly entry: LedgerEntry; readonly hash: string }[];
  /** Null until the next checkpoint, by `dueAtMs`. */
  readonly evidence: ReceiptEvidence | null;
  readonly dueAtMs: number | null;
};

export type ReceiptEvidence = {
  readonly checkpoint: SignedCheckpoint;
  readonly extension: CheckpointExtension | null;
  readonly row: RowEvidence;
  /** The row that defined the terms; null where none are used. */
  readonly terms: RowEvidence | null;
  /** Of every other market that a conversion went through: the row that defined it. */
  readonly conversions: readonly RowEvidence[];
  readonly pieces: readonly PieceEvidence[];
};

export type TapeBody = Issued & {
  readonly checkpoint: SignedCheckpoint;
  readonly extension: CheckpointExtension | null;
  readonly pieces: readonly PieceEvidence[];
};

export type CheckpointBody = Issued & {
  readonly checkpoint: SignedCheckpoint;
  readonly extension: CheckpointExtension | null;
};

/** One fill as the table has it; prices in points, amounts in millionths as text. */
export type FillLine = {
  readonly seq: number;
  readonly orderId: number;
  readonly kind: "open" | "close";
  readonly atMs: number;
  readonly marketId: number;
  readonly side: string;
  readonly lots: number;
  readonly tapeSeq: number;
  readonly bid: number;
  readonly ask: number;
  readonly price: number;
  readonly rule: string;
  readonly level: number | null;
  readonly termsVersion: number;
  readonly margin: string;
  readonly profit: string | null;
};

/** The last quote of a market that was let go of; its piece is known by its hash alone. */
export type GoneEnd = {
  readonly marketId: number;
  readonly seq: number;
  readonly atMs: number;
  readonly bid: number;
  readonly ask: number;
  /** Of the piece that ended with it, and the piece's place under the earlier checkpoint. */
  readonly hash: string;
  readonly index: number;
  readonly path: readonly string[];
};

/** What an archive cannot show any more, and that it was there. */
export type LetGoLine = {
  readonly line: "let-go";
  /** From the checkpoint that had all of it to that of the archive. */
  readonly extension: CheckpointExtension;
  readonly ends: readonly GoneEnd[];
};

/** The lines of an archive, in this order; rows in the order of the journal. */
export type ArchiveLine =
  | (Issued & {
      readonly line: "head";
      readonly accountId: number;
      readonly ownerId: number;
      readonly book: string;
      readonly madeAtMs: number;
      readonly checkpoint: SignedCheckpoint;
      readonly extension: CheckpointExtension | null;
    })
  | {
      readonly line: "row";
      readonly row: RowEvidence;
    }
  | { readonly line: "run"; readonly run: RunEvidence }
  | LetGoLine
  | { readonly line: "entry"; readonly entry: LedgerEntry }
  | { readonly line: "fill"; readonly fill: FillLine };

/** What the last line of an archive seals. */
export type ArchiveSeal = {
  readonly accountId: number;
  readonly lines: number;
  /** The link of the last line before. */
  readonly chain: string;
  readonly keys: readonly KnownKey[];
};
