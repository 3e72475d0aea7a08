// The calls about adjustments as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type Adjustment,
  type AdjustmentMonth,
  type AdjustmentWire,
  adjustmentFromWire,
} from "./adjustment.ts";

export type AdjustmentPage = {
  readonly adjustments: readonly Adjustment[];
  readonly next: string;
};

/** The caller's own, newest first. */
export function requestAdjustments(cursor: string): ReadRequest<AdjustmentPage> {
  return {
    path: "/v1/api/main/adjustment/list",
    query: cursor === "" ? {} : { cursor },
    read: (wire) => {
      const { data, next } = wire as { data: AdjustmentWire[]; next: string };
      return { adjustments: data.map(adjustmentFromWire), next };
    },
  };
}

export function requestDisputeAdjustment(id: string, text: string): WriteRequest<null> {
  return { path: "/v1/api/main/adjustment/dispute", fields: { id, text }, read: () => null };
}

/** For everybody: month by month, newest first. */
export function requestAdjustmentMonths(): ReadRequest<readonly AdjustmentMonth[]> {
  return {
    path: "/v1/api/cashier/adjustments",
    query: {},
    read: (wire) => (wire as { data: AdjustmentMonth[] }).data,
  };
}
