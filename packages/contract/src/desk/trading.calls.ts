// The calls of the desk about trading: markets, orders, exposure. All of them read; nothing at the
// desk can set a price or touch an order (H01). Server side only (zod).

import { getExposure } from "./exposure.calls.ts";
import { getDeskMarket, listDeskMarkets } from "./market.calls.ts";
import { getDeskOrder, listDeskOrders } from "./order.calls.ts";

export { exposureBookFromFields } from "./exposure.calls.ts";
export { type DeskOrderFilter, deskOrdersFromFields } from "./order.calls.ts";

export const TRADING_DESK_CALLS = {
  listDeskMarkets,
  getDeskMarket,
  listDeskOrders,
  getDeskOrder,
  getExposure,
} as const;
