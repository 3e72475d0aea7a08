// The wire, for browsers and servers alike: no schema library in here. The declared calls are in
// `@truetick/contract/calls`, the texts in `@truetick/contract/messages/*`.

export {
  type AccountLogPage,
  requestAccount,
  requestAccountLog,
  requestBalance,
  requestDemoLogin,
  requestLogOut,
  requestResetDemo,
  requestUser,
} from "./account.requests.ts";
export {
  type Account,
  type AccountLogEntry,
  type AccountLogEntryWire,
  type AccountWire,
  accountFromWire,
  accountLogEntryFromWire,
  accountLogEntryToWire,
  accountToWire,
} from "./account.ts";
export { type Area, type AreaWire, areaFromWire, areaToWire } from "./area.ts";
export { type ArticlePart, articleOf, articleToHtml, isArticleLink, type Span } from "./article.ts";
export {
  type Candle,
  type CandleWire,
  candleFromWire,
  candleToWire,
} from "./candle.ts";
export {
  CAPTCHA_PURPOSES,
  type Captcha,
  type CaptchaAnswer,
  type CaptchaPurpose,
  type CaptchaWire,
  captchaFromWire,
  captchaToWire,
} from "./captcha.ts";
export { type Category, type CategoryWire, categoryFromWire, categoryToWire } from "./category.ts";
export {
  type CompanyPage,
  requestCompanies,
  requestSelectCompany,
  requestSiteStatus,
} from "./company.requests.ts";
export {
  type Company,
  type CompanyWire,
  companyToWire,
  type SiteStatus,
  type SiteStatusWire,
  siteStatusToWire,
} from "./company.ts";
export { CODE_OK, CODE_SESSION_EXPIRED, type Envelope } from "./envelope.ts";
export {
  DEFAULT_LANGUAGE,
  LANGUAGE_IDS,
  LANGUAGES,
  type Language,
  type LanguageId,
  languageOf,
} from "./language.ts";
export { requestLimits, requestSetLimits } from "./limits.requests.ts";
export {
  COOL_OFF_HOURS_MAX,
  EXCLUDE_DAYS_MAX,
  LEVERAGE_LIMIT_MAX,
  type Limits,
  type LimitsChange,
  type LimitsWire,
  limitsFromWire,
  limitsToWire,
  STOP_OUT_ORDERS,
  type StopOutOrder,
} from "./limits.ts";
export { requestLogins } from "./login-record.requests.ts";
export {
  LOGIN_METHODS,
  type LoginMethod,
  type LoginRecord,
  type LoginRecordPage,
  type LoginRecordWire,
  loginRecordFromWire,
  loginRecordToWire,
} from "./login-record.ts";
export {
  type ReadRequest,
  requestCandles,
  requestCategories,
  requestMarkets,
  requestRecentCandles,
} from "./market.requests.ts";
export {
  type Market,
  type MarketWire,
  marketFromWire,
  marketToWire,
  type Quote,
  type QuoteWire,
  quoteFromWire,
  quoteToWire,
} from "./market.ts";
export { type MarketChangePage, requestMarketChanges } from "./market-change.requests.ts";
export {
  type ChangedField,
  type ChangeLabel,
  changeLabel,
  MARKET_FIELDS,
  type MarketChange,
  type MarketChangeWire,
  type MarketField,
  marketChangeFromWire,
  marketChangeToWire,
} from "./market-change.ts";
export { requestMarketTerms } from "./market-terms.requests.ts";
export {
  type PublicTerms,
  type PublicTermsWire,
  publicTermsToWire,
  type TradingSpan,
} from "./market-terms.ts";
export {
  type CodeForm,
  type LogInForm,
  type PasswordChangeForm,
  type PasswordResetForm,
  type RegistrationForm,
  requestAreas,
  requestCaptcha,
  requestChangePassword,
  requestCode,
  requestLogIn,
  requestMemberCode,
  requestRegister,
  requestResetPassword,
} from "./member.requests.ts";
export { requestMemberSettings, requestSetMemberSettings } from "./member-settings.requests.ts";
export {
  isWatchlist,
  type MemberSettings,
  type MemberSettingsWire,
  memberSettingsFromWire,
  memberSettingsToWire,
  NO_MEMBER_SETTINGS,
  THEME_IDS,
  type ThemeId,
  UP_DOWN_IDS,
  type UpDownId,
  WATCHED_MAX,
} from "./member-settings.ts";
export type { MessageKey, Messages } from "./messages.ts";
export { type NewsPage, requestNews, requestNewsList } from "./news.requests.ts";
export {
  type NewsArticle,
  type NewsCategory,
  type NewsHead,
  type NewsHeadWire,
  newsHeadToWire,
} from "./news.ts";
export {
  type NewOrder,
  type OrderTab,
  orderFieldOf,
  ordersCsvPath,
  requestAmendOrder,
  requestCancelOrder,
  requestCloseAll,
  requestCloseOrder,
  requestOrder,
  requestOrderPreview,
  requestOrders,
  requestPlaceOrder,
  requestSetStops,
  requestSetTrailing,
  type WriteRequest,
} from "./order.requests.ts";
export {
  type Order,
  type OrderMarket,
  type OrderPage,
  type OrderPageWire,
  type OrderStatus,
  type OrderWire,
  orderFromWire,
  orderPageFromWire,
  orderPageToWire,
  orderToWire,
  type Side,
} from "./order.ts";
export {
  type AmendedOrder,
  type AmendedOrderWire,
  amendedOrderFromWire,
  amendedOrderToWire,
  type ClosedOrder,
  type ClosedOrders,
  type ClosedOrdersWire,
  type ClosedOrderWire,
  closedOrderFromWire,
  closedOrdersFromWire,
  closedOrdersToWire,
  closedOrderToWire,
  type OrderPreview,
  type OrderPreviewWire,
  type OrderStops,
  type OrderStopsWire,
  orderPreviewFromWire,
  orderPreviewToWire,
  orderStopsFromWire,
  orderStopsToWire,
  type PlacedOrder,
  type PlacedOrderWire,
  placedOrderFromWire,
  placedOrderToWire,
  type TrailingStop,
  type TrailingStopWire,
  trailingStopFromWire,
  trailingStopToWire,
} from "./order-answer.ts";
export {
  ALL_HISTORY,
  HISTORY_REASONS,
  HISTORY_RESULTS,
  type HistoryFilter,
  type HistoryReason,
  type HistoryResult,
  historyFields,
  type OrderFile,
  type OrderFileWire,
  type OrderFill,
  orderFileFromWire,
  orderFileToWire,
} from "./order-history.ts";
export {
  type PasskeyResponse,
  requestAddPasskey,
  requestNewPasskey,
  requestPasskeyChallenge,
  requestPasskeyLogin,
  requestPasskeys,
  requestRemovePasskey,
} from "./passkey.requests.ts";
export {
  PASSKEY_NAME_LENGTH_MAX,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyWire,
  passkeyFromWire,
  passkeyToWire,
} from "./passkey.ts";
export { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, passwordLength } from "./password.ts";
export { PERIOD_IDS, PERIODS, type Period, type PeriodId, periodOf } from "./period.ts";
export { requestComplaintEmail, requestPlatformSettings } from "./platform-settings.requests.ts";
export {
  type FeeBase,
  type PlatformSettings,
  type PlatformSettingsWire,
  platformSettingsToWire,
  SUPPORT_MODES,
  type SupportMode,
  VERIFY_MODES,
  type VerifyMode,
} from "./platform-settings.ts";
export { REASONS, type Reason } from "./reason.ts";
export { SCREEN_PATHS } from "./screen.ts";
export { type SeedDay, type SeedDayWire, seedDayToWire } from "./seed.ts";
export {
  type Session,
  type SessionWire,
  sessionFromWire,
  sessionToWire,
  type User,
  type UserWire,
  userFromWire,
  userToWire,
} from "./session.ts";
export {
  requestRevokeOtherSessions,
  requestRevokeSession,
  requestSessions,
} from "./session-list.requests.ts";
export {
  type OpenSession,
  type OpenSessionWire,
  openSessionFromWire,
  openSessionToWire,
} from "./session-list.ts";
export {
  type CandlesFrame,
  type ClientFrame,
  CONNECT_TIMEOUT_MS,
  codeInTopic,
  type ErrorFrame,
  HEARTBEAT_MS,
  MISSED_PONGS_MAX,
  PING,
  PONG,
  type QuotesFrame,
  type QuoteUpdate,
  type QuoteUpdateWire,
  quoteUpdateFromWire,
  quoteUpdateToWire,
  RETRY_FIRST_MS,
  RETRY_MAX_MS,
  reconnectDelayMs,
  reconnectReason,
  SESSION_ENDED,
  type ServerFrame,
  type SessionFrame,
  SOCKET_PATH,
  TOPIC_CANDLES,
  TOPIC_QUOTES,
  topicOf,
} from "./socket.ts";
export {
  type AccountUpdate,
  type AccountUpdateWire,
  accountUpdateFromWire,
  accountUpdateToWire,
  type ClosedFrame,
  type EndedOrderNotice,
  type EndedOrderNoticeWire,
  endedOrderFromWire,
  endedOrderToWire,
  TOPIC_CLOSED,
  TOPIC_TRADE,
  type TradeFrame,
} from "./socket-account.ts";
export {
  CASHIER_KINDS,
  type CashierFrame,
  type CashierKind,
  TOPIC_CASHIER,
} from "./socket-cashier.ts";
export { type MarketSources, type MarketSourcesWire, marketSourcesToWire } from "./source.ts";
export { requestStepUp, requestStepUpByPasskey } from "./step-up.requests.ts";
export {
  type RefusedTick,
  type TapeLink,
  type TapePage,
  type TapePageWire,
  tapePageToWire,
} from "./tape.ts";
export {
  requestDisableTwoFactor,
  requestEnableTwoFactor,
  requestRecoveryCodes,
  requestSetUpTwoFactor,
  requestTwoFactor,
} from "./two-factor.requests.ts";
export {
  SECOND_FACTORS,
  type SecondFactor,
  type TwoFactorSetup,
  type TwoFactorStatus,
  type TwoFactorStatusWire,
  twoFactorStatusFromWire,
  twoFactorStatusToWire,
} from "./two-factor.ts";
export {
  CODE_DIGITS,
  CODE_MINUTES_MAX,
  CONTACT_KINDS,
  type CodePurpose,
  type ContactKind,
  RESEND_AFTER_SECONDS,
  type SentCode,
  type SentCodeWire,
  sentCodeFromWire,
  sentCodeToWire,
} from "./verification.ts";
