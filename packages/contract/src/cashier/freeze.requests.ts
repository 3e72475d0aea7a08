// The call about the caller's own freeze as an app makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import { type PayoutFreeze, type PayoutFreezeWire, payoutFreezeFromWire } from "./freeze.ts";

export function requestPayoutFreeze(): ReadRequest<PayoutFreeze | null> {
  return {
    path: "/v1/api/main/freeze",
    query: {},
    read: (wire) => payoutFreezeFromWire(wire as PayoutFreezeWire),
  };
}
