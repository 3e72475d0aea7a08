// Notices, price alerts, notices on a device and popular markets, as the app and the server speak
// of them. Browser-safe; the calls are declared in the `*.calls.ts` files beside and listed in
// `calls.ts`.

export { requestAddAlert, requestAlerts, requestRemoveAlert } from "./alert.requests.ts";
export {
  ALERT_DIRECTIONS,
  ALERTS_MAX,
  type Alert,
  type AlertDirection,
  type AlertWire,
  alertFromWire,
  alertToWire,
} from "./alert.ts";
export { type NoticePage, requestNotices, requestReadNotices } from "./notice.requests.ts";
export {
  NOTICE_KINDS,
  NOTICES_PER_PAGE,
  type Notice,
  type NoticeFrame,
  type NoticeKind,
  type NoticeWire,
  noticeFromWire,
  noticeToWire,
  TOPIC_NOTICE,
} from "./notice.ts";
export { requestPopularMarkets } from "./popular.requests.ts";
export {
  POPULAR_HOURS,
  POPULAR_MARKETS_MAX,
  type PopularMarkets,
  type PopularMarketsWire,
  popularMarketsToWire,
} from "./popular.ts";
export { requestPushKey, requestSubscribePush, requestUnsubscribePush } from "./push.requests.ts";
export { PUSH_DEVICES_MAX, type PushDevice, type PushPayload } from "./push.ts";
