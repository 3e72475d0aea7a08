// The calls about notices on a device as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import type { PushDevice } from "./push.ts";

/** The public key that a browser subscribes with (`applicationServerKey`), in base64url. */
export function requestPushKey(): ReadRequest<string> {
  return {
    path: "/v1/api/main/push/key",
    query: {},
    read: (wire) => (wire as { key: string }).key,
  };
}

/** Until the session ends; asking again for the same endpoint renews it. */
export function requestSubscribePush(device: PushDevice): WriteRequest<null> {
  return { path: "/v1/api/main/push/subscribe", fields: { ...device }, read: () => null };
}

export function requestUnsubscribePush(endpoint: string): WriteRequest<null> {
  return { path: "/v1/api/main/push/unsubscribe", fields: { endpoint }, read: () => null };
}
