// The calls about price alerts as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import { type Alert, type AlertWire, alertFromWire } from "./alert.ts";

/** Waiting ones first, then those that have fired, newest first. */
export function requestAlerts(): ReadRequest<readonly Alert[]> {
  return {
    path: "/v1/api/main/alert/list",
    query: {},
    read: (wire) => (wire as { data: AlertWire[] }).data.map(alertFromWire),
  };
}

/** The direction follows from where the price stands now. */
export function requestAddAlert(alert: {
  readonly marketId: string;
  readonly price: string;
}): WriteRequest<Alert> {
  return {
    path: "/v1/api/main/alert/add",
    fields: { forex_id: alert.marketId, price: alert.price },
    read: (wire) => alertFromWire(wire as AlertWire),
  };
}

/** Takes it off the list, whether it has fired or not. */
export function requestRemoveAlert(id: string): WriteRequest<null> {
  return { path: "/v1/api/main/alert/remove", fields: { id }, read: () => null };
}
