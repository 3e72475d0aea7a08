// The calls about a trader's own limits as an app makes them. Browser-safe: no schema library.

import { type Limits, type LimitsChange, type LimitsWire, limitsFromWire } from "./limits.ts";
import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";

const PATH = "/v1/api/main/limit";

export function requestLimits(): ReadRequest<Limits> {
  return { path: PATH, query: {}, read: readLimits };
}

/** Answers all limits as they stand afterwards. */
export function requestSetLimits(change: LimitsChange): WriteRequest<Limits> {
  const { dailyLoss, leverageMax, stopOutOrder, coolOffHours, excludeDays } = change;
  return {
    path: PATH,
    fields: {
      ...(dailyLoss !== undefined && { daily_loss: dailyLoss ?? "0" }),
      ...(leverageMax !== undefined && { max_leverage: String(leverageMax ?? 0) }),
      ...(stopOutOrder !== undefined && { stop_out_order: stopOutOrder }),
      ...(coolOffHours !== undefined && { cool_off_hours: String(coolOffHours) }),
      ...(excludeDays !== undefined && { exclude_days: String(excludeDays) }),
    },
    read: readLimits,
  };
}

function readLimits(wire: unknown): Limits {
  return limitsFromWire(wire as LimitsWire);
}
