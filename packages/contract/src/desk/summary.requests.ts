// The call about waiting work as the desk makes it. Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { QueueCount, SummaryWire } from "./summary.ts";

export function requestSummary(): ReadRequest<readonly QueueCount[]> {
  return {
    path: "/v1/api/desk/summary",
    query: {},
    read: (wire) => (wire as SummaryWire).queues,
  };
}
