// The calls about proof, one line per noun. Server side only (zod).

import { getLiabilityHead, getOwnLiability, listLiabilities } from "./liabilities.calls.ts";
import {
  addCosignature,
  getCheckpoint,
  getConsistency,
  getInclusion,
  getProvedTape,
  listCheckpoints,
  listProofKeys,
} from "./log.calls.ts";
import {
  downloadArchive,
  downloadCheckpoint,
  downloadReceipts,
  downloadTape,
  getReceipt,
  listReceipts,
  listStepReceipts,
} from "./receipts.calls.ts";
import {
  downloadFigureRows,
  getLosingShare,
  getTransparency,
  listRawQuotes,
} from "./transparency.calls.ts";
import { getDeskVerdict, getVerdict, verifyRecord } from "./verdict.calls.ts";
import { getWhy } from "./why.calls.ts";

export { liabilitiesPageFromFields, liabilityCutFromFields } from "./liabilities.calls.ts";
export {
  checkpointFromFields,
  checkpointsFromFields,
  consistencyFromFields,
  cosignFromFields,
  inclusionFromFields,
  provedTapeFromFields,
} from "./log.calls.ts";
export {
  archiveFromFields,
  checkpointFileFromFields,
  type ReceiptPlace,
  receiptFromFields,
  receiptsFromFields,
  stepsFromFields,
  TAPE_FILE_PIECES_MAX,
  tapeFileFromFields,
} from "./receipts.calls.ts";
export { figureRowsFromFields, rawQuotesFromFields } from "./transparency.calls.ts";
export { whyOrderFromFields } from "./why.calls.ts";

export const PROOF_CALLS = {
  getCheckpoint,
  listCheckpoints,
  listProofKeys,
  getInclusion,
  getConsistency,
  getProvedTape,
  addCosignature,
  getReceipt,
  listReceipts,
  listStepReceipts,
  downloadReceipts,
  downloadArchive,
  downloadCheckpoint,
  downloadTape,
  listLiabilities,
  getOwnLiability,
  getLiabilityHead,
  getTransparency,
  getLosingShare,
  downloadFigureRows,
  listRawQuotes,
  getWhy,
  getVerdict,
  getDeskVerdict,
  verifyRecord,
} as const;
