// The list of every call the platform answers, and the readers that turn the wire's names of
// fields into ours. Server side only: it carries the schemas.

import { getAccount, getBalance, listAccountLog, resetDemoAccount } from "./account.calls.ts";
import { listAreas } from "./area.calls.ts";
import { getCaptcha } from "./captcha.calls.ts";
import { CASHIER_CALLS } from "./cashier/calls.ts";
import { getSiteStatus, listCompanies, selectCompany } from "./company.calls.ts";
import { CONTENT_CALLS } from "./content/calls.ts";
import { COPYING_CALLS } from "./copying/calls.ts";
import { DESK_CALLS } from "./desk/calls.ts";
import { getLimits, setLimits } from "./limits.calls.ts";
import { listLogins } from "./login-record.calls.ts";
import { listCandles, listCategories, listMarkets, listRecentCandles } from "./market.calls.ts";
import { listMarketChanges } from "./market-change.calls.ts";
import { getMarketTerms } from "./market-terms.calls.ts";
import { getMemberSettings, setMemberSettings } from "./member-settings.calls.ts";
import { NOTICE_CALLS } from "./notices/calls.ts";
import { listOrders, placeOrder, previewOrder } from "./order.calls.ts";
import {
  amendOrder,
  cancelOrder,
  closeAllOrders,
  closeOrder,
  setStops,
  setTrailingStop,
} from "./order-change.calls.ts";
import { downloadOrders, getOrder } from "./order-history.calls.ts";
import {
  addPasskey,
  listPasskeys,
  logInByPasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from "./passkey.calls.ts";
import { changePassword, resetPassword } from "./password.calls.ts";
import { getComplaintEmail, getPlatformSettings, getSetting } from "./platform-settings.calls.ts";
import { PROOF_CALLS } from "./proof/calls.ts";
import { RANKING_CALLS } from "./ranking/calls.ts";
import { register } from "./registration.calls.ts";
import { listSeeds } from "./seed.calls.ts";
import { getUser, logIn, logInDemo, logOut } from "./session.calls.ts";
import { listSessions, revokeOtherSessions, revokeSession } from "./session-list.calls.ts";
import { listSources } from "./source.calls.ts";
import { stepUp, stepUpByPasskey } from "./step-up.calls.ts";
import { SUPPORT_CALLS } from "./support/calls.ts";
import { listTape } from "./tape.calls.ts";
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from "./two-factor.calls.ts";
import { sendEmailCode, sendMemberCode, sendSmsCode } from "./verification.calls.ts";

export { accountLogFromFields } from "./account.calls.ts";
export {
  AUDIENCES,
  type Audience,
  type Call,
  EFFECTS,
  type Effect,
  reasonsOf,
  type SentFields,
} from "./call.ts";
export { captchaPurposeFromFields } from "./captcha.calls.ts";
export { fileIdFromFields, type IdentityDraft, identityFromFields } from "./cashier/calls.ts";
export {
  type CoinDraft,
  coinDraftFromFields,
  depositAnswerFromFields,
  depositIdFromFields,
  depositListFromFields,
  testCardFromFields,
  type WireDraft,
  wireCurrencyFromFields,
  wireDraftFromFields,
} from "./cashier/deposit.calls.ts";
export {
  adjustmentsFromFields,
  disputeFromFields,
  periodFromFields,
  statementFromFields,
} from "./cashier/own-account.calls.ts";
export {
  newPayoutMethodFromFields,
  payoutChannelFromFields,
  payoutMethodIdFromFields,
  payoutMethodListFromFields,
} from "./cashier/payout-method.calls.ts";
export {
  payoutQuoteFromFields,
  withdrawalAnswerFromFields,
  withdrawalConfirmationFromFields,
  withdrawalFromFields,
  withdrawalIdFromFields,
  withdrawalListFromFields,
} from "./cashier/withdrawal.calls.ts";
export { companiesFromFields, companyIdFromFields } from "./company.calls.ts";
export {
  announcementPageFromFields,
  feedbackFromFields,
  feedbackPageFromFields,
  feedbackReplyFromFields,
  newsIdFromFields,
  newsListFromFields,
  pictureIdFromFields,
} from "./content/calls.ts";
export {
  copiedListFromFields,
  copyClosingFromFields,
  type FollowRule,
  followChangeFromFields,
  followMoveFromFields,
  followPauseFromFields,
  followStopFromFields,
  newFollowFromFields,
  skippedListFromFields,
} from "./copying/calls.ts";
export {
  auditFromFields,
  type DeskOrderFilter,
  depositApprovalFromFields,
  depositCasesFromFields,
  depositQuestionFromFields,
  depositRemarkFromFields,
  deskOrdersFromFields,
  exposureBookFromFields,
  identityCaseFromFields,
  identityCasesFromFields,
  identityQuestionFromFields,
  identityRejectionFromFields,
  proposalsFromFields,
  reversalLookFromFields,
  staffLoginFromFields,
} from "./desk/calls.ts";
export {
  articleDressFromFields,
  articleIdFromFields,
  articlesFromFields,
  articleTextFromFields,
  articleVersionFromFields,
  deskFeedbackFromFields,
  deskFeedbackIdFromFields,
  feedbackAnswerFromFields,
  feedbackMoveFromFields,
  newArticleFromFields,
  newsCategoryFromFields,
  publicationFromFields,
  unwrittenFromFields,
} from "./desk/content.calls.ts";
export {
  deskAdjustmentsFromFields,
  deskUserIdFromFields,
  deskUserLedgerFromFields,
  deskUserListFromFields,
  disputeAnswerFromFields,
  disputesFromFields,
  exportFromFields,
  freezeFromFields,
  noteFromFields,
  outboxFromFields,
  unfreezeFromFields,
} from "./desk/office.calls.ts";
export {
  withdrawalApprovalFromFields,
  withdrawalCaseIdFromFields,
  withdrawalCasesFromFields,
  withdrawalPaymentFromFields,
  withdrawalQuestionFromFields,
  withdrawalRejectionFromFields,
  withdrawalReturnFromFields,
} from "./desk/withdrawal.calls.ts";
export { ROWS_PER_PAGE } from "./fields.calls.ts";
export { limitsChangeFromFields } from "./limits.calls.ts";
export { loginListFromFields } from "./login-record.calls.ts";
export { candlesFromFields } from "./market.calls.ts";
export { marketChangesFromFields } from "./market-change.calls.ts";
export { marketIdFromFields } from "./market-terms.calls.ts";
export { memberSettingsFromFields } from "./member-settings.calls.ts";
export {
  alertIdFromFields,
  newAlertFromFields,
  noticeListFromFields,
  pushDeviceFromFields,
  pushEndpointFromFields,
  readNoticesFromFields,
} from "./notices/calls.ts";
export {
  misplacedFilter,
  ORDER_FIELD_NAMES,
  type OrderDraft,
  orderDraftFromFields,
  orderListFromFields,
} from "./order.calls.ts";
export {
  amendmentFromFields,
  closingFromFields,
  closingOfAllFromFields,
  orderIdFromFields,
  stopsFromFields,
  trailingFromFields,
} from "./order-change.calls.ts";
export { historyFilterFromFields } from "./order-history.calls.ts";
export {
  newPasskeyFromFields,
  type PasskeyAnswer,
  passkeyAnswerFromFields,
  passkeyIdFromFields,
} from "./passkey.calls.ts";
export { passwordChangeFromFields, passwordResetFromFields } from "./password.calls.ts";
export { isMobileSetting, mobileSettingToWire } from "./platform-settings.calls.ts";
export {
  archiveFromFields,
  checkpointFileFromFields,
  checkpointFromFields,
  checkpointsFromFields,
  consistencyFromFields,
  cosignFromFields,
  figureRowsFromFields,
  inclusionFromFields,
  liabilitiesPageFromFields,
  liabilityCutFromFields,
  provedTapeFromFields,
  type ReceiptPlace,
  rawQuotesFromFields,
  receiptFromFields,
  receiptsFromFields,
  stepsFromFields,
  TAPE_FILE_PIECES_MAX,
  tapeFileFromFields,
  whyOrderFromFields,
} from "./proof/calls.ts";
export {
  type ListingWish,
  listingWishFromFields,
  type RankedWish,
  rankedWishFromFields,
  traderAliasFromFields,
} from "./ranking/calls.ts";
export { type Registration, registrationFromFields } from "./registration.calls.ts";
export { seedsFromFields } from "./seed.calls.ts";
export { file, type SentFile, type SentStream, sentKindOf, stream } from "./sent.calls.ts";
export { demoSecretFromFields, logInFromFields } from "./session.calls.ts";
export { sessionIdFromFields } from "./session-list.calls.ts";
export { stepUpFromFields } from "./step-up.calls.ts";
export {
  cannedFromFields,
  supportAnswerFromFields,
  supportAssignmentFromFields,
  supportCaseFromFields,
  supportCasesFromFields,
  supportClosingFromFields,
  supportDraftFromFields,
  supportKeyFromFields,
  supportPageFromFields,
  supportReadFromFields,
  supportSeenFromFields,
  supportThreadIdFromFields,
} from "./support/calls.ts";
export { tapeFromFields } from "./tape.calls.ts";
export { authCodeFromFields, givenAuthCodeFromFields } from "./two-factor.calls.ts";
export {
  type CodeRequest,
  codeRequestFromFields,
  memberCodeFromFields,
} from "./verification.calls.ts";

export const CALLS = {
  listMarkets,
  listCategories,
  listCandles,
  listRecentCandles,
  listTape,
  listSources,
  listMarketChanges,
  getMarketTerms,
  listSeeds,
  placeOrder,
  previewOrder,
  listOrders,
  getOrder,
  downloadOrders,
  closeOrder,
  closeAllOrders,
  cancelOrder,
  setStops,
  setTrailingStop,
  amendOrder,
  getBalance,
  getAccount,
  listAccountLog,
  resetDemoAccount,
  listAreas,
  getCaptcha,
  sendEmailCode,
  sendSmsCode,
  sendMemberCode,
  register,
  logIn,
  resetPassword,
  changePassword,
  logInDemo,
  getUser,
  logOut,
  getSiteStatus,
  listCompanies,
  selectCompany,
  getPlatformSettings,
  getSetting,
  getComplaintEmail,
  ...CONTENT_CALLS,
  ...RANKING_CALLS,
  ...PROOF_CALLS,
  ...COPYING_CALLS,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  listLogins,
  getTwoFactor,
  setUpTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  listPasskeys,
  startPasskey,
  addPasskey,
  removePasskey,
  startPasskeyLogin,
  logInByPasskey,
  stepUp,
  stepUpByPasskey,
  getLimits,
  setLimits,
  getMemberSettings,
  setMemberSettings,
  ...NOTICE_CALLS,
  ...CASHIER_CALLS,
  ...DESK_CALLS,
  ...SUPPORT_CALLS,
} as const;

export type CallName = keyof typeof CALLS;
