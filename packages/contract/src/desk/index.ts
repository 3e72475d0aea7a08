// What the operator's app and the server say to each other: staff, queues, proposals, audit.
// Browser-safe; the calls are declared in the `*.calls.ts` files beside and listed in `calls.ts`.

export {
  requestAnswerDispute,
  requestDeskAdjustments,
  requestDisputes,
} from "./adjustment.requests.ts";
export {
  ADJUSTMENT_REASON_LENGTH_MAX,
  type AdjustmentPayload,
  type DeskAdjustment,
  type DeskDispute,
  DISPUTE_ANSWER_LENGTH_MAX,
} from "./adjustment.ts";
export {
  type OnVersion,
  requestArticle,
  requestArticles,
  requestCreateArticle,
  requestDressArticle,
  requestNewsCategories,
  requestPublishArticle,
  requestRemoveArticle,
  requestSaveNewsCategory,
  requestUnpublishArticle,
  requestUnwriteArticle,
  requestWriteArticle,
} from "./article.requests.ts";
export {
  ARTICLE_BODY_LENGTH_MAX,
  ARTICLE_STATES,
  ARTICLE_SUMMARY_LENGTH_MAX,
  ARTICLE_TITLE_LENGTH_MAX,
  type ArticleFile,
  type ArticleKind,
  type ArticleRow,
  type ArticleState,
  type ArticleText,
  articleFileToWire,
  articleRowToWire,
  COUNTRIES_MARK,
  type DeskNewsCategory,
  NEWS_CATEGORY_LENGTH_MAX,
  type WrittenKind,
} from "./article.ts";
export { requestAuditLines, requestAuditVerdict } from "./audit.requests.ts";
export {
  type AuditLine,
  type AuditLineWire,
  type AuditVerdict,
  type AuditVerdictWire,
  auditVerdictToWire,
} from "./audit.ts";
export {
  type DepositRowPage,
  requestApproveDeposit,
  requestAskDeposit,
  requestDepositCase,
  requestDepositCases,
  requestInvalidateDeposit,
  requestLookAtReversals,
  requestRejectDeposit,
} from "./deposit.requests.ts";
export {
  DEPOSIT_STATES,
  type DepositApproval,
  type DepositCase,
  type DepositCaseWire,
  type DepositPast,
  type DepositRow,
  type DepositRowWire,
  type DepositState,
  type DepositTwin,
  depositCaseFromWire,
  depositCaseToWire,
  depositRowFromWire,
  depositRowToWire,
} from "./deposit.ts";
export { EXPORTS, EXPORTS_PER_DAY_MAX, type ExportName, exportPath } from "./export.ts";
export { requestExposure } from "./exposure.requests.ts";
export {
  EXPOSURE_BOOKS,
  type Exposure,
  type ExposureBook,
  type ExposureWire,
  exposureFromWire,
  exposureToWire,
  type MarketExposure,
  type MarketExposureWire,
} from "./exposure.ts";
export { FACTOR_PROPOSAL_KIND, type FactorPayload } from "./factor-proposal.ts";
export {
  requestAnswerFeedback,
  requestDeskFeedback,
  requestDeskFeedbackFile,
  requestMoveFeedback,
} from "./feedback.requests.ts";
export {
  type DeskFeedback,
  type DeskFeedbackFile,
  type DeskFeedbackReply,
  deskFeedbackFileToWire,
  deskFeedbackToWire,
} from "./feedback.ts";
export {
  type IdentityRowPage,
  requestApproveIdentity,
  requestAskIdentity,
  requestIdentityCase,
  requestIdentityCases,
  requestRejectIdentity,
} from "./identity.requests.ts";
export {
  DECISION_TEXT_LENGTH_MAX,
  IDENTITY_CASE_STATUSES,
  IDENTITY_VIEWS_PER_DAY_MAX,
  type IdentityCase,
  type IdentityCaseStatus,
  type IdentityCaseWire,
  type IdentityPast,
  type IdentityRow,
  type IdentityRowWire,
  type IdentityTwin,
  identityCaseFromWire,
  identityCaseToWire,
  identityRowFromWire,
  identityRowToWire,
} from "./identity.ts";
export { requestDeskMarket, requestDeskMarkets } from "./market.requests.ts";
export {
  type DeskMarket,
  type DeskMarketFile,
  type DeskMarketFileWire,
  type DeskMarketHalt,
  type DeskMarketSession,
  type DeskMarketSource,
  type DeskMarketVersion,
  type DeskMarketWire,
  deskMarketFileFromWire,
  deskMarketFileToWire,
  deskMarketFromWire,
  deskMarketToWire,
  type MarketTermTexts,
} from "./market.ts";
export {
  type CategoryProposal,
  type ClosingOnlyProposal,
  HALT_REASON_LENGTH_MAX,
  type MarketHaltProposal,
  type MarketProposal,
} from "./market-proposal.ts";
export { requestDeskOrder, requestDeskOrders } from "./order.requests.ts";
export {
  type ConversionStep,
  DESK_ORDER_STATUSES,
  type DeskFill,
  type DeskFillWire,
  type DeskOrder,
  type DeskOrderFile,
  type DeskOrderFileWire,
  type DeskOrderMovement,
  type DeskOrderStatus,
  type DeskOrderWire,
  deskOrderFileFromWire,
  deskOrderFileToWire,
  deskOrderFromWire,
  deskOrderToWire,
} from "./order.ts";
export { requestOutbox } from "./outbox.requests.ts";
export { type DeskMessage, OUTBOX_STATES, type OutboxState } from "./outbox.ts";
export { DESK_ROWS_PER_PAGE, type DeskPage, givenFields, readDeskPage } from "./page.ts";
export {
  requestApproveProposal,
  requestObjectHash,
  requestProposal,
  requestProposals,
  requestRejectProposal,
  requestSubmitProposal,
  requestWithdrawProposal,
} from "./proposal.requests.ts";
export {
  PROPOSAL_PAYLOAD_LENGTH_MAX,
  PROPOSAL_REASON_LENGTH_MAX,
  PROPOSAL_STATUSES,
  type Proposal,
  type ProposalCase,
  type ProposalCaseWire,
  type ProposalStatus,
  type ProposalWire,
  proposalToWire,
  type StaffName,
} from "./proposal.ts";
export { requestRails } from "./rail.requests.ts";
export type { CurrencyRail, NetworkRail, Rails, WireRail } from "./rail.ts";
export {
  type DepositReversal,
  REVERSAL_FILTERS,
  type ReversalAbout,
  type ReversalFilter,
  type ReversalState,
  type ReversalThing,
  type ReversedDeposit,
} from "./reversal.ts";
export { requestDeskSettings } from "./setting.requests.ts";
export {
  type DeskCompany,
  type DeskSetting,
  type DeskSettings,
  SETTING_NAMES,
  SETTING_VALUE_LENGTH_MAX,
  type SettingName,
  type SettingPayload,
} from "./setting.ts";
export {
  requestAcceptInvitation,
  requestStaffEnrolment,
  requestStaffList,
  requestStaffLogin,
  requestStaffLogOut,
  requestStaffMailCode,
  requestStaffMe,
} from "./staff.requests.ts";
export {
  type CallPermission,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  ROLES,
  type Role,
  type StaffEntry,
  type StaffEntryWire,
  type StaffLogin,
  type StaffLoginWire,
  type StaffMember,
  type StaffMemberWire,
  type StaffSessionWire,
  staffEntryFromWire,
  staffEntryToWire,
  staffLoginFromWire,
  staffMemberToWire,
} from "./staff.ts";
export { STAFF_PROPOSAL_KIND, type StaffPayload } from "./staff-proposal.ts";
export { requestSummary } from "./summary.requests.ts";
export type { QueueCount } from "./summary.ts";
export {
  requestDeskUser,
  requestDeskUserLedger,
  requestDeskUsers,
  requestEndUserSessions,
  requestFreezeUser,
  requestNoteUser,
  requestUnfreezeUser,
} from "./user.requests.ts";
export {
  type DeskAccount,
  type DeskFreeze,
  type DeskLedgerLine,
  type DeskMoney,
  type DeskNote,
  type DeskUser,
  type DeskUserFile,
  type DeskUserFileWire,
  type DeskUserSession,
  type DeskUserWire,
  deskUserFileFromWire,
  deskUserFileToWire,
  deskUserFromWire,
  deskUserToWire,
  FREEZE_HOURS_MAX,
  FREEZE_REASON_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  USER_SEARCH_LENGTH_MAX,
} from "./user.ts";
export {
  requestApproveWithdrawal,
  requestAskWithdrawal,
  requestMarkPaid,
  requestPayoutRails,
  requestRejectWithdrawal,
  requestReturnWithdrawal,
  requestWithdrawalCase,
  requestWithdrawalCases,
  type WithdrawalRowPage,
} from "./withdrawal.requests.ts";
export {
  type DestinationLine,
  PAYOUT_RAIL_KIND,
  type PayoutRail,
  type PayoutRailProposal,
  type PayoutRailWire,
  payoutRailFromWire,
  payoutRailToWire,
  WITHDRAWAL_REJECTIONS,
  type WithdrawalApproval,
  type WithdrawalCase,
  type WithdrawalCaseWire,
  type WithdrawalPast,
  type WithdrawalRejection,
  type WithdrawalRow,
  type WithdrawalRowWire,
  withdrawalCaseFromWire,
  withdrawalCaseToWire,
  withdrawalRowFromWire,
  withdrawalRowToWire,
} from "./withdrawal.ts";
