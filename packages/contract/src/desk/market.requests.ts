// The calls of the desk about markets as its app makes them. Changing one is a proposal.
// Browser-safe: no schema library.

import type { ReadRequest } from "../market.requests.ts";
import {
  type DeskMarket,
  type DeskMarketFile,
  type DeskMarketFileWire,
  type DeskMarketWire,
  deskMarketFileFromWire,
  deskMarketFromWire,
} from "./market.ts";

/** All of them, in the order in which traders see them. */
export function requestDeskMarkets(): ReadRequest<readonly DeskMarket[]> {
  return {
    path: "/v1/api/desk/market/list",
    query: {},
    read: (wire) => (wire as { data: DeskMarketWire[] }).data.map(deskMarketFromWire),
  };
}

export function requestDeskMarket(id: string): ReadRequest<DeskMarketFile> {
  return {
    path: "/v1/api/desk/market/show",
    query: { id },
    read: (wire) => deskMarketFileFromWire(wire as DeskMarketFileWire),
  };
}
