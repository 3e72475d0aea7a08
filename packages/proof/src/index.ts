// What anyone needs to check us, in Node and in browsers: canonical bytes, hash chains, Merkle
// logs, checkpoints, signed files, the tape's packing. Seeds are apart (`@truetick/proof/seed`).

export { isSigned, sha256 } from "#digest";
export { fromBase64, toBase64 } from "./base64.ts";
export { areEqual, fromHex, joinBytes, toHex } from "./bytes.ts";
export { type Canonical, canonicalBytes } from "./canonical-bytes.ts";
export {
  type Checkpoint,
  checkpointMessage,
  checkpointText,
  cosignatureMessage,
  type KnownKey,
  keyIdOf,
  type LogHead,
  openCheckpoint,
  readCheckpoint,
  type SignedCheckpoint,
} from "./checkpoint.ts";
export {
  type CheckpointExtension,
  hashesOf,
  openPiece,
  openRow,
  openRun,
  type PieceEvidence,
  type RowEvidence,
  type RunEvidence,
  type ShownPart,
  showPart,
  showWhole,
} from "./evidence.ts";
export { CHAIN_GENESIS, chainHash } from "./hash-chain.ts";
export { type EndorsedKey, endorsementMessage, findKeyFault } from "./key-list.ts";
export { type LedgerEntry, ledgerEntryHash } from "./ledger-entry.ts";
export {
  findLiabilityFault,
  isSum,
  joinSums,
  type LiabilityFault,
  type LiabilityHead,
  type LiabilityProof,
  liabilityLeaf,
  ownerCommitment,
  readSum,
  SUM_BYTES,
  type SumNode,
  sumPath,
  sumRoot,
  writeSum,
} from "./liability-tree.ts";
export {
  consistencyPath,
  emptyRoot,
  HASH_BYTES,
  inclusionPath,
  isExtension,
  isIncluded,
  leafHash,
  type NodeReader,
  nodeHash,
  rangeRoot,
  readerOf,
  rootOf,
} from "./merkle.ts";
export { type Plain, plainOf, plainRecord } from "./plain.ts";
export { QuoteRun, type RunQuote, readRun } from "./quote-run.ts";
export {
  ARCHIVE_FORMAT,
  type ArchiveLine,
  type ArchiveSeal,
  CHECKPOINT_FORMAT,
  type CheckpointBody,
  eventReceiptId,
  type FillLine,
  type GoneEnd,
  type LetGoLine,
  RECEIPT_FORMAT,
  type ReceiptBody,
  type ReceiptEvidence,
  type ReceiptKind,
  TAPE_FORMAT,
  type TapeBody,
} from "./receipt-body.ts";
export {
  partCommitment,
  type RowPlace,
  rowHeader,
  rowLeaf,
  SALT_BYTES,
  saltOf,
  saltsOf,
  type WholeRow,
  wholeLeaf,
  wholeSalt,
} from "./row-leaf.ts";
export { type OpenedFile, openFile, type Signer, sealFile } from "./signed-file.ts";
export { type PieceRecord, pieceHash, pieceLeaf, pieceRecord } from "./tape-piece.ts";
