// Money in, money out and who somebody is, as both apps and the server speak of them: deposits,
// withdrawals, payout methods, identity, uploads, statements. Browser-safe; the calls are declared
// in the `*.calls.ts` files beside and listed in `calls.ts`.

export {
  type AdjustmentPage,
  requestAdjustmentMonths,
  requestAdjustments,
  requestDisputeAdjustment,
} from "./adjustment.requests.ts";
export {
  type Adjustment,
  type AdjustmentDispute,
  type AdjustmentMonth,
  type AdjustmentWire,
  adjustmentFromWire,
  adjustmentToWire,
  DISPUTE_TEXT_LENGTH_MAX,
} from "./adjustment.ts";
export { requestPayoutFreeze } from "./freeze.requests.ts";
export {
  type PayoutFreeze,
  type PayoutFreezeWire,
  payoutFreezeFromWire,
  payoutFreezeToWire,
} from "./freeze.ts";
export {
  type IdentityForm,
  requestIdentity,
  requestIdentityAccesses,
  requestSubmitIdentity,
} from "./identity.requests.ts";
export {
  CARD_ID_LENGTH_MAX,
  CARD_ID_LENGTH_MIN,
  IDENTITY_LOOKS,
  IDENTITY_NAME_LENGTH_MAX,
  IDENTITY_STATUSES,
  type Identity,
  type IdentityAccess,
  type IdentityAccessWire,
  type IdentityLook,
  type IdentityStatus,
  type IdentityWire,
  identityAccessFromWire,
  identityAccessToWire,
  identityFromWire,
  identityToWire,
} from "./identity.ts";
export {
  requestBindPayoutMethod,
  requestPayoutCurrencies,
  requestPayoutMethods,
  requestRemovePayoutMethod,
} from "./payout-method.requests.ts";
export {
  type BankFields,
  type NewPayoutMethod,
  PAYOUT_CHANNELS,
  PAYOUT_NETWORKS,
  type PayoutChannel,
  type PayoutCurrency,
  type PayoutCurrencyWire,
  type PayoutMethod,
  type PayoutMethodWire,
  type PayoutNetwork,
  payoutChannelFromWire,
  payoutChannelToWire,
  payoutCurrencyFromWire,
  payoutCurrencyToWire,
  payoutFieldName,
  payoutFieldOf,
  payoutMethodFromWire,
  payoutMethodToWire,
} from "./payout-method.ts";
export { requestStatement, type StatementPeriod, statementCsvPath } from "./statement.requests.ts";
export {
  type Statement,
  type StatementLine,
  type StatementLineWire,
  type StatementTotal,
  type StatementWire,
  statementFromWire,
  statementToWire,
} from "./statement.ts";
export {
  FILE_URL,
  fileIdOf,
  fileUrlOf,
  IMAGE_BYTES_MAX,
  IMAGE_FIELD,
  IMAGE_PIXELS_MAX,
  IMAGE_TYPES,
  IMAGE_UPLOAD_PATH,
  uploadedUrlFromWire,
} from "./upload.ts";
export {
  type NewWithdrawal,
  requestAnswerWithdrawal,
  requestCancelWithdrawal,
  requestConfirmWithdrawal,
  requestPayoutQuote,
  requestWithdrawal,
  requestWithdrawalCode,
  requestWithdrawalPromise,
  requestWithdrawals,
} from "./withdrawal.requests.ts";
export {
  PAYOUT_QUOTE_SEC,
  type PayoutQuote,
  type PayoutQuoteWire,
  payoutQuoteFromWire,
  payoutQuoteToWire,
  type RequestedWithdrawal,
  type RequestedWithdrawalWire,
  requestedWithdrawalFromWire,
  requestedWithdrawalToWire,
  WITHDRAWAL_CODE_MINUTES,
  WITHDRAWAL_CODE_TRIES_MAX,
  WITHDRAWAL_STATUSES,
  WITHDRAWAL_TEXT_MAX,
  type Withdrawal,
  type WithdrawalPage,
  type WithdrawalStatus,
  type WithdrawalWire,
  withdrawalFromWire,
  withdrawalToWire,
} from "./withdrawal.ts";
export {
  type WithdrawalPromise,
  type WithdrawalPromiseWire,
  withdrawalPromiseFromWire,
  withdrawalPromiseToWire,
} from "./withdrawal-promise.ts";
