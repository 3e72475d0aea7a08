// The calls of the cashier: every one that moves, or asks about, a trader's money and identity.
// Server side only (zod).

import { DEPOSIT_CALLS } from "./deposit.calls.ts";
import { getIdentity, listIdentityAccesses, submitIdentity } from "./identity.calls.ts";
import { OWN_ACCOUNT_CALLS } from "./own-account.calls.ts";
import { PAYOUT_METHOD_CALLS } from "./payout-method.calls.ts";
import { getFile, uploadImage } from "./upload.calls.ts";
import { WITHDRAWAL_CALLS } from "./withdrawal.calls.ts";

export { type IdentityDraft, identityFromFields } from "./identity.calls.ts";
export { fileIdFromFields } from "./upload.calls.ts";

export const CASHIER_CALLS = {
  uploadImage,
  getFile,
  getIdentity,
  submitIdentity,
  listIdentityAccesses,
  ...DEPOSIT_CALLS,
  ...PAYOUT_METHOD_CALLS,
  ...WITHDRAWAL_CALLS,
  ...OWN_ACCOUNT_CALLS,
} as const;
