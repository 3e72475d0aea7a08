// The calls of the cashier: every one that moves, or asks about, a trader's money and identity.
// Server side only (zod).

import { getIdentity, listIdentityAccesses, submitIdentity } from "./identity.calls.ts";
import { DEPOSIT_CALLS } from "./deposit.calls.ts";
import { OWN_ACCOUNT_CALLS } from "./own-account.calls.ts";
import { getFile, uploadImage } from "./upload.calls.ts";

export { type IdentityDraft, identityFromFields } from "./identity.calls.ts";
export { fileIdFromFields } from "./upload.calls.ts";

export const CASHIER_CALLS = {
  uploadImage,
  getFile,
  getIdentity,
  submitIdentity,
  listIdentityAccesses,
  ...DEPOSIT_CALLS,
  ...OWN_ACCOUNT_CALLS,
} as const;
