// The calls about what a follow has copied and skipped, as an app makes them. Browser-safe: no
// schema library.

import type { ReadRequest } from "../market.requests.ts";
import type { WriteRequest } from "../order.requests.ts";
import {
  type CopiedPage,
  type CopiedPageWire,
  copiedPageFromWire,
  type SkippedCopy,
  type SkippedCopyWire,
  skippedCopyFromWire,
} from "./copied-order.ts";

export function requestCopiedOrders(wanted: {
  readonly followId: string;
  readonly tab: "holding" | "history";
  readonly page: number;
}): ReadRequest<CopiedPage> {
  const { followId, tab, page } = wanted;
  return {
    path: "/api/follow/orders",
    query: { id: followId, status: tab === "holding" ? "1" : "3", page: String(page) },
    read: (wire) => copiedPageFromWire(wire as CopiedPageWire),
  };
}

export type SkippedPage = { readonly skipped: readonly SkippedCopy[]; readonly total: number };

export function requestSkippedCopies(followId: string, page: number): ReadRequest<SkippedPage> {
  return {
    path: "/api/follow/skipped",
    query: { id: followId, page: String(page) },
    read: (wire) => {
      const { data, total } = wire as { data: SkippedCopyWire[]; total: number };
      return { skipped: data.map(skippedCopyFromWire), total };
    },
  };
}

/** Answers what it brought. */
export function requestCloseCopiedOrder(
  followId: string,
  orderId: string,
): WriteRequest<{ readonly profit: string }> {
  return {
    path: "/api/follow/close",
    fields: { id: followId, order_id: orderId },
    read: (wire) => ({ profit: (wire as { profit: string }).profit }),
  };
}
