// What anyone needs to check us, in Node and in browsers: canonical bytes, hash chains, Merkle
// logs, checkpoints, signed files, the tape's packing. Seeds are apart (`@truetick/proof/seed`).

export { isSigned, sha256 } from "#digest";
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
export { CHAIN_GENESIS, chainHash } from "./hash-chain.ts";
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
export { QuoteRun, type RunQuote, readRun } from "./quote-run.ts";
export {
  partCommitment,
  type RowPlace,
  rowHeader,
  rowLeaf,
  SALT_BYTES,
  saltOf,
} from "./row-leaf.ts";
export { type OpenedFile, openFile, type Signer, sealFile } from "./signed-file.ts";
export { type PieceRecord, pieceHash, pieceLeaf, pieceRecord } from "./tape-piece.ts";
