// The calls about notices, price alerts, notices on a device and popular markets. Server side only
// (zod).

import { addAlert, listAlerts, removeAlert } from "./alert.calls.ts";
import { listNotices, readNotices } from "./notice.calls.ts";
import { listPopularMarkets } from "./popular.calls.ts";
import { getPushKey, subscribePush, unsubscribePush } from "./push.calls.ts";

export { alertIdFromFields, newAlertFromFields } from "./alert.calls.ts";
export { noticeListFromFields, readNoticesFromFields } from "./notice.calls.ts";
export { pushDeviceFromFields, pushEndpointFromFields } from "./push.calls.ts";

export const NOTICE_CALLS = {
  listNotices,
  readNotices,
  listAlerts,
  addAlert,
  removeAlert,
  getPushKey,
  subscribePush,
  unsubscribePush,
  listPopularMarkets,
} as const;
