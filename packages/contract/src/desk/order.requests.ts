// The calls of the desk about orders as its app makes them: reading, and nothing else.
// Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import {
  type DeskOrder,
  type DeskOrderFile,
  type DeskOrderFileWire,
  type DeskOrderStatus,
  type DeskOrderWire,
  deskOrderFileFromWire,
  deskOrderFromWire,
} from "./order.ts";
import { type DeskPage, givenFields, readDeskPage } from "./page.ts";

/** Newest first. The user by id or uid; null or empty: any. */
export function requestDeskOrders(wanted: {
  readonly user: string;
  readonly marketId: string;
  readonly status: DeskOrderStatus | null;
  readonly cursor: string;
}): ReadRequest<DeskPage<DeskOrder>> {
  const { user, marketId, status, cursor } = wanted;
  return {
    path: "/v1/api/desk/order/list",
    query: givenFields({ user, market: marketId, status, cursor }),
    read: (wire) => readDeskPage<DeskOrderWire, DeskOrder>(wire, deskOrderFromWire),
  };
}

export function requestDeskOrder(id: string): ReadRequest<DeskOrderFile> {
  return {
    path: "/v1/api/desk/order/show",
    query: { id },
    read: (wire) => deskOrderFileFromWire(wire as DeskOrderFileWire),
  };
}
