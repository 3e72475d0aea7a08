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
export {
  type Candle,
  type CandleWire,
  candleFromWire,
  candleToWire,
} from "./candle.ts";
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
export type { MessageKey, Messages } from "./messages.ts";
export {
  type NewOrder,
  type OrderTab,
  requestAmendOrder,
  requestCancelOrder,
  requestCloseAll,
  requestCloseOrder,
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
export { PERIOD_IDS, PERIODS, type Period, type PeriodId, periodOf } from "./period.ts";
export { requestComplaintEmail, requestPlatformSettings } from "./platform-settings.requests.ts";
export {
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
export { type MarketSources, type MarketSourcesWire, marketSourcesToWire } from "./source.ts";
export {
  type RefusedTick,
  type TapeLink,
  type TapePage,
  type TapePageWire,
  tapePageToWire,
} from "./tape.ts";
